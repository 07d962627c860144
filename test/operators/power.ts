import { clearError, type Draft, POLL, RESYNC, saveRecord, saveStatus, type Verdict, wait } from './draft.ts';
import { annotated, REBOOT } from './host.ts';
import type { Node } from './ironic.ts';

/**
 * Brings the machine's power to what the spec and the reboot annotations ask for. An annotation `reboot.metal3.io`
 * is one power cycle and is removed half-way; one with a suffix keeps the machine off until another user removes it.
 */
export function managePower(draft: Draft, node: Node): Verdict {
  const { host, events } = draft;
  const { spec, status } = host;
  if (node.poweredOn !== status.poweredOn) {
    status.poweredOn = node.poweredOn;
    status.errorCount = 0;
    return saveStatus();
  }
  if (!status.poweredOn && annotated(host, REBOOT)) {
    delete host.metadata.annotations?.[REBOOT];
    return saveRecord(0);
  }
  const rebooting = Object.keys(host.metadata.annotations ?? {}).some(isReboot);
  const wanted = spec.online && !rebooting;
  if (status.poweredOn === wanted) return wait(RESYNC);
  draft.node = { ...node, poweredOn: wanted };
  events.push({
    reason: wanted ? 'PowerOn' : 'PowerOff',
    message: `Host was powered ${wanted ? 'on' : 'off'}`,
  });
  return clearError(draft, POLL);
}

const isReboot = (key: string): boolean => key === REBOOT || key.startsWith(`${REBOOT}/`);
