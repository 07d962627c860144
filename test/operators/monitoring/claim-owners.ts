import type { KubeObject, OwnerReference } from '../../../lib/kube/api/types.ts';
import { placeOf } from './identity.ts';
import { type Claim, controlledBy, type Pod, type StatefulSet } from './objects.ts';

/**
 * The owner references that a pod's claim is to have under the set's retention policy, where it has others: the set's
 * for `whenDeleted: Delete`, a condemned pod's for `whenScaled: Delete`. Undefined: it is left as it is, as is every
 * claim that refers to a former set or pod of the same name.
 */
export function newOwners(claim: Claim, set: StatefulSet, pod: Pod): OwnerReference[] | undefined {
  const present = claim.metadata.ownerReferences ?? [];
  const [toSet, toPod] = [present.find(names(set, 'StatefulSet')), present.find(names(pod, 'Pod'))];
  if (isStale(toSet, set) || isStale(toPod, pod)) return undefined;
  const others = present.filter((reference) => reference !== toSet && reference !== toPod);
  const wanted = wantedOwners(set, pod);
  const isForeign = deletes(set) && others.some(({ controller }) => controller);
  const owners = isForeign ? [] : wanted;
  const uids = (references: (OwnerReference | undefined)[]) =>
    references.flatMap((reference) => (reference?.controller ? [reference.uid] : reference ? ['?'] : []));
  return uids([toSet, toPod]).join() === uids(owners).join() ? undefined : [...others, ...owners];
}

/** Whether a claim waits for its deletion with a pod that was scaled away: no pod of that name is made until then. */
export function awaitsDeletion(claim: Claim, set: StatefulSet, pod: KubeObject): boolean {
  const reference = claim.metadata.ownerReferences?.find(names(pod, 'Pod'));
  return set.spec.persistentVolumeClaimRetentionPolicy?.whenScaled === 'Delete' && isStale(reference, pod);
}

function wantedOwners(set: StatefulSet, pod: Pod): OwnerReference[] {
  const { whenDeleted, whenScaled } = set.spec.persistentVolumeClaimRetentionPolicy ?? {};
  const isCondemned = (placeOf(pod.metadata.name)?.ordinal ?? 0) >= set.spec.replicas;
  if (whenScaled === 'Delete' && isCondemned) return [controlledBy(pod, 'v1', 'Pod')];
  return whenDeleted === 'Delete' ? [controlledBy(set, 'apps/v1', 'StatefulSet')] : [];
}

const deletes = ({ spec }: StatefulSet): boolean =>
  Object.values(spec.persistentVolumeClaimRetentionPolicy ?? {}).includes('Delete');

const names =
  ({ metadata }: KubeObject, kind: string) =>
  (reference: OwnerReference): boolean =>
    reference.kind === kind && reference.name === metadata.name;

const isStale = (reference: OwnerReference | undefined, { metadata }: KubeObject): boolean =>
  reference !== undefined && reference.uid !== metadata.uid;
