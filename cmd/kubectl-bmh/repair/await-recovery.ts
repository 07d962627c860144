import type { CommandError } from '../../../lib/errors.ts';
import { hostPath } from '../../../lib/hosts/action.ts';
import { type Check, documentChecks, recovery } from '../../../lib/hosts/health.ts';
import { type Host, type HostObject, readHost } from '../../../lib/hosts/host.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { follow } from '../../../lib/kube/follow.ts';
import type { KubeClient } from '../../../lib/kube/types.ts';

/** How a verification ended, with the host as it was seen last. */
export interface Verification {
  kind: 'recovered' | 'lost' | 'timeout' | 'interrupted';
  reason: string;
  host: Host;
  checks: Check[];
}

/**
 * Follows a host until the operator has taken it back, it is lost, `timeout` milliseconds are over or a person
 * interrupts. `resumed` is the host as it was at the resume; `waitingFor` is told each new thing that is waited for.
 */
export async function awaitRecovery(
  client: KubeClient,
  resumed: Observed,
  {
    target,
    timeout,
    interrupted,
    waitingFor,
  }: {
    target: Target;
    timeout: number;
    interrupted: AbortSignal;
    waitingFor(what: string): void;
  },
): Promise<Verification> {
  const over = AbortSignal.timeout(timeout);
  const path = hostPath(resumed.group, resumed.host.namespace, resumed.host.name);
  let host = resumed.host;
  let waiting = 'the operator to reconcile the host';
  const wait = (what: string): void => {
    if (what !== waiting) waitingFor(what);
    waiting = what;
  };
  const ended = (kind: Verification['kind'], reason: string): Verification => ({
    kind,
    reason,
    host,
    checks: documentChecks(host, target),
  });
  try {
    const until = AbortSignal.any([over, interrupted]);
    const lost = ({ message }: CommandError): void => wait(`the API server to answer again (${message})`);
    for await (const object of follow<HostObject>(client, path, until, { lost })) {
      if (object === undefined) return ended('lost', 'the host record was deleted');
      host = readHost(object, resumed.group);
      const found = recovery(host, resumed.host, target);
      if (found.kind === 'recovered') return ended('recovered', 'the operator has taken the host back');
      if (found.kind === 'lost') return ended('lost', found.reason);
      wait(found.for);
    }
  } catch (error) {
    if (!over.aborted && !interrupted.aborted) throw error;
  }
  return interrupted.aborted ? ended('interrupted', waiting) : ended('timeout', waiting);
}
