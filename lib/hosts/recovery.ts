import { isDeepStrictEqual } from 'node:util';
import { REGISTRATION_ERROR, REGISTRATION_ERROR_EVENT } from '../objects/names.ts';
import { lacking, lossOf, progressOf, targetChecks } from './health.ts';
import type { Host } from './host.ts';
import type { Target } from './image.ts';
import { isRenewed, type Lease, operatorLeases, type Tenure, tenureOf, unrenewed } from './leases.ts';

/** A host, and what was read with it. */
export interface Snapshot {
  /** Undefined if the host was deleted. */
  host: Host | undefined;
  /** Absent if not read. */
  failures?: Failures;
  /** Of all operators, including those of other hosts; absent if not read or not permitted. */
  leases?: readonly Lease[];
}

/** The recovery of a host since its resume. */
export type Recovery =
  | { kind: 'waiting'; for: string }
  /** Healthy for `held` milliseconds, which is not yet long enough. */
  | { kind: 'holding'; held: number }
  /** Healthy for the requested time, and the operator has reconciled the host since the resume. */
  | { kind: 'recovered' }
  /** The same, but nothing shows that the operator has reconciled it: no save, and no readable renewed lease. */
  | { kind: 'unconfirmed' }
  /** The error returned: the operator tried the new address and failed. */
  | { kind: 'flapping'; sign: string }
  /** It cannot recover by itself. */
  | { kind: 'lost'; reason: string }
  /**
   * The operator ran for a whole window without changing the error, even if it saved the host: the node is already active in
   * Ironic, and the error is stale. A busy operator may still get to this host, so this is final only at the timeout.
   */
  | { kind: 'node-active' }
  /** At the timeout: the operator has not changed the host; `silent` are its leases that were not renewed. */
  | { kind: 'not-reconciling'; silent: readonly Lease[] };

/** State of the wait between snapshots. Times are milliseconds since its start, on the caller's clock. */
export interface Tracker {
  resumed: Host;
  target: Target;
  /** How long a host must be healthy; with 0, one healthy snapshot is enough. */
  stableFor: number;
  /** The host in the last snapshot. */
  host: Host;
  /** Since when the operator has made no progress, and how often it has saved the host since. */
  quietSince: number;
  saves: number;
  /** Whether the operator has written to the host since the resume. */
  touched: boolean;
  /** Whether a snapshot was without the error. */
  wasWell: boolean;
  /** Set while the host is healthy: since when, and the Events at that time. */
  window: { since: number; failures: Failures } | undefined;
  /** The leases of the operator since `quietSince`; undefined if they were not read. */
  tenure: Tenure | undefined;
  recovery: Recovery;
}

/** Starts a wait for the host as it was at the resume. */
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

/** Whether no later snapshot changes the verdict. */
export const isFinal = ({ kind }: Recovery): boolean =>
  kind === 'recovered' || kind === 'flapping' || kind === 'lost';

/**
 * Adds a snapshot, `at` milliseconds after the start of the wait. Progress is a difference from the last snapshot, never a
 * time from a clock in the cluster.
 */
export function track(before: Tracker, snapshot: Snapshot, at: number): Tracker {
  if (isFinal(before.recovery)) return before;
  const { host, failures, leases } = snapshot;
  if (!host) return { ...before, recovery: { kind: 'lost', reason: 'the host record was deleted' } };
  const reason = lossOf(host);
  if (reason !== undefined) return { ...before, host, recovery: { kind: 'lost', reason } };
  const sign = relapse(before, host, failures);
  if (sign !== undefined) return { ...before, host, recovery: { kind: 'flapping', sign } };

  const moved = !isDeepStrictEqual(progressOf(host), progressOf(before.host));
  const saved = host.lastUpdated !== before.host.lastUpdated;
  const tenure = moved ? undefined : before.tenure;
  const healthy = lacking(host, before.resumed, before.target) === undefined;
  // Only a snapshot with Events opens a window: otherwise there is nothing to compare later ones with.
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
  return { ...now, recovery: verdictOf(now, failures, at) };
}

/** The verdict at the end of the wait. */
export function atTimeout({ recovery, host, touched, tenure }: Tracker): Recovery {
  if (recovery.kind === 'unconfirmed')
    return tenure?.last.length ? { kind: 'not-reconciling', silent: unrenewed(tenure) } : recovery;
  if (recovery.kind !== 'waiting' || touched || host.paused !== undefined) return recovery;
  return tenure && isRenewed(tenure)
    ? { kind: 'waiting', for: `${recovery.for}, although it is running: its lease is renewed` }
    : { kind: 'not-reconciling', silent: tenure ? unrenewed(tenure) : [] };
}

/** The recovery with the time a host has been healthy until now, not until the last snapshot. */
export const heldAt = ({ recovery, window }: Tracker, at: number): Recovery =>
  recovery.kind === 'holding' && window ? { ...recovery, held: at - window.since } : recovery;

/** Milliseconds until the next snapshot if the host does not change before; infinite if none is needed. */
export function nextSnapshot(
  { window, quietSince, tenure, stableFor, recovery }: Tracker,
  at: number,
): number {
  if (stableFor === 0) return recovery.kind === 'unconfirmed' ? SHORTEST : Number.POSITIVE_INFINITY;
  const due = (window?.since ?? Math.max(quietSince, tenure?.since ?? 0)) + stableFor - at;
  return due > 0 ? due : Math.max(stableFor, SHORTEST);
}

/** Shortest time between two snapshots without a change, in milliseconds. */
const SHORTEST = 1_000;

function verdictOf(now: Tracker, failures: Failures | undefined, at: number): Recovery {
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

/** Whether the operator ran while the host was quiet; a single save may have been its last act. */
const isAtWork = ({ saves, tenure }: Tracker): boolean =>
  saves > 1 || (tenure !== undefined && isRenewed(tenure));

/**
 * The sign that the error returned, as text. The patch set `errorCount` to 0 under the pause, so a higher count is from a later
 * attempt. An Event is published after the status change, so those at the start of the window may be old.
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

/** The counts of the Events that report the error, by uid; `unreadable` if the user may not read them. */
export type Failures = ReadonlyMap<string, number> | 'unreadable';

/** Whether an Event is new or has a higher count; false if either side could not be read. */
function isReportedAgain(now: Failures | undefined, before: Failures | undefined): boolean {
  if (typeof now !== 'object' || typeof before !== 'object') return false;
  return [...now].some(([uid, count]) => count > (before.get(uid) ?? 0));
}
