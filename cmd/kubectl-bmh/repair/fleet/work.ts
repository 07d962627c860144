import { readContext } from '../../../../lib/cluster/hosts/read-context.ts';
import type { SharedReads } from '../../../../lib/cluster/hosts/shared-reads.ts';
import { hostPath } from '../../../../lib/hosts/action.ts';
import type { HostObject } from '../../../../lib/hosts/host.ts';
import { observed } from '../../../../lib/hosts/observed.ts';
import { isStopped, nextMove, notStarted, type Progress, type Rules } from '../../../../lib/hosts/waves.ts';
import { CommandError } from '../../../../lib/words/errors.ts';
import { refused, runChange } from '../../../shared/change/run-change.ts';
import { TIMERS } from '../../../shared/timers.ts';
import { bareReport, type Following, type Report } from '../../shared/report.ts';
import { BETWEEN_ERRORS, type Carry } from '../act.ts';
import { hostChange } from '../change.ts';
import type { Tools } from '../work.ts';
import { type Member, nameOf, readCluster } from './plan.ts';
import type { FleetProgress } from './progress.ts';
import type { TitledWave } from './waves.ts';

/** What stops a fleet early. */
export interface Limits extends Omit<Rules, 'isInterrupted'> {
  interrupted: AbortSignal;
}

/** How the hosts of a fleet ended, and why others were not started. */
export interface Worked {
  reports: Map<Member, Report>;
  /** The wave in which the failures reached the budget, by its index. */
  failing?: number;
}

/**
 * Changes the hosts of each wave. After too many failures or an interruption, no new hosts are started; those in progress are
 * finished.
 */
export async function work(
  waves: readonly TitledWave[],
  { interrupted, ...limits }: Limits,
  progress: FleetProgress,
): Promise<Worked> {
  const reports = new Map<Member, Report>();
  const states = waves.map(notStarted);
  const finished = Promise.withResolvers<void>();
  const rules = (): Rules => ({ ...limits, isInterrupted: interrupted.aborted });
  let failing: number | undefined;

  const begin = (index: number): void => {
    const wave = states[index] as Progress;
    const member = waves[index]?.members[wave.started] as Member;
    wave.started += 1;
    const lane = laneOf(wave, pump);
    repaired(member, progress, lane).then((report) => {
      lane.leave();
      if (report) {
        reports.set(member, { ...report, wave: waves[index]?.label });
        wave.failed += Number(report.exitCode !== 0);
        progress.ended(nameOf(member), report);
      }
      if (wave.ended === wave.size) over(index, wave);
      pump();
    }, finished.reject);
  };

  function pump(): void {
    for (;;) {
      const move = nextMove(states, rules());
      if (move.kind === 'start') for (let count = move.count; count > 0; count -= 1) begin(move.wave);
      else {
        if (move.kind === 'stop' && move.because === 'failures')
          failing ??= states.findLastIndex(({ failed }) => failed > 0);
        if (move.kind === 'stop' && states.every(({ started, ended }) => started === ended))
          finished.resolve();
        return;
      }
    }
  }

  /** Whether no host has failed by itself. */
  const onlyInterrupted = (members: readonly Member[] = []): boolean =>
    members.every((member) => {
      const { exitCode = 0, verdict } = reports.get(member) ?? {};
      return exitCode === 0 || verdict === 'interrupted';
    });

  /** A wave that ends the fleet ends the display. */
  const over = (index: number, wave: Progress): void => {
    const good = wave.ended - wave.failed;
    const note = `${good} of ${wave.size}`;
    if (good === wave.size || !isStopped(states, rules())) progress.waveDone(index + 1, note);
    else if (interrupted.aborted && onlyInterrupted(waves[index]?.members))
      progress.waveInterrupted(index + 1, note);
    else progress.waveFailed(index + 1, note);
  };

  pump();
  await finished.promise;
  const partial = states.findIndex(({ started, size }) => started > 0 && started < size);
  if (states[partial]) over(partial, states[partial]);
  return { reports, ...(failing !== undefined && { failing }) };
}

/** Where a host of a wave is. */
interface Lane {
  /** Runs the wait before the resume without occupying a lane. */
  aside: NonNullable<Tools['aside']>;
  /** The host is only followed from now on. */
  watched(): void;
  leave(): void;
}

/** @param pump called when a lane is free. */
function laneOf(wave: Progress, pump: () => void): Lane {
  let at: 'writing' | 'held' | 'watched' = 'writing';
  wave.writing += 1;
  const move = (to: typeof at): void => {
    wave[at] -= 1;
    wave[to] += 1;
    at = to;
  };
  return {
    async aside(wait) {
      move('held');
      const waiting = wait();
      pump();
      try {
        await waiting;
      } finally {
        move('writing');
      }
    },
    watched() {
      move('watched');
      pump();
    },
    leave() {
      wave[at] -= 1;
      wave.ended += 1;
    },
  };
}

/** Runs the bracket of one host, and its verification. */
async function repaired(
  member: Member,
  progress: FleetProgress,
  { aside, watched }: Lane,
): Promise<Report | undefined> {
  const { cluster, run, group } = member;
  const expected = cluster.task.stableFor === undefined ? undefined : cluster.expect(run, group);
  const following: Following | undefined = expected && {
    ...expected,
    started() {
      watched();
      progress.watched(nameOf(member));
    },
  };
  const attempt = () =>
    actAfresh(
      { ...member, run: { ...run, ...(following && { following }) } },
      async (own, access, intent) => {
        const { proxy, payloads } = cluster;
        const files = () => payloads.filesOf(`${run.namespace}_${run.name}`);
        const change = hostChange(own, access, intent, { proxy, files, aside });
        if (change.denied.length > 0) return refused(change, access.observed, change.denied);
        return runChange(change, access.observed, {
          show: async (titles) => progress.of(nameOf(member), titles),
          warn: run.session.warn,
          interrupted: run.ends.bracket,
          now: run.host.clock.now,
        });
      },
    );
  const clock = run.host.clock.waits ?? TIMERS;
  try {
    let report = await attempt();
    // The plan has seen its error, which the operator hides for some seconds when it tries again.
    for (let left = ATTEMPTS; report?.reason === BETWEEN_ERRORS && left > 0; left -= 1) {
      await aside(() => clock.after(PAUSE, run.ends.wait)).catch(() => {});
      if (run.ends.wait.aborted) break;
      report = await attempt();
    }
    return report;
  } finally {
    expected?.end();
  }
}

/** How often a host whose error is hidden is read again, and after how many milliseconds each time. */
const ATTEMPTS = 30;
const PAUSE = 5_000;

/** Reads a host again, decides again and carries that out; any error becomes its report. */
export async function actAfresh(member: Member, carry: Carry): Promise<Report | undefined> {
  const { cluster, run, group } = member;
  const { steady } = cluster.session;
  try {
    const path = hostPath(group, run.namespace, run.name);
    const object = await steady.send<HostObject>({ method: 'GET', path });
    // Its context may have changed since the plan; probes and rights are still valid.
    const reads: SharedReads = { ...cluster.reads, context: (host) => readContext(steady, host) };
    const access = await readCluster(reads, cluster.task, observed(object, group, { cluster: undefined }));
    return await cluster.task.act(run, access, carry);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { message, hint, kind } = error;
    return bareReport(run, group, {
      verdict: kind === 'timeout' ? 'timed-out' : 'failed',
      message: [message, hint].filter(Boolean).join('\n'),
    });
  }
}
