import { sameQuantity } from '../objects/quantity.ts';
import { refusalsOf } from '../procedure/guard.ts';
import type { Refusal } from '../procedure/procedure.ts';
import { GUARDS, type Guards } from './guards/all.ts';
import type { Guard, Target } from './guards/guard.ts';
import type { Observed } from './observed.ts';
import type { Mode } from './record.ts';
import { claimsToGrow, isRetentionSizeDue, isUnfinished, recordOf } from './state.ts';

/** What the user asked for, besides the instance. */
export interface ResizeOptions {
  size: string;
  mode: Mode;
  retain: boolean;
  /** `--retention-size`. */
  retentionSize?: string | undefined;
  includeOrphaned: boolean;
  accepted: ReadonlySet<string>;
}

export type Decision =
  /** Every volume has the size, and no run is unfinished. */
  | { kind: 'done' }
  | { kind: 'resize'; target: Target; why: 'fresh' | 'unfinished' }
  | { kind: 'refuse'; refusals: Refusal[] };

/** Decides what the next resize does: starts, or resumes the unfinished run of the record. */
export function decide(
  observed: Observed,
  { accepted, ...options }: ResizeOptions,
  guards: Guards = GUARDS,
): Decision {
  const started = recordOf(observed);
  const target: Target = {
    goal: 'resize',
    ...options,
    retain: started?.retain ?? options.retain,
    retentionSize: options.retentionSize ?? started?.retentionSize,
  };
  const { untouchable, ownership, currentState, deletion, retaining, growing, entry, context } = guards;
  const refusals = (...lists: Guard[][]) => refusalsOf(lists.flat(), observed, { ...target, accepted });
  const foreign = refusals(untouchable, ownership);
  if (foreign.length > 0) return { kind: 'refuse', refusals: foreign };
  if (observed.record !== undefined) return { kind: 'resize', target, why: 'unfinished' };
  if (isDone(observed, target)) return { kind: 'done' };
  const held = !isUnfinished(observed, target) ? [] : target.retain ? retaining : deletion;
  const found = refusals(entry, currentState, held, growing, context);
  return found.length > 0 ? { kind: 'refuse', refusals: found } : { kind: 'resize', target, why: 'fresh' };
}

/** Whether there is nothing to change: neither template nor claims, and no StatefulSet is missing. */
function isDone(observed: Observed, target: Target): boolean {
  const { instance, sets, setNames, claims, missing } = observed;
  return (
    instance.replicas !== 0 &&
    sets.length === setNames.length &&
    claims.length > 0 &&
    missing.length === 0 &&
    claimsToGrow(observed, target.includeOrphaned).every((claim) => sameQuantity(claim.size, target.size)) &&
    !isUnfinished(observed, target) &&
    !isRetentionSizeDue(observed, target)
  );
}

export type UndoDecision =
  /** There is no unfinished run. */
  { kind: 'nothing' } | { kind: 'undo'; target: Target } | { kind: 'refuse'; refusals: Refusal[] };

/** Decides what an undo does: size and order are those of the record. */
export function decideUndo(observed: Observed, guards: Guards = GUARDS): UndoDecision {
  if (observed.record === undefined) return { kind: 'nothing' };
  const readable = recordOf(observed);
  const {
    size = observed.instance.size ?? '0',
    mode = 'offline',
    retain = false,
    retentionSize,
  } = readable ?? {};
  const target: Target = { goal: 'undo', size, mode, retain, retentionSize, includeOrphaned: false };
  const accepted: ReadonlySet<string> = new Set();
  const found = refusalsOf([...guards.untouchable, ...guards.ownership], observed, { ...target, accepted });
  return found.length > 0 || !readable ? { kind: 'refuse', refusals: found } : { kind: 'undo', target };
}
