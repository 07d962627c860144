import { applyMergePatch } from '../../../lib/objects/merge-patch.ts';
import { claimsOf, newPod } from './identity.ts';
import type { Claim, Pod, StatefulSet } from './objects.ts';

/** A StatefulSet of two replicas with one claim template, changed by a merge patch. */
export const setOf = (patch: object = {}): StatefulSet =>
  applyMergePatch<StatefulSet>(
    {
      metadata: { name: 'db', namespace: 'ns', uid: 'set', generation: 1 },
      spec: {
        replicas: 2,
        podManagementPolicy: 'Parallel',
        selector: { matchLabels: { app: 'db' } },
        template: {
          metadata: { labels: { app: 'db' } },
          spec: { containers: [{ name: 'db', image: 'db' }] },
        },
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } }],
      },
    },
    patch,
  );

/** The set's pod of an ordinal, Running and Ready, changed by a merge patch. */
export function podOf(set: StatefulSet, ordinal: number, patch: object = {}): Pod {
  const pod = newPod(set, ordinal);
  const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
  const metadata = { ...pod.metadata, uid: `pod-${ordinal}` };
  return applyMergePatch<Pod>({ ...pod, metadata, status }, patch);
}

/** The set's claims of its first pods, by name, each changed by a merge patch. */
export const claimsOfPods = (set: StatefulSet, count: number, patch: object = {}): Map<string, Claim> =>
  new Map(
    Array.from({ length: count }, (_, ordinal) => claimsOf(set, ordinal))
      .flat()
      .map((claim) => [claim.metadata.name, applyMergePatch(claim, patch)]),
  );
