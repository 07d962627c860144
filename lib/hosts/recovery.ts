import { isDeepStrictEqual } from 'node:util';
import { REGISTRATION_ERROR, REGISTRATION_ERROR_EVENT } from '../objects/names.ts';
import { lacking, lossOf, targetChecks, told } from './health.ts';
import type { Host } from './host.ts';
import type { Target } from './image.ts';
import { isRenewed, type Lease, operatorLeases, type Tenure, tenureOf, unrenewed } from './leases.ts';

/** One look at a host, and at what was read beside it. */
export interface Snapshot {
  /** Undefined where the record was deleted. */
  host: Host | undefined;
  /** Absent where they were not read with it. */
  failures?: Failures;
  /** Of the operators, those of other hosts too; absent where they were not, or may not be, read. */
  leases?: readonly Lease[];
}

/** What has come of a host since its resume. */
export type Recovery =
  | { kind: 'waiting'; for: string }
  /** Healthy for `held` milliseconds, which is not long enough yet. */
  | { kind: 'holding'; held: number }
  /** Healthy for as long as was asked for, and the operator has seen the host since the resume. */
  | { kind: 'recovered' }
  /** The same, but nothing shows that the operator has seen it: no save, and no renewed lease that can be read. */
  | { kind: 'unconfirmed' }
  /** The error came back: the operator has tried the new address, and failed. */
  | { kind: 'flapping'; sign: string }
  /** It can't be healthy again by itself. */
  | { kind: 'lost'; reason: string }
  /**
   * For a window the operator ran and changed nothing of the error, however often it saved the host: the node is active in
   * Ironic already, and the error a stale one.
   * An operator with many hosts may come to this one yet: it is a verdict only at the timeout.
   */
  | { kind: 'node-active' }
  /** At the timeout: the operator has not touched the host; `silent` are its leases that were not renewed. */
  | { kind: 'not-reconciling'; silent: readonly Lease[] };

/** What is remembered from look to look. Times are milliseconds since the wait began, on the caller's clock. */
export interface Tracker {
  resumed: Host;
  target: Target;
  /** How long a host has to be healthy; 0: the first healthy sight counts. */
  stableFor: number;
  /** The host as it was seen last. */
  host: Host;
  /** Since when nothing of what the operator says of the host has changed, and how often it has saved the host all the same. */
  quietSince: number;
  saves: number;
  /** Whether the operator has written to the host since the resume. */
  touched: boolean;
  /** Whether the host was seen without the error. */
  wasWell: boolean;
  /** Open while the host is healthy: since when, and the Events that there were then. */
  window: { since: number; failures: Failures } | undefined;
  /** The leases of the operator since `quietSince`; undefined where they were not or could not be read. */
  tenure: Tenure | undefined;
  recovery: Recovery;
}

/** A wait that begins now, for the host as it was at the resume. */
export const startTracking = (resumed: Host, target: Target, stableFor: number): Tracker => ({
  resumed,
  target,
  stableFor,
  host: resumed,
  quietSince: 0,
  saves: 0,
  touched: false,
  wasWell: resumed.errorType === undefined,
  window: undefined,
  tenure: undefined,
  recovery: { kind: 'waiting', for: 'the operator to reconcile the host' },
});

/** Whether nothing that is seen later changes the verdict. */
export const isFinal = ({ kind }: Recovery): boolean =>
  kind === 'recovered' || kind === 'flapping' || kind === 'lost';

/**
 * Takes in one look, `at` milliseconds after the wait began. Progress is what differs from the look before, never what
 * a clock in the cluster says.
 */
export function track(before: Tracker, snapshot: Snapshot, at: number): Tracker {
  if (isFinal(before.recovery)) return before;
  const { host, failures, leases } = snapshot;
  if (!host) return { ...before, recovery: { kind: 'lost', reason: 'the host record was deleted' } };
  const reason = lossOf(host);
  if (reason !== undefined) return { ...before, host, recovery: { kind: 'lost', reason } };
  const sign = relapse(before, host, failures);
  if (sign !== undefined) return { ...before, host, recovery: { kind: 'flapping', sign } };

  const moved = !isDeepStrictEqual(told(host), told(before.host));
  const saved = host.lastUpdated !== before.host.lastUpdated;
  const tenure = moved ? undefined : before.tenure;
  const healthy = lacking(host, before.resumed, before.target) === undefined;
  // Only a look that has read the Events opens a window: else there is nothing to compare later ones with.
  const opened = failures && { since: at, failures };
  const now: Tracker = {
    ...before,
    host,
    quietSince: moved ? at : before.quietSince,
    saves: moved ? 0 : before.saves + Number(saved),
    touched: before.touched || moved || saved,
    wasWell: before.wasWell || host.errorType === undefined,
    window: healthy ? (before.window ?? opened) : undefined,
    tenure: leases ? tenureOf(operatorLeases(leases, host.namespace), tenure, at) : tenure,
  };
  return { ...now, recovery: judged(now, failures, at) };
}

/** The verdict where nothing more is waited for. */
export function atTimeout({ recovery, host, touched, tenure }: Tracker): Recovery {
  if (recovery.kind === 'unconfirmed')
    return tenure?.last.length ? { kind: 'not-reconciling', silent: unrenewed(tenure) } : recovery;
  if (recovery.kind !== 'waiting' || touched || host.paused !== undefined) return recovery;
  return tenure && isRenewed(tenure)
    ? { kind: 'waiting', for: `${recovery.for}, although it is running: its lease is renewed` }
    : { kind: 'not-reconciling', silent: tenure ? unrenewed(tenure) : [] };
}

/** How long a healthy host has been held by now, which may be longer than at the last look. */
export const heldAt = ({ recovery, window }: Tracker, at: number): Recovery =>
  recovery.kind === 'holding' && window ? { ...recovery, held: at - window.since } : recovery;

/** Milliseconds until another look is wanted though the host's record does not change; infinite where none is. */
export function nextSnapshot(
  { window, quietSince, tenure, stableFor, recovery }: Tracker,
  at: number,
): number {
  if (stableFor === 0) return recovery.kind === 'unconfirmed' ? SHORTEST : Number.POSITIVE_INFINITY;
  const due = (window?.since ?? Math.max(quietSince, tenure?.since ?? 0)) + stableFor - at;
  return due > 0 ? due : Math.max(stableFor, SHORTEST);
}

/** Shortest time between two looks that no change asks for, in milliseconds. */
const SHORTEST = 1_000;

function judged(now: Tracker, failures: Failures | undefined, at: number): Recovery {
  const { host, resumed, target, stableFor, window } = now;
  const lack = lacking(host, resumed, target);
  if (lack !== undefined)
    return isNodeActive(now, at) ? { kind: 'node-active' } : { kind: 'waiting', for: lack };
  const isConfirmed = now.touched || isAtWork(now);
  const held = { kind: isConfirmed ? 'recovered' : 'unconfirmed' } as const;
  if (stableFor === 0) return held;
  if (!window) return { kind: 'waiting', for: 'the Events of the host to be read' };
  const since = at - window.since;
  const isOver = since >= stableFor && (failures !== undefined || !isConfirmed);
  return isOver ? held : { kind: 'holding', held: since };
}

/** Whether the operator ran while the host was quiet: one save alone may be the last that it did. */
const isAtWork = ({ saves, tenure }: Tracker): boolean =>
  saves > 1 || (tenure !== undefined && isRenewed(tenure));

/**
 * By what it shows that the error came back. The patch has set `errorCount` to 0 under the pause, so a higher one is
 * of a try since. An Event is published after its record: those that are there as the window opens may be of before.
 */
function relapse(
  { resumed, wasWell, window }: Tracker,
  { errorType, errorCount = 0, errorMessage }: Host,
  failures: Failures | undefined,
): string | undefined {
  if (errorType === REGISTRATION_ERROR && (wasWell || errorCount > (resumed.errorCount ?? 0)))
    return errorMessage || errorType;
  return isReportedAgain(failures, window?.failures) ? `an Event ${REGISTRATION_ERROR_EVENT}` : undefined;
}

function isNodeActive(now: Tracker, at: number): boolean {
  const { host, target, stableFor, quietSince, saves, tenure } = now;
  if (!isAtWork(now) || stableFor === 0 || host.paused !== undefined) return false;
  const isStale = host.errorType === REGISTRATION_ERROR && targetChecks(host, target).every(({ ok }) => ok);
  const since = saves > 1 ? quietSince : Math.max(quietSince, tenure?.since ?? 0);
  return isStale && at - since >= stableFor;
}

/** Events that report the error: how often each has been counted, by its uid; `unreadable` where the user may not read them. */
export type Failures = ReadonlyMap<string, number> | 'unreadable';

/** Whether an Event is new or was counted again. What can't be read on either side can't be compared. */
function isReportedAgain(now: Failures | undefined, before: Failures | undefined): boolean {
  if (typeof now !== 'object' || typeof before !== 'object') return false;
  return [...now].some(([uid, count]) => count > (before.get(uid) ?? 0));
}
