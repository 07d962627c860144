import type { HostObject } from '../../../lib/hosts/host.ts';
import { applyMergePatch } from '../../../lib/objects/merge-patch.ts';
import { PAUSED_VALUE, PROVISIONED } from '../../../lib/objects/names.ts';
import type { World } from '../../operators/draft.ts';
import type { Host } from '../../operators/host.ts';
import type { Node } from '../../operators/ironic.ts';
import { reconcile } from '../../operators/reconcile.ts';
import { annotations, OLD, PAUSED, specImage } from '../../support/records.ts';
import { type HostId, hostOf, idOf } from './host.ts';

/** A write by an actor other than a run. */
export interface Change {
  who: string;
  what: string;
  host: HostId;
}

/** What each actor may do with a host at any time. Once its disk is lost, nothing matters any more. */
export const gitOps = changes((host) => [
  patched('GitOps', 'applies the old image', { host, patch: specImage(OLD) }),
]);

/** A user with kubectl: pauses with the documented value or with CAPM3's, or removes any pause. */
export const person = changes((host) => [
  patched('another user', 'removes the pause', { host, patch: annotations({ [PAUSED]: null }) }),
  patched('another user', 'pauses the host', { host, patch: annotations({ [PAUSED]: PAUSED_VALUE }) }),
  patched('CAPM3', 'pauses the host', { host, patch: annotations({ [PAUSED]: 'metal3.io/capm3' }) }),
]);

/**
 * What the stand-in operator may save in one reconcile. Ironic may be in any state at any time, which includes all real
 * sequences without modeling Ironic.
 */
export const operator = changes((host) => {
  const record = hostOf(host).object as Host;
  const nodes: Node['state'][] = ['active', 'adopting', 'adopt failed'];
  return nodes.flatMap((node) => {
    const action = reconcile(record, worldWith(node, record));
    const state = action.host.status?.provisioning.state;
    const what = state === PROVISIONED ? 'saves the result of adopting it' : `saves the state "${state}"`;
    return action.save === 'nothing'
      ? []
      : [{ who: 'the operator', what, host: idOf(action.host as HostObject) }];
  });
});

const worldWith = (state: Node['state'], { status }: Host): World => ({
  // No decision depends on conditions: modeling them would only double the states.
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

/** The distinct changes that have an effect; computed once for each host that is still `provisioned`. */
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
