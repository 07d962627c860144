import { refusalsOf } from '../procedure/guard.ts';
import type { Refusal, Step } from '../procedure/procedure.ts';
import type { Action, Create, Delete, Patch, Ref } from './action.ts';
import type { Guards } from './guards/all.ts';
import type { Aim, Guard } from './guards/guard.ts';
import { DEFAULT_REPLICAS, type SetObject } from './instance.ts';
import { type Observed, withObjects } from './observed.ts';
import { type ResizeRecord, type RunStamp, recordObject } from './record.ts';
import { allClaims, isRetentionSizeDue, originalsOf, RETAIN, recordOf } from './state.ts';

/** What a run is to do with the volumes of an instance. */
export interface ResizePlan extends Aim {
  /** Names of the guards whose judgement the person takes on. */
  accepted: ReadonlySet<string>;
  /** Names of the claims to grow, and of the StatefulSets that they are of. */
  claims: string[];
  sets: string[];
  /** What a new record says of this run. */
  run: RunStamp;
}

export type ResizeStep = Step<Observed, Action>;

export type Judges = ReturnType<typeof judgesOf>;

/** Who judges the steps: all of them, those after which a StatefulSet goes, and those that bring things back. */
export function judgesOf(plan: ResizePlan, guards: Guards) {
  const { untouchable, ownership, currentState, taking, retaining, growing } = guards;
  const ours = [...untouchable, ...ownership];
  const inside = [...ours, ...(plan.goal === 'resize' ? currentState : [])];
  const judged =
    (...more: Guard[]) =>
    (observed: Observed): Refusal[] =>
      refusalsOf([...inside, ...more], observed, plan);
  return {
    /** Whatever may not be touched at all, and runs that want something else. */
    ours: (observed: Observed): Refusal[] => refusalsOf(ours, observed, plan),
    /** That, and what must not be so around the instance while a resize goes on. */
    any: judged(),
    /** While the operator brings things back, for an undo too: it does nothing under somebody else's pause. */
    back: judged(...(plan.goal === 'undo' ? currentState.filter(({ name }) => name === 'paused') : [])),
    /** Before whatever makes a StatefulSet go away: then nothing may take its claims. */
    taking: judged(...taking),
    /** While the claims are being released from those who own them. */
    retaining: judged(...retaining),
    /** While the storage grows the volumes. */
    growing: judged(...taking, ...growing),
  };
}

/** A merge patch of the resource. */
export const patchInstance = ({ instance }: Observed, spec: object): Patch => ({
  kind: 'patch',
  of: { kind: 'instance' },
  payload: { spec },
  resourceVersion: instance.resourceVersion,
});

/** The size in the claim template (§4.C step 1), as part of a merge patch of the spec; null takes it out. */
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

/** Deletes a StatefulSet without its pods and claims: this very one, or none. */
export const deleteSet = ({ sets }: Observed, name: string): Delete => ({
  kind: 'delete',
  of: { kind: 'set', name },
  uid: sets.find((set) => set.name === name)?.uid ?? '',
});

/**
 * `--retention-size`: after the volumes have grown, because with less room behind it the limit would let them fill, and before
 * whatever is stopped starts. An undo puts the former value back there.
 */
export const setRetentionSize = (plan: ResizePlan, { any }: Judges): ResizeStep[] =>
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

/** A step in which the run looks on until others have done theirs. */
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
