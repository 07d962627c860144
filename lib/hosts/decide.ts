import { REGISTRATION_ERROR } from '../objects/names.ts';
import { refusalsOf } from '../procedure/guard.ts';
import type { Refusal } from '../procedure/procedure.ts';
import { GUARDS, type Guards } from './guards/all.ts';
import { isMissingInformation } from './guards/entry.ts';
import type { Guard } from './guards/guard.ts';
import { type Host, specDiffers, urlsDiffer } from './host.ts';
import {
  contradicts,
  isChecksumRight,
  NO_TARGET,
  type Target,
  type TargetOptions,
  targetOf,
} from './image.ts';
import { mayBeRetried, type Observed } from './observed.ts';
import type { Order, RepairRecord } from './record.ts';
import { isAboutToBeWiped } from './risk.ts';

/** What a person asked for, beside the host's name. */
export interface RepairOptions extends TargetOptions {
  accepted: ReadonlySet<string>;
  /** Repair a host that has no error yet. */
  preventive: boolean;
  /** The order asked for; an unfinished run keeps to the safer of its own and this one. */
  order: Order;
}

/** Why a host is repaired. `urls-differ` and `method-differs`: unpaused, the operator wipes it. */
export type Reason = 'error' | 'preventive' | 'unfinished' | 'urls-differ' | 'method-differs';

/** What is to be done about a host (§4.A step 1, read and decided). */
export type Decision =
  /** Nothing is wrong with it: nothing is changed. */
  | { kind: 'healthy' }
  /** It has no error at the moment, and may be caught between two: nothing is changed, and nothing is known. */
  | { kind: 'unknown' }
  /** It has the error and the new address already: nothing is patched, only verified. */
  | { kind: 'on-target'; target: Target }
  | {
      kind: 'repair';
      target: Target;
      order: Order;
      why: Reason;
    }
  | { kind: 'refuse'; refusals: Refusal[] };

/** The target that a repair of this host is to have; `NO_TARGET` where none can be told. */
function targetFor({ host, record }: Pick<Observed, 'host' | 'record'>, options: TargetOptions): Target {
  if (typeof record === 'object' && !contradicts(options, record.target)) return record.target;
  const { image } = host;
  const target = targetOf(image?.url ?? host.statusImage.url, options, image) ?? NO_TARGET;
  const isAsked = options.checksumUrl !== undefined || options.checksumType !== undefined;
  // One that is there already keeps its checksum, of whatever algorithm that is.
  return !isAsked && image?.url === target.url && image.checksum && isChecksumRight(image)
    ? { url: target.url, checksum: image.checksum }
    : target;
}

/** Decides afresh, or on the record of an unfinished run, what the next repair does. */
export function decide(observed: Observed, wish: RepairOptions, guards: Guards = GUARDS): Decision {
  const { host, record } = observed;
  const { untouchable, naming, entry, currentState, ownership, address, resume } = guards;
  const target = targetFor(observed, wish);
  const order = typeof record === 'object' ? (record.order ?? wish.order) : wish.order;
  const refusals = (...lists: Guard[][]) =>
    refusalsOf(lists.flat(), observed, { goal: 'repair', target, order, accepted: wish.accepted });
  const refuse = (found: Refusal[]): Decision => ({ kind: 'refuse', refusals: found });

  const stopped = refusals(untouchable);
  if (stopped.some(({ acceptable }) => !acceptable)) return refuse(stopped);
  const unnamed = refusals(naming);
  if (unnamed.length > 0) return refuse([...stopped, ...unnamed]);
  const differ = specDiffers(host);
  const onTarget = !differ && host.image?.url === target.url && host.image.checksum === target.checksum;
  if (record === undefined && onTarget && isOurs(host)) return { kind: 'on-target', target };
  const unfinished = record !== undefined;
  // The operator tries no host again that it is kept from.
  const isTried = stopped.length === 0 && mayBeRetried(host);
  if (!unfinished && !differ && !wish.preventive && isTried) return { kind: 'unknown' };
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
    // Paused or detached, there is time to judge it first; else there is none.
    const found = isAboutToBeWiped(observed) ? [] : refusals(...ours);
    return found.length > 0
      ? refuse(found)
      : { kind: 'repair', target, order, why: urlsDiffer(host) ? 'urls-differ' : 'method-differs' };
  }
  const wrong = host.errorType !== undefined;
  const isFine = !wrong && (!wish.preventive || onTarget);
  const found = isFine ? refusals(currentState.filter(({ wipes }) => wipes)) : refusals(entry, ...ours);
  if (isFine && found.length === 0) return { kind: 'healthy' };
  if (found.length > 0) return refuse(found);
  return { kind: 'repair', target, order, why: wrong ? 'error' : 'preventive' };
}

/** Whether a host is paused before it is judged, because the operator wipes it as it is. */
export const isUrgent = (why: Reason): boolean => why === 'urls-differ' || why === 'method-differs';

/**
 * The addresses that the image server is worth asking for before this repair; undefined where none are brought in and
 * where there is no time for it, because the host is about to be wiped.
 */
export function newAddresses(observed: Observed, wish: RepairOptions): Target | undefined {
  const decision = decide(observed, wish);
  const isNew =
    decision.kind === 'repair' && !isUrgent(decision.why) && decision.target.url !== observed.host.image?.url;
  return isNew ? decision.target : undefined;
}

/** What is to be done where an unfinished run is to be taken back. */
export type UndoDecision =
  /** There is no unfinished run. */
  { kind: 'nothing' } | { kind: 'undo'; record: RepairRecord } | { kind: 'refuse'; refusals: Refusal[] };

/** Decides what an undo does; one that can't make the addresses equal refuses while the record is still a repair's. */
export function decideUndo(
  observed: Observed,
  { accepted }: Pick<RepairOptions, 'accepted'>,
  guards: Guards = GUARDS,
): UndoDecision {
  const { record } = observed;
  if (record === undefined) return { kind: 'nothing' };
  const { untouchable, currentState, ownership, undo } = guards;
  const target = typeof record === 'object' ? record.target : NO_TARGET;
  const aim = { goal: 'undo', target, order: 'window-free', accepted } as const;
  const judged = [...currentState, ...ownership, ...undo];
  // A host that is about to be wiped is paused before it is judged.
  const found = refusalsOf([...untouchable, ...(isAboutToBeWiped(observed) ? [] : judged)], observed, aim);
  return found.length > 0 || typeof record !== 'object'
    ? { kind: 'refuse', refusals: found }
    : { kind: 'undo', record };
}

/** Whether a host's error is the one that this procedure is for. */
const isOurs = ({ errorType, errorMessage }: Host): boolean =>
  errorType === REGISTRATION_ERROR && !isMissingInformation(errorMessage);
