import { refusalsOf } from '../procedure/guard.ts';
import type { Refusal, Step } from '../procedure/procedure.ts';
import type { Action, Create, Delete, Patch, Ref } from './action.ts';
import type { Guards } from './guards/all.ts';
import type { Aim, Guard } from './guards/guard.ts';
import type { Observed } from './observed.ts';
import { type ResizeRecord, type RunStamp, recordObject } from './record.ts';
import { allClaims, isRetentionSizeDue, originalsOf, recordOf } from './state.ts';

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

/** Who judges the steps: all of them, those after which a StatefulSet goes, and those that bring things back. */
export interface Judges {
  /** Whatever may not be touched at all, and runs that want something else. */
  ours(observed: Observed): Refusal[];
  /** That, and what must not be so around the instance while a resize goes on. */
  any(observed: Observed): Refusal[];
  /** While the operator brings things back, for an undo too: it does nothing under somebody else's pause. */
  back(observed: Observed): Refusal[];
  /** Before whatever makes a StatefulSet go away: then nothing may take its claims. */
  taking(observed: Observed): Refusal[];
  /** While the claims are being released from those who own them. */
  retaining(observed: Observed): Refusal[];
  /** While the storage grows the volumes. */
  growing(observed: Observed): Refusal[];
}

export function judgesOf(plan: ResizePlan, guards: Guards): Judges {
  const { untouchable, ownership, standing, taking, retaining, growing } = guards;
  const ours = [...untouchable, ...ownership];
  const inside = [...ours, ...(plan.goal === 'resize' ? standing : [])];
  const judged =
    (...more: Guard[]) =>
    (observed: Observed): Refusal[] =>
      refusalsOf([...inside, ...more], observed, plan);
  return {
    ours: (observed) => refusalsOf(ours, observed, plan),
    any: judged(),
    back: judged(...(plan.goal === 'undo' ? standing.filter(({ name }) => name === 'paused') : [])),
    taking: judged(...taking),
    retaining: judged(...retaining),
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
