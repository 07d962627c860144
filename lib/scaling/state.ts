import { latest, managerText, writers } from '../objects/gitops.ts';
import { MONITORING_MANAGER } from '../objects/names.ts';
import { countText } from '../words/text.ts';
import type { Observed, ReplicaClaim, Rollout } from './observed.ts';

/** The target of a run, as guards check it. */
export interface Target {
  replicas: number;
}

/** Whether the resource has the number. */
export const isSet = ({ replicas }: Observed, target: Target): boolean => replicas === target.replicas;

/** Whether everything that runs replicas is to have the number. */
export const isPassedOn = ({ rollouts, missing }: Observed, { replicas }: Target): boolean =>
  missing.length === 0 && rollouts.every(({ seen, wanted }) => seen && wanted === replicas);

/** Whether the replicas are there and ready, and no others are. */
export const isReady = ({ rollouts, missing }: Observed, { replicas }: Target): boolean =>
  missing.length === 0 &&
  rollouts.every(({ pods, updated, ready }) => [pods, updated, ready].every((count) => count === replicas));

/** Whether nothing is left to do or to wait for. */
export const isDone = (observed: Observed, target: Target): boolean =>
  isSet(observed, target) && isPassedOn(observed, target) && isReady(observed, target);

/** The claims of replicas that go away. */
export function claimsLeft({ replicas, rollouts, claims }: Observed, target: Target): ReplicaClaim[] {
  // Without an operator, a set may have more than its resource says.
  const most = Math.max(replicas, ...rollouts.map(({ wanted }) => wanted));
  return claims.filter(({ ordinal }) => ordinal >= target.replicas && ordinal < most);
}

/** The claims that an earlier scale left, and that replicas would use again. */
export const claimsReused = ({ replicas, claims }: Observed, target: Target): ReplicaClaim[] =>
  claims.filter(({ ordinal }) => ordinal >= replicas && ordinal < target.replicas);

/** What has still to happen, a line for each. */
export function waitingFor({ rollouts, missing }: Observed, target: Target): string[] {
  const { replicas } = target;
  const texts = rollouts.flatMap((rollout) => {
    const text = waitText(rollout, replicas);
    return text === undefined ? [] : [`${rollout.kind} ${rollout.name}: ${text}`];
  });
  return [...missing.map((name) => `StatefulSet ${name}: does not exist`), ...texts];
}

function waitText({ seen, wanted, pods, updated, ready }: Rollout, replicas: number): string | undefined {
  if (wanted !== replicas) return `still set to ${countText(wanted, 'replica')}`;
  if (!seen) return 'its controller has not seen the change yet';
  if (pods !== replicas) return `has ${pods} of ${countText(replicas, 'replica')}`;
  if (ready !== replicas) return `${ready} of ${countText(replicas, 'replica')} ready`;
  return updated === replicas ? undefined : `${updated} of ${countText(replicas, 'replica')} restarted`;
}

/** The state of what is scaled, in a sentence: `Prometheus monitoring-system/k8s is set to 3 replicas, and 2 are ready`. */
export function stateText({ scaled, namespace, name, replicas, shards, rollouts }: Observed): string {
  const ready = rollouts.reduce((sum, rollout) => sum + rollout.ready, 0);
  const perShard = shards > 1 ? ` in each of ${shards} shards` : '';
  return `${scaled.kind} ${namespace}/${name} is set to ${countText(replicas, 'replica')}${perShard}, and ${ready} ${ready === 1 ? 'is' : 'are'} ready`;
}

/** The path of `spec.replicas` in the keys of `fieldsV1`. */
export const REPLICAS = ['f:spec', 'f:replicas'];

/** The last other writer of the number, as text; undefined if there is none. */
export function otherWriter({ objects: { target } }: Observed): string | undefined {
  const others = writers(target, REPLICAS).filter(({ manager }) => manager !== MONITORING_MANAGER);
  const last = latest(others);
  return last && managerText(last.manager);
}
