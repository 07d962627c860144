import { sameQuantity } from '../objects/quantity.ts';
import { refusalsOf } from '../procedure/guard.ts';
import type { Refusal } from '../procedure/procedure.ts';
import { GUARDS, type Guards } from './guards/all.ts';
import type { Aim, Guard } from './guards/guard.ts';
import type { Observed } from './observed.ts';
import type { Mode } from './record.ts';
import { claimsToGrow, isRetentionSizeDue, isUnfinished } from './state.ts';

/** What a person asked for, beside the instance. */
export interface ResizeOptions {
  size: string;
  mode: Mode;
  retain: boolean;
  /** `--retention-size`. */
  retentionSize?: string | undefined;
  includeLeftovers: boolean;
  accepted: ReadonlySet<string>;
}

/** What is to be done about an instance. */
export type Decision =
  /** Every volume has the size, and nothing is unfinished: nothing is changed. */
  | { kind: 'done' }
  | { kind: 'resize'; aim: Aim; why: 'fresh' | 'unfinished' }
  | { kind: 'refuse'; refusals: Refusal[] };

/** Decides afresh, or on the record of an unfinished run, what the next resize does. */
export function decide(
  observed: Observed,
  { accepted, ...wish }: ResizeOptions,
  guards: Guards = GUARDS,
): Decision {
  const { record } = observed;
  const started = typeof record === 'object' ? record : undefined;
  const aim: Aim = {
    goal: 'resize',
    ...wish,
    retain: started?.retain ?? wish.retain,
    retentionSize: wish.retentionSize ?? started?.retentionSize,
  };
  const { untouchable, ownership, currentState, taking, retaining, growing, entry, around } = guards;
  const refusals = (...lists: Guard[][]) => refusalsOf(lists.flat(), observed, { ...aim, accepted });
  const mine = refusals(untouchable, ownership);
  if (mine.length > 0) return { kind: 'refuse', refusals: mine };
  if (record !== undefined) return { kind: 'resize', aim, why: 'unfinished' };
  if (isDone(observed, aim)) return { kind: 'done' };
  const held = !isUnfinished(observed, aim) ? [] : aim.retain ? retaining : taking;
  const found = refusals(entry, currentState, held, growing, around);
  return found.length > 0 ? { kind: 'refuse', refusals: found } : { kind: 'resize', aim, why: 'fresh' };
}

/** Whether there is nothing to be changed: neither template nor claim, and it stands with all its StatefulSets. */
function isDone(observed: Observed, aim: Aim): boolean {
  const { instance, sets, setNames, claims, missing } = observed;
  return (
    instance.replicas !== 0 &&
    sets.length === setNames.length &&
    claims.length > 0 &&
    missing.length === 0 &&
    claimsToGrow(observed, aim.includeLeftovers).every((claim) => sameQuantity(claim.size, aim.size)) &&
    !isUnfinished(observed, aim) &&
    !isRetentionSizeDue(observed, aim)
  );
}

/** What is to be done where an unfinished run is to be taken back. */
export type UndoDecision =
  /** There is no unfinished run. */
  { kind: 'nothing' } | { kind: 'undo'; aim: Aim } | { kind: 'refuse'; refusals: Refusal[] };

/** Decides what an undo does: it keeps to the record's order, and a size that is given has to be the record's. */
export function decideUndo(
  observed: Observed,
  { size, includeLeftovers, accepted }: Pick<ResizeOptions, 'size' | 'includeLeftovers' | 'accepted'>,
  guards: Guards = GUARDS,
): UndoDecision {
  const { record } = observed;
  if (record === undefined) return { kind: 'nothing' };
  const readable = typeof record === 'object' ? record : undefined;
  const aim: Aim = {
    goal: 'undo',
    size,
    mode: readable?.mode ?? 'documented',
    retain: readable?.retain ?? false,
    retentionSize: readable?.retentionSize,
    includeLeftovers,
  };
  const found = refusalsOf([...guards.untouchable, ...guards.ownership], observed, { ...aim, accepted });
  return found.length > 0 || !readable ? { kind: 'refuse', refusals: found } : { kind: 'undo', aim };
}
