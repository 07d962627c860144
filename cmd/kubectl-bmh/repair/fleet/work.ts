import type { Host, Progress } from '../../../../lib/cli/command.ts';
import { isLive, showProgress } from '../../../../lib/cli/progress.ts';
import type { Paint } from '../../../../lib/cli/style.ts';
import { readContext } from '../../../../lib/cluster/hosts/read-context.ts';
import type { SharedReads } from '../../../../lib/cluster/hosts/shared-reads.ts';
import { hostPath } from '../../../../lib/hosts/action.ts';
import { totalsOf, type Wave, wavesOf } from '../../../../lib/hosts/fleet.ts';
import type { HostObject } from '../../../../lib/hosts/host.ts';
import { observed } from '../../../../lib/hosts/observed.ts';
import { CommandError } from '../../../../lib/words/errors.ts';
import { verdictText } from '../../../../lib/words/verdict.ts';
import { refused, runChange } from '../../../shared/change/run-change.ts';
import { type Aside, mapConcurrent } from '../../shared/map-concurrent.ts';
import { bareReport, type Report } from '../../shared/report.ts';
import type { Carry } from '../act.ts';
import { hostChange } from '../change.ts';
import { type Member, nameOf, type Plan, readCluster } from './plan.ts';
import { countedAs, totalsText } from './report.ts';

/** What stops a fleet early. */
export interface Limits {
  /** Whether to continue after a failure. */
  keepGoing: boolean;
  interrupted: AbortSignal;
}

/** A wave among those of all clusters. */
interface Turn extends Wave<Member> {
  title: string;
}

/** The waves of all clusters, one cluster at a time. */
export const turnsOf = (plans: readonly Plan[], concurrency: number): Turn[] =>
  plans.flatMap(({ cluster, members }) => {
    const lead = plans.length > 1 ? `${cluster.session.connection.context}: ` : '';
    return wavesOf(members, concurrency).map((wave) => ({
      ...wave,
      title: `${lead}${titleOf(wave, cluster.task.title)}`,
    }));
  });

function titleOf({ name, members, width }: Wave<Member>, title: string): string {
  const count =
    members.length === 1
      ? '1 host'
      : `${members.length} hosts, ${Math.min(width, members.length)} in parallel`;
  switch (name) {
    case 'at risk':
      return `At risk: ${count}`;
    case 'canary':
      return `Canary: ${members.map(nameOf).join()}`;
    case 'others':
      return `${title}: ${count}`;
  }
}

/**
 * Repairs the hosts of each turn. After a failure or an interruption, no new hosts are started; those in progress are
 * finished.
 */
export async function work(
  turns: readonly Turn[],
  { keepGoing, interrupted }: Limits,
  progress: FleetProgress,
): Promise<Map<Member, Report>> {
  const reports = new Map<Member, Report>();
  let failed = false;
  const isOver = (): boolean => interrupted.aborted || (failed && !keepGoing);
  for (const [index, { members, width }] of turns.entries()) {
    if (isOver()) break;
    await mapConcurrent(members, { width, isOver }, async (member, aside) => {
      const report = await repaired(member, progress, aside);
      if (!report) return;
      reports.set(member, report);
      failed ||= report.exitCode !== 0;
      progress.ended(nameOf(member), report);
    });
    const ended = members.filter((member) => reports.has(member));
    const wrong = ended.filter((member) => reports.get(member)?.exitCode !== 0).length;
    const note = `${ended.length - wrong} of ${members.length}`;
    // A failed wave ends the display.
    if (isOver()) progress.waveFailed(index + 1, note);
    else progress.waveDone(index + 1, note);
  }
  return reports;
}

/** Runs the bracket of one host, and its verification. */
const repaired = (member: Member, progress: FleetProgress, aside: Aside): Promise<Report | undefined> =>
  actAfresh(member, async (run, access, intent) => {
    const { proxy, payloads } = member.cluster;
    const files = () => payloads.filesOf(`${run.namespace}_${run.name}`);
    const change = hostChange(run, access, intent, { proxy, files, aside });
    if (change.denied.length > 0) return refused(change, access.observed, change.denied);
    return runChange(change, access.observed, {
      show: async (titles) => progress.of(nameOf(member), titles),
      warn: run.session.warn,
      interrupted: run.ends.bracket,
    });
  });

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

/** Progress of a fleet: a bar and the hosts in progress on a terminal, else a line per host. */
interface FleetProgress {
  /** A wave ended, counted from 1; `note` is its result. */
  waveDone(place: number, note: string): void;
  waveFailed(place: number, note: string): void;
  /** The progress of the named host through steps with these titles. */
  of(host: string, steps: string[]): Progress;
  /** A host is finished. */
  ended(host: string, report: Report): void;
  end(): Promise<void>;
}

/**
 * @param titles of the waves.
 * @param count of all hosts.
 */
export async function fleetProgress(
  titles: string[],
  { count, host, paint }: { count: number; host: Host; paint: Paint },
): Promise<FleetProgress> {
  const progress = await showProgress(titles, host, paint);
  const live = isLive(host);
  const underway = new Map<string, string>();
  const verdicts: string[] = [];
  const draw = (): void => {
    if (!live) return;
    progress.note(
      barText(verdicts.length, count, totalsText(totalsOf(verdicts))),
      ...[...underway].slice(0, LISTED).map(([name, text]) => `${name}: ${text}`),
      ...(underway.size > LISTED ? [`and ${underway.size - LISTED} more`] : []),
    );
  };
  const tell = (name: string, text: string): void => {
    underway.set(name, text);
    draw();
  };
  return {
    waveDone: progress.done,
    waveFailed: progress.failed,
    of: (name, steps) => ({
      done: (step) => tell(name, steps[step] ?? ''),
      skipped: (step) => tell(name, steps[step] ?? ''),
      failed: () => {},
      note: (...texts) => tell(name, texts.join(', ')),
      end: async () => {},
    }),
    ended(name, report) {
      const verdict = verdictText(countedAs(report));
      underway.delete(name);
      verdicts.push(verdict);
      if (live) draw();
      else progress.note(`${name}: ${verdict} (${verdicts.length}/${count})`);
    },
    end: progress.end,
  };
}

/** How many hosts in progress to list, to fit a terminal. */
const LISTED = 10;

/** Width of the bar, in characters. */
const CELLS = 24;

/** `[######------------------] 3/12: 2 repaired, 1 failed`. */
export function barText(done: number, count: number, totals: string): string {
  const filled = count === 0 ? CELLS : Math.floor((done / count) * CELLS);
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(CELLS - filled)}] ${done}/${count}`;
  return totals ? `${bar}: ${totals}` : bar;
}
