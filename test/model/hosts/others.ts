import type { HostObject } from '../../../lib/hosts/host.ts';
import { applyMergePatch } from '../../../lib/objects/merge-patch.ts';
import { PAUSED_VALUE, PROVISIONED } from '../../../lib/objects/names.ts';
import type { World } from '../../operators/draft.ts';
import type { Host } from '../../operators/host.ts';
import type { Node } from '../../operators/ironic.ts';
import { reconcile } from '../../operators/reconcile.ts';
import { annotations, OLD, PAUSED, specImage } from '../../support/records.ts';
import { type HostId, hostOf, idOf } from './host.ts';

/** A write of somebody other than a run. */
export interface Change {
  who: string;
  what: string;
  host: HostId;
}

/** What each may do with a host at any time. Once its disk is given up, nothing that they do matters any more. */
export const gitOps = changes((host) => [
  patched('GitOps', 'applies the old image', { host, patch: specImage(OLD) }),
]);

/** A person with kubectl: pauses as the document does, or as CAPM3 does, or takes away whatever pause there is. */
export const person = changes((host) => [
  patched('somebody', 'takes the pause away', { host, patch: annotations({ [PAUSED]: null }) }),
  patched('somebody', 'pauses the host', { host, patch: annotations({ [PAUSED]: PAUSED_VALUE }) }),
  patched('CAPM3', 'pauses the host', { host, patch: annotations({ [PAUSED]: 'metal3.io/capm3' }) }),
]);

/**
 * What the operator may save of one reconcile, which is the stand-in's. Ironic may be in any state whatever came before:
 * that is more than it ever is, and saves the model from following it.
 */
export const operator = changes((host) => {
  const record = hostOf(host).object as Host;
  const nodes: Node['state'][] = ['active', 'adopting', 'adopt failed'];
  return nodes.flatMap((node) => {
    const action = reconcile(record, worldWith(node, record));
    const state = action.host.status?.provisioning.state;
    const what = state === PROVISIONED ? 'saves what came of adopting it' : `saves the state "${state}"`;
    return action.save === 'nothing'
      ? []
      : [{ who: 'the operator', what, host: idOf(action.host as HostObject) }];
  });
});

const worldWith = (state: Node['state'], { status }: Host): World => ({
  // Nothing is decided by conditions: that they flip would only double the states.
  generation: '0.10',
  node: {
    id: 'node',
    state,
    image: status?.provisioning.image?.url,
    custom: false,
    lastError: '',
    poweredOn: true,
  },
  bmcAnswers: true,
  now: '2026-01-01T00:00:00Z',
  random: 0,
  newId: 'node',
});

const patched = (who: string, what: string, { host, patch }: { host: HostId; patch: object }): Change => ({
  who,
  what,
  host: idOf(applyMergePatch<HostObject>(hostOf(host).object, patch)),
});

/** Changes that change something, each once; computed once for each host that is still `provisioned`. */
function changes(possible: (host: HostId) => Change[]): (host: HostId) => readonly Change[] {
  const known: Change[][] = [];
  return (host) => {
    known[host] ??=
      hostOf(host).host.state === PROVISIONED
        ? [...new Map(possible(host).map((change) => [change.host, change])).values()].filter(
            (change) => change.host !== host,
          )
        : [];
    return known[host];
  };
}
