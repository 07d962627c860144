import { DEFAULT_REPLICAS } from './instance.ts';
import type { SetObject } from './live-set.ts';
import { type Observed, withObjects } from './observed.ts';
import { RETAIN } from './state.ts';

/** What others make of what a run has written, if all goes well: how a preview goes on past its waits. */

/** The operator and the StatefulSet controller have brought the StatefulSets to what the resource says. */
export function caughtUp(observed: Observed): Observed {
  const { instance, setNames, objects } = observed;
  const replicas = instance.replicas ?? DEFAULT_REPLICAS;
  const sets = setNames.map((name): SetObject => {
    const before = objects.sets.find(
      ({ metadata }) => metadata.name === name && metadata.deletionTimestamp === undefined,
    );
    return {
      metadata: { ...before?.metadata, name, uid: before?.metadata.uid ?? `of ${name}`, generation: 1 },
      spec: {
        ...before?.spec,
        replicas,
        persistentVolumeClaimRetentionPolicy: { ...RETAIN, ...instance.policy },
        volumeClaimTemplates: [
          {
            metadata: { name: instance.template },
            spec: {
              resources: { requests: { ...(instance.size !== undefined && { storage: instance.size }) } },
            },
          },
        ],
      },
      status: { replicas, observedGeneration: 1 },
    };
  });
  const uidOf = (pod: string): string =>
    sets.find(({ metadata }) => pod.startsWith(`${metadata.name}-`))?.metadata.uid ?? '';
  const pods = objects.pods.map((pod) => ({
    ...pod,
    metadata: {
      ...pod.metadata,
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'StatefulSet',
          name: pod.metadata.name.replace(/-\d+$/, ''),
          uid: uidOf(pod.metadata.name),
          controller: true,
        },
      ],
    },
  }));
  return withObjects(observed, replicas === 0 ? { sets, pods: [], attached: [] } : { sets, pods });
}

/** The operator has seen the resource as it is. */
export const seen = (observed: Observed): Observed => {
  const { instance } = observed.objects;
  const { generation } = instance.metadata;
  const conditions = instance.status?.conditions?.map((one) => ({
    ...one,
    ...(generation !== undefined && { observedGeneration: generation }),
  }));
  return withObjects(observed, {
    instance: { ...instance, status: { ...instance.status, ...(conditions && { conditions }) } },
  });
};

/** The storage has grown every volume to what its claim asks for. */
export const grown = (observed: Observed): Observed =>
  withObjects(observed, {
    claims: observed.objects.claims.map(({ status, ...claim }) => ({
      ...claim,
      status: {
        ...(status?.phase !== undefined && { phase: status.phase }),
        ...(claim.spec?.resources?.requests && { capacity: claim.spec.resources.requests }),
      },
    })),
  });

/** The StatefulSets that are being deleted are gone. */
export const gone = (observed: Observed): Observed =>
  withObjects(observed, {
    sets: observed.objects.sets.filter(({ metadata }) => metadata.deletionTimestamp === undefined),
  });

/** The policy has come through to the StatefulSets, and nobody owns the claims any more. */
export const released = (observed: Observed): Observed =>
  withObjects(seen(observed), {
    sets: observed.objects.sets.map((set) => ({
      ...set,
      spec: { ...set.spec, persistentVolumeClaimRetentionPolicy: RETAIN },
    })),
    claims: observed.objects.claims.map(({ metadata: { ownerReferences: _, ...metadata }, ...claim }) => ({
      ...claim,
      metadata,
    })),
  });
