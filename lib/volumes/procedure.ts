import { isDeepStrictEqual } from 'node:util';
import { sameQuantity } from '../objects/quantity.ts';
import type { Procedure } from '../procedure/procedure.ts';
import type { Action, Write } from './action.ts';
import { GUARDS, type Guards } from './guards/all.ts';
import { deletesClaims } from './instance.ts';
import { offlineSteps, onlineSteps, recreateSets, undoOfflineSteps } from './modes.ts';
import type { Observed } from './observed.ts';
import { type ResizeRecord, recordData } from './record.ts';
import { claimsDue, hasGrown, isTemplateDue, isUnfinished, RETAIN, recordOf } from './state.ts';
import {
  checksOf,
  createRecord,
  deleteRecord,
  deleteSet,
  patchClaim,
  patchInstance,
  patchRecord,
  type ResizePlan,
  templateSize,
} from './steps.ts';

/**
 * A resize as a bracket: the record is written first and removed last, and between the two are the steps of §4.C, or
 * those that keep the instance running. An undo is the same bracket around the steps that restore the instance.
 */
export function resizeProcedure(plan: ResizePlan, guards: Guards = GUARDS): Procedure<Observed, Action> {
  const checks = checksOf(plan, guards);
  const isUndo = plan.goal === 'undo';
  const initialRefusals = (observed: Observed) => {
    // A retentionSize alone deletes no StatefulSet.
    if (!isUnfinished(observed, plan)) return checks.any(observed);
    return plan.retain ? checks.retaining(observed) : checks.deletion(observed);
  };
  const stepsOf = {
    offline: isUndo ? undoOfflineSteps : offlineSteps,
    online: isUndo ? recreateSets : onlineSteps,
  }[plan.mode];
  return {
    tryOut: {
      title: 'Try every patch',
      due: ({ tried, record }) => !tried && record === undefined,
      refusals: initialRefusals,
      next: (observed) => ({ kind: 'try', writes: writesAhead(observed, plan) }),
    },
    open: {
      title: isUndo ? 'Mark the record as an undo' : 'Write the record',
      due: ({ record }) =>
        record === undefined || (isUndo && typeof record === 'object' && record.goal !== 'undo'),
      refusals: isUndo ? checks.any : initialRefusals,
      next: (observed) => {
        const record = recordOf(observed);
        return record
          ? patchRecord(observed, recordData({ ...record, goal: 'undo' }))
          : createRecord(observed, plan);
      },
    },
    steps: stepsOf(plan, checks),
    close: {
      title: 'Remove the record',
      due: ({ record }) => typeof record === 'object',
      // Everything is restored: later changes by other writers do not concern this run.
      refusals: checks.ours,
      next: deleteRecord,
    },
    withdraw: {
      title: 'Withdraw the record',
      due: (observed) => {
        const record = recordOf(observed);
        // Another run may be about to write under its own record.
        return record !== undefined && record.run === plan.run.run && isUntouched(observed, record);
      },
      // A guard that stopped the run before any change does not prevent the removal of its record.
      refusals: checks.ours,
      next: deleteRecord,
    },
  };
}

/** The writes of a resize that can be tried before it starts, so that the server refuses before anything is changed. */
function writesAhead(observed: Observed, plan: ResizePlan): Write[] {
  const { size, mode, retain, retentionSize, includeOrphaned, sets } = plan;
  const spec = {
    ...(mode === 'offline' ? { replicas: 0 } : { paused: true }),
    ...templateSize(size),
    ...(retain &&
      deletesClaims(observed.instance.policy) && { persistentVolumeClaimRetentionPolicy: RETAIN }),
    ...(retentionSize !== undefined && { retentionSize }),
  };
  const live = sets.filter((name) => observed.sets.some((set) => set.name === name));
  return [
    createRecord(observed, plan),
    ...claimsDue(observed, size, includeOrphaned).map(({ name }) => patchClaim(observed, name, size)),
    patchInstance(observed, spec),
    ...(mode === 'online' && isTemplateDue(observed, size)
      ? live.map((name) => deleteSet(observed, name))
      : []),
  ];
}

/** Whether the resource and its claims still have the values in the record. */
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
