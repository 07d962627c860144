import type { WaitClock } from '../../../lib/cli/command.ts';
import { readLeases, readSignals } from '../../../lib/cluster/hosts/read-signals.ts';
import { hostPath } from '../../../lib/hosts/action.ts';
import { type HostObject, readHost } from '../../../lib/hosts/host.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import {
  atTimeout,
  heldAt,
  isFinal,
  nextSnapshot,
  type Snapshot,
  startTracking,
  track,
} from '../../../lib/hosts/recovery.ts';
import type { KubeClient } from '../../../lib/kube/api/types.ts';
import { watchObject } from '../../../lib/kube/watch/list-watch.ts';
import type { CommandError } from '../../../lib/words/errors.ts';
import { TIMERS } from '../../shared/timers.ts';
import { passingText, type Wait, waitingText } from './recovery-report.ts';
import type { SharedWatch } from './shared-watch.ts';

export interface WaitOptions {
  target: Target;
  /** Milliseconds. */
  timeout: number;
  /** How long the host must be healthy, in milliseconds; 0: healthy once is enough. */
  stableFor: number;
  /** Whether to count the host as healthy without a sign that the operator has seen it since. */
  unconfirmed?: boolean;
  interrupted: AbortSignal;
  /** Called after each read that decides nothing, with what is waited for. */
  waiting(text: string): void;
  /** Whether to call it every second, with the time that has passed: for a display that is updated in place. */
  live?: boolean;
  warn(text: string): void;
  /** This machine's timers when absent. */
  clock?: WaitClock | undefined;
  /** What several waits share; when absent, this one has a watch of its own. */
  shared?: SharedWatch | undefined;
}

const EVENTS_UNREADABLE =
  'the Events of this namespace cannot be listed, so only the host itself shows whether the error comes back';

/** Pause before a failed read is repeated, in milliseconds. */
const RETRY = 1_000;

/** How often a live display is told the time, in milliseconds. */
const TICK = 1_000;

/** Timeout of the last read of the leases, in milliseconds. */
const LAST_READ = 5_000;

/**
 * Watches a host after its resume until its recovery is decided, `timeout` is over or the user interrupts. Events and
 * leases are read after each change and at intervals.
 */
export async function awaitRecovery(
  client: KubeClient,
  { object, group, host }: Observed,
  {
    target,
    timeout,
    stableFor,
    unconfirmed = false,
    interrupted,
    waiting,
    live = false,
    warn,
    clock = TIMERS,
    shared,
  }: WaitOptions,
): Promise<Wait> {
  const started = clock.elapsed();
  const elapsed = (): number => clock.elapsed() - started;
  const decided = new AbortController();
  const over = abortedAfter(timeout, clock, decided.signal);
  const signal = AbortSignal.any([over, interrupted, decided.signal]);
  const leasesOf = shared?.leases ?? ((until) => readLeases(client, until));
  const path = hostPath(group, host.namespace, host.name);
  let tracker = { ...startTracking(host, target, stableFor), touched: unconfirmed };
  const tell = (): void =>
    waiting(
      live
        ? passingText(heldAt(tracker, elapsed()), { stableFor, elapsed: elapsed(), timeout })
        : waitingText(tracker.recovery, stableFor),
    );
  let ticks: NodeJS.Timeout | undefined;
  const lost = ({ message }: CommandError): void => {
    clearInterval(ticks);
    ticks = undefined;
    waiting(`waiting for the API server to answer again (${message})`);
  };
  const changes =
    shared?.changes(object, signal, lost) ?? watchObject<HostObject>(client, path, signal, { lost });
  const take = (snapshot: Snapshot): boolean => {
    tracker = track(tracker, snapshot, elapsed());
    return isFinal(tracker.recovery);
  };
  try {
    let change = changes.next();
    let shown: HostObject | undefined;
    for (let pause = Number.POSITIVE_INFINITY; ; ) {
      const next = await within(change, pause, clock);
      if (next?.done) break;
      if (next) {
        change = changes.next();
        shown = next.value;
        // If the host alone decides, read nothing else.
        if (take({ host: shown && readHost(shown, group) })) break;
      }
      const read =
        shown &&
        (await readSignals(client, shown, { group, events: stableFor > 0, leases: leasesOf, signal }));
      if (read?.failures === 'unreadable') warn(EVENTS_UNREADABLE);
      if (read && take(read)) break;
      if (read) tell();
      if (read && live) ticks ??= setInterval(tell, TICK);
      pause = read ? nextSnapshot(tracker, elapsed()) : RETRY;
    }
    change.catch(() => {});
  } catch (error) {
    if (!over.aborted && !interrupted.aborted) throw error;
  } finally {
    clearInterval(ticks);
    decided.abort();
  }
  if (isFinal(tracker.recovery)) return waitOf('decided', tracker);
  if (interrupted.aborted) return waitOf('interrupted', { ...tracker, recovery: heldAt(tracker, elapsed()) });
  const brief = AbortSignal.any([interrupted, AbortSignal.timeout(LAST_READ)]);
  const leases = await leasesOf(brief).catch(() => undefined);
  take({ host: tracker.host, ...(leases && { leases }) });
  return waitOf('timeout', { ...tracker, recovery: atTimeout(tracker) });
}

const waitOf = (ended: Wait['ended'], { recovery, host }: Pick<Wait, 'recovery' | 'host'>): Wait => ({
  ended,
  recovery,
  host,
});

/** The value of a promise; undefined if it takes longer than so many milliseconds. */
async function within<T>(
  promise: Promise<T>,
  milliseconds: number,
  clock: WaitClock,
): Promise<T | undefined> {
  if (milliseconds === Number.POSITIVE_INFINITY) return promise;
  const settled = new AbortController();
  try {
    const over = clock.after(milliseconds, settled.signal).then(() => undefined);
    return await Promise.race([promise, over]);
  } finally {
    settled.abort();
  }
}

/** A signal that aborts after so many milliseconds, unless `ended` aborts before. */
function abortedAfter(milliseconds: number, clock: WaitClock, ended: AbortSignal): AbortSignal {
  const over = new AbortController();
  clock.after(milliseconds, ended).then(
    () => over.abort(),
    () => {},
  );
  return over.signal;
}
