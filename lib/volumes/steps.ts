import { refusalsOf } from '../procedure/guard.ts';
import type { Refusal, Step } from '../procedure/procedure.ts';
import type { Action, Create, Delete, Patch, Ref } from './action.ts';
import type { Guards } from './guards/all.ts';
import type { Guard, Target } from './guards/guard.ts';
import { DEFAULT_REPLICAS, type SetObject } from './instance.ts';
import { type Observed, withObjects } from './observed.ts';
import { type ResizeRecord, type RunStamp, recordObject } from './record.ts';
import { allClaims, isRetentionSizeDue, originalsOf, RETAIN, recordOf } from './state.ts';

/** What a run does with the volumes of an instance. */
export interface ResizePlan extends Target {
  /** Names of the guards that the user overrides. */
  accepted: ReadonlySet<string>;
  /** Names of the claims to grow, and of their StatefulSets. */
  claims: string[];
  sets: string[];
  run: RunStamp;
}

export type ResizeStep = Step<Observed, Action>;

export type StepChecks = ReturnType<typeof checksOf>;

/** The refusals before a step: before any, before those that delete a StatefulSet, and before those that restore things. */
export function checksOf(plan: ResizePlan, guards: Guards) {
  const { untouchable, ownership, currentState, deletion, retaining, growing } = guards;
  const ours = [...untouchable, ...ownership];
  const inside = [...ours, ...(plan.goal === 'resize' ? currentState : [])];
  const refusalsWith =
    (...more: Guard[]) =>
    (observed: Observed): Refusal[] =>
      refusalsOf([...inside, ...more], observed, plan);
  return {
    /** Whether anything may be written at all, and by this run. */
    ours: (observed: Observed): Refusal[] => refusalsOf(ours, observed, plan),
    /** Also whether the instance and its claims allow a resize. */
    any: refusalsWith(),
    /** While the operator restores the instance, also for an undo: it does nothing under another user's pause. */
    back: refusalsWith(...(plan.goal === 'undo' ? currentState.filter(({ name }) => name === 'paused') : [])),
    /** Before a StatefulSet is deleted: nothing may delete its claims. */
    deletion: refusalsWith(...deletion),
    /** While the claims are released from their owners. */
    retaining: refusalsWith(...retaining),
    /** While the storage grows the volumes. */
    growing: refusalsWith(...deletion, ...growing),
  };
}

/** A merge patch of the resource. */
export const patchInstance = ({ instance }: Observed, spec: object): Patch => ({
  kind: 'patch',
  of: { kind: 'instance' },
  payload: { spec },
  resourceVersion: instance.resourceVersion,
});

/** The size in the claim template (§4.C step 1), as part of a merge patch of the spec; null removes it. */
export const templateSize = (size: string | null): object => ({
  storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: size } } } } },
});

/** §4.C step 2: one claim. */
export function patchClaim(observed: Observed, name: string, size: string): Patch {
  const claim = allClaims(observed).find((one) => one.name === name);
  return {
    kind: 'patch',
    of: { kind: 'claim', name },
    payload: { spec: { resources: { requests: { storage: size } } } },
    resourceVersion: claim?.resourceVersion,
  };
}

/** Deletes a StatefulSet, and only the observed one, without its pods and claims. */
export const deleteSet = ({ sets }: Observed, name: string): Delete => ({
  kind: 'delete',
  of: { kind: 'set', name },
  uid: sets.find((set) => set.name === name)?.uid ?? '',
});

/**
 * `--retention-size`: set after the volumes have grown, because smaller ones could fill up, and before what is stopped
 * starts again. An undo restores the old value there.
 */
export const setRetentionSize = (plan: ResizePlan, { any }: StepChecks): ResizeStep[] =>
  plan.retentionSize === undefined
    ? []
    : [
        {
          title:
            plan.goal === 'undo' ? 'Restore retentionSize' : `Set retentionSize to ${plan.retentionSize}`,
          due: (observed) => isRetentionSizeDue(observed, plan),
          refusals: any,
          next: (observed) =>
            patchInstance(observed, {
              retentionSize:
                plan.goal === 'undo'
                  ? (recordOf(observed)?.original.retentionSize ?? null)
                  : plan.retentionSize,
            }),
        },
      ];

const RECORD: Ref & { kind: 'record' } = { kind: 'record' };

export function createRecord(observed: Observed, plan: ResizePlan): Create {
  const { component, instance } = observed;
  const { goal, size, mode, retain, retentionSize, run } = plan;
  const record: ResizeRecord = {
    goal,
    uid: instance.uid,
    resourceVersion: instance.resourceVersion,
    size,
    mode,
    original: originalsOf(observed, plan),
    retain,
    ...(retentionSize !== undefined && { retentionSize }),
    ...run,
  };
  return { kind: 'create', of: RECORD, object: recordObject(component, instance, record) };
}

export const deleteRecord = ({ objects: { record } }: Observed): Delete => ({
  kind: 'delete',
  of: RECORD,
  uid: record?.metadata.uid ?? '',
  resourceVersion: record?.metadata.resourceVersion,
});

export const patchRecord = ({ objects: { record } }: Observed, data: Record<string, string>): Patch => ({
  kind: 'patch',
  of: RECORD,
  payload: { data },
  resourceVersion: record?.metadata.resourceVersion,
});

/** A step that waits for the operator or the storage. */
export const wait = (
  title: string,
  due: (observed: Observed) => boolean,
  afterwards: (observed: Observed) => Observed,
  refusals: (observed: Observed) => Refusal[],
): ResizeStep => ({
  title,
  due,
  refusals,
  next: (observed) => ({ kind: 'wait', afterwards: afterwards(observed) }),
});

// The functions below are the expected results of waits, with which a preview continues.

/** The operator and the StatefulSet controller have reconciled the StatefulSets. */
export function reconcileAll(observed: Observed): Observed {
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

/** The operator has observed the current generation. */
export const observeGeneration = (observed: Observed): Observed => {
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

/** The storage has grown every volume to the size that its claim requests. */
export const growVolumes = (observed: Observed): Observed =>
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
export const removeDeleted = (observed: Observed): Observed =>
  withObjects(observed, {
    sets: observed.objects.sets.filter(({ metadata }) => metadata.deletionTimestamp === undefined),
  });

/** The StatefulSets have the policy Retain, and the claims have no owners. */
export const releaseClaims = (observed: Observed): Observed =>
  withObjects(observeGeneration(observed), {
    sets: observed.objects.sets.map((set) => ({
      ...set,
      spec: { ...set.spec, persistentVolumeClaimRetentionPolicy: RETAIN },
    })),
    claims: observed.objects.claims.map(({ metadata: { ownerReferences: _, ...metadata }, ...claim }) => ({
      ...claim,
      metadata,
    })),
  });
