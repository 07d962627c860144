import { type Change, patch } from './change.ts';
import { type Claim, mounts, type Pod } from './objects.ts';
import { claimPath, podsPath, type View } from './view.ts';

/** What keeps a deleted claim while a pod mounts it. */
const CLAIM_PROTECTION = 'kubernetes.io/pvc-protection';

/** Lets a deleted claim go once no pod on a node mounts it. */
export function protect(claim: Claim, { pods }: Pick<View, 'pods'>): Change[] {
  const { deletionTimestamp, finalizers = [], namespace } = claim.metadata;
  if (deletionTimestamp === undefined || !finalizers.includes(CLAIM_PROTECTION)) return [];
  const isFree = (there: Iterable<Pod>) => ![...there].some((pod) => mounts(pod, claim));
  if (!isFree(pods.values())) return [];
  const kept = finalizers.filter((finalizer) => finalizer !== CLAIM_PROTECTION);
  return [
    {
      ...patch(claimPath(claim.metadata), claim, { metadata: { finalizers: kept } }),
      confirm: {
        path: podsPath(namespace),
        by: ({ status, json }) => status === 200 && isFree(json.items),
      },
    },
  ];
}
