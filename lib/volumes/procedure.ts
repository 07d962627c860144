import { isDeepStrictEqual } from 'node:util';
import { sameQuantity } from '../objects/quantity.ts';
import type { Procedure } from '../procedure/procedure.ts';
import type { Action, Write } from './action.ts';
import { GUARDS, type Guards } from './guards/all.ts';
import { takesClaims } from './instance.ts';
import { documentedSteps, onlineSteps, remakeSets, undoDocumentedSteps } from './modes.ts';
import type { Observed } from './observed.ts';
import { type ResizeRecord, recordData } from './record.ts';
import { claimsDue, hasGrown, isTemplateDue, isUnfinished, RETAIN, recordOf } from './state.ts';
import {
  createRecord,
  deleteRecord,
  deleteSet,
  judgesOf,
  patchClaim,
  patchInstance,
  patchRecord,
  type ResizePlan,
  templateSize,
} from './steps.ts';

/**
 * A resize as a bracket: the record is written first and removed last, and between the two come the steps of §4.C, or
 * those that keep the instance running. An undo is the same bracket around what brings the instance back.
 */
export function resizeProcedure(plan: ResizePlan, guards: Guards = GUARDS): Procedure<Observed, Action> {
  const judges = judgesOf(plan, guards);
  const isUndo = plan.goal === 'undo';
  const beforehand = (observed: Observed) => {
    // A retentionSize alone makes no StatefulSet go away.
    if (!isUnfinished(observed, plan)) return judges.any(observed);
    return plan.retain ? judges.retaining(observed) : judges.taking(observed);
  };
  const stepsOf = {
    documented: isUndo ? undoDocumentedSteps : documentedSteps,
    online: isUndo ? remakeSets : onlineSteps,
  }[plan.mode];
  return {
    tryOut: {
      title: 'Try every patch',
      due: ({ tried, record }) => !tried && record === undefined,
      refusals: beforehand,
      next: (observed) => ({ kind: 'try', writes: writesAhead(observed, plan) }),
    },
    open: {
      title: isUndo ? 'Note in the record that it is undone' : 'Write the record',
      due: ({ record }) =>
        record === undefined || (isUndo && typeof record === 'object' && record.goal !== 'undo'),
      refusals: isUndo ? judges.any : beforehand,
      next: (observed) => {
        const record = recordOf(observed);
        return record
          ? patchRecord(observed, recordData({ ...record, goal: 'undo' }))
          : createRecord(observed, plan);
      },
    },
    steps: stepsOf(plan, judges),
    close: {
      title: 'Remove the record',
      due: ({ record }) => typeof record === 'object',
      // Everything is as it was: what others make of it from here on is no business of this run.
      refusals: judges.ours,
      next: deleteRecord,
    },
    withdraw: {
      title: 'Take the record back',
      due: (observed) => {
        const record = recordOf(observed);
        // Under the record of another run, that one may be about to write.
        return record !== undefined && record.run === plan.run.run && isUntouched(observed, record);
      },
      // What stopped the run while nothing was changed does not stand against taking its record away.
      refusals: judges.ours,
      next: deleteRecord,
    },
  };
}

/** The writes of a resize that can be tried from where it begins: what the server would refuse shows while nothing is changed. */
function writesAhead(observed: Observed, plan: ResizePlan): Write[] {
  const { size, mode, retain, retentionSize, includeLeftovers, sets } = plan;
  const spec = {
    ...(mode === 'documented' ? { replicas: 0 } : { paused: true }),
    ...templateSize(size),
    ...(retain && takesClaims(observed.instance.policy) && { persistentVolumeClaimRetentionPolicy: RETAIN }),
    ...(retentionSize !== undefined && { retentionSize }),
  };
  const live = sets.filter((name) => observed.sets.some((set) => set.name === name));
  return [
    createRecord(observed, plan),
    ...claimsDue(observed, size, includeLeftovers).map(({ name }) => patchClaim(observed, name, size)),
    patchInstance(observed, spec),
    ...(mode === 'online' && isTemplateDue(observed, size)
      ? live.map((name) => deleteSet(observed, name))
      : []),
  ];
}

/** Whether the resource and its claims are as the record found them. */
function isUntouched(observed: Observed, record: ResizeRecord): boolean {
  const { replicas = null, paused = null, size, policy = null, retentionSize = null } = observed.instance;
  const { original } = record;
  return (
    replicas === original.replicas &&
    paused === original.paused &&
    sameQuantity(size, original.size ?? undefined) &&
    isDeepStrictEqual(policy, original.policy) &&
    (original.retentionSize === undefined || original.retentionSize === retentionSize) &&
    !hasGrown(observed, record)
  );
}
