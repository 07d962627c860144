import { REGISTRATION_ERROR } from '../objects/names.ts';
import { refusalsOf } from '../procedure/guard.ts';
import type { Refusal } from '../procedure/procedure.ts';
import { lastOwnWrite, otherWriters } from './gitops.ts';
import { GUARDS, type Guards } from './guards/all.ts';
import { isMissingInformation } from './guards/entry.ts';
import type { Guard } from './guards/guard.ts';
import { targetChecks } from './health.ts';
import { type Host, specDiffers, urlsDiffer } from './host.ts';
import {
  contradicts,
  isAtFixedAddress,
  isChecksumRight,
  NO_TARGET,
  type Target,
  type TargetOptions,
  targetOf,
} from './image.ts';
import { mayBeRetried, type Observed } from './observed.ts';
import type { Order, RepairRecord } from './record.ts';
import { isAboutToBeWiped } from './risk.ts';

/** What the user asked for, besides the host's name. */
export interface RepairOptions extends TargetOptions {
  accepted: ReadonlySet<string>;
  /** Repair a host that has no error yet. */
  preventive: boolean;
  /**
   * A healthy host that this plugin wrote to `within` so many milliseconds of `at` (since the epoch) was resumed by a run that may
   * have been killed before it verified. If undefined, a healthy host needs nothing.
   */
  unverified?: { at: number; within: number } | undefined;
  /** The requested order. If undefined: safe where another writer changes the host, else the documented one. */
  order?: Order;
}

/** The options of a repair without flags. */
export const PLAIN_OPTIONS: RepairOptions = { accepted: new Set(), preventive: false };

/** Why a host is repaired. `urls-differ` and `method-differs`: unpaused, the operator wipes it. */
export type Reason = 'error' | 'preventive' | 'unfinished' | 'urls-differ' | 'method-differs';

/** What to do with a host (§4.A step 1). */
export type Decision =
  /** Nothing is wrong: change nothing. */
  | { kind: 'healthy' }
  /** It has no error now but may be between two attempts of the operator: change nothing. */
  | { kind: 'unknown' }
  /** It already has the new address, and the error or a repair that may not have been verified: only verify. */
  | { kind: 'on-target'; target: Target }
  | {
      kind: 'repair';
      target: Target;
      order: Order;
      why: Reason;
    }
  | { kind: 'refuse'; refusals: Refusal[] };

/** The target of a repair of this host; `NO_TARGET` if none can be derived. */
function targetFor({ host, record }: Pick<Observed, 'host' | 'record'>, options: TargetOptions): Target {
  if (typeof record === 'object' && !contradicts(options, record.target)) return record.target;
  const { image } = host;
  const target = targetOf(image?.url ?? host.statusImage.url, options, image) ?? NO_TARGET;
  const isAsked = options.checksumUrl !== undefined || options.checksumType !== undefined;
  // An address that is already in the spec keeps its checksum, whatever its algorithm.
  return !isAsked && image?.url === target.url && image.checksum && isChecksumRight(image)
    ? { url: target.url, checksum: image.checksum }
    : target;
}

/** Decides what the next repair does: a new run, or the rest of an unfinished one. */
export function decide(observed: Observed, options: RepairOptions, guards: Guards = GUARDS): Decision {
  const { host, record } = observed;
  const { untouchable, naming, entry, currentState, ownership, address, resume } = guards;
  const target = targetFor(observed, options);
  const order = orderOf(observed, options.order);
  const refusals = (...lists: Guard[][]) =>
    refusalsOf(lists.flat(), observed, { goal: 'repair', target, order, accepted: options.accepted });
  const refuse = (found: Refusal[]): Decision => ({ kind: 'refuse', refusals: found });

  const stopped = refusals(untouchable);
  if (stopped.some(({ acceptable }) => !acceptable)) return refuse(stopped);
  const unnamed = refusals(naming);
  if (unnamed.length > 0) return refuse([...stopped, ...unnamed]);
  const differ = specDiffers(host);
  const onTarget = !differ && host.image?.url === target.url && host.image.checksum === target.checksum;
  if (record === undefined && onTarget && isOurs(host)) return { kind: 'on-target', target };
  const unfinished = record !== undefined;
  // The operator does not retry a host that is paused or detached.
  const isTried = stopped.length === 0 && mayBeRetried(host);
  if (!unfinished && !differ && !options.preventive && isTried) return { kind: 'unknown' };
  const ours = [currentState, ownership, address];
  if (stopped.length > 0)
    return refuse([
      ...refusals(resume),
      ...stopped,
      ...refusals(...(unfinished || differ ? [] : [entry]), ...ours),
    ]);
  if (unfinished) {
    const found = refusals(ownership);
    return found.length > 0 ? refuse(found) : { kind: 'repair', target, order, why: 'unfinished' };
  }
  if (differ) {
    // Only a paused or detached host leaves time to check the guards before pausing.
    const found = isAboutToBeWiped(observed) ? [] : refusals(...ours);
    return found.length > 0
      ? refuse(found)
      : { kind: 'repair', target, order, why: urlsDiffer(host) ? 'urls-differ' : 'method-differs' };
  }
  const wrong = host.errorType !== undefined;
  const isFine = !wrong && (!options.preventive || onTarget);
  const found = isFine ? refusals(currentState.filter(({ wipes }) => wipes)) : refusals(entry, ...ours);
  if (isFine && found.length === 0) {
    const repaired = unverifiedTarget(observed, options);
    return repaired ? { kind: 'on-target', target: repaired } : { kind: 'healthy' };
  }
  if (found.length > 0) return refuse(found);
  return { kind: 'repair', target, order, why: wrong ? 'error' : 'preventive' };
}

/** The address of a host without an error that was repaired too recently to count as verified; undefined for any other. */
export function unverifiedTarget(
  observed: Observed,
  { unverified }: Pick<RepairOptions, 'unverified'>,
): Target | undefined {
  const { host } = observed;
  const { image, paused } = host;
  if (!unverified || !image?.url || isAtFixedAddress(image) || paused !== undefined) return undefined;
  const target = { url: image.url, checksum: image.checksum ?? '' };
  // Clocks may differ in both directions.
  const isRecent = Math.abs(lastOwnWrite(observed) - unverified.at) <= unverified.within;
  return isRecent && targetChecks(host, target).every(({ ok }) => ok) ? target : undefined;
}

/** The order of a run's patches. An unfinished run in the safe order stays in it. */
export function orderOf(observed: Observed, asked: Order | undefined): Order {
  const { record } = observed;
  if (typeof record === 'object' && record.order) return record.order;
  return asked ?? (otherWriters(observed).length > 0 ? 'safe' : 'documented');
}

/** Whether a host is paused before its guards are checked, because the operator is about to wipe it. */
export const isUrgent = (why: Reason): boolean => why === 'urls-differ' || why === 'method-differs';

/**
 * The new addresses to request from the image server before this repair; undefined if the repair writes none, or if there is no
 * time because the host is about to be wiped.
 */
export function newAddresses(observed: Observed, options: RepairOptions): Target | undefined {
  const decision = decide(observed, options);
  const isNew =
    decision.kind === 'repair' && !isUrgent(decision.why) && decision.target.url !== observed.host.image?.url;
  return isNew ? decision.target : undefined;
}

/** What an undo does. */
export type UndoDecision =
  /** There is no unfinished run. */
  { kind: 'nothing' } | { kind: 'undo'; record: RepairRecord } | { kind: 'refuse'; refusals: Refusal[] };

/** Decides what an undo does. If it cannot make the addresses equal, it refuses while the record's goal is still repair. */
export function decideUndo(
  observed: Observed,
  { accepted }: Pick<RepairOptions, 'accepted'>,
  guards: Guards = GUARDS,
): UndoDecision {
  const { record } = observed;
  if (record === undefined) return { kind: 'nothing' };
  const { untouchable, currentState, ownership, undo } = guards;
  const target = typeof record === 'object' ? record.target : NO_TARGET;
  const aim = { goal: 'undo', target, order: 'safe', accepted } as const;
  const inside = [...currentState, ...ownership, ...undo];
  // A host that is about to be wiped is paused before its guards are checked.
  const found = refusalsOf([...untouchable, ...(isAboutToBeWiped(observed) ? [] : inside)], observed, aim);
  return found.length > 0 || typeof record !== 'object'
    ? { kind: 'refuse', refusals: found }
    : { kind: 'undo', record };
}

/** Whether the host has the error that this procedure repairs. */
const isOurs = ({ errorType, errorMessage }: Host): boolean =>
  errorType === REGISTRATION_ERROR && !isMissingInformation(errorMessage);
