import type { Host as Machine } from '../../../../lib/cli/command.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { type DocumentFormat, isDocument } from '../../../../lib/cli/output.ts';
import type { Paint, Screen } from '../../../../lib/cli/style.ts';
import { type Cell, type Header, table } from '../../../../lib/cli/table.ts';
import { totalsOf, worstOf } from '../../../../lib/hosts/fleet.ts';
import type { Goal } from '../../../../lib/hosts/record.ts';
import type { Growth } from '../../../../lib/hosts/waves.ts';
import type { Warning } from '../../../../lib/procedure/guard.ts';
import { exitCodes } from '../../../../lib/words/errors.ts';
import { masked } from '../../../../lib/words/masked.ts';
import { type Verdict, verdictText, worstVerdict } from '../../../../lib/words/verdict.ts';
import { guardsOf, itemOf, type ResultHost, resultOf, writeResult } from '../../../shared/render.ts';
import { bareReport, type Report } from '../../shared/report.ts';
import { BMH, sanitize } from '../../shared/sanitize.ts';
import { holdText } from '../plan.ts';
import { RESULTS, render } from '../refusal.ts';
import type { Order } from './cluster.ts';
import { type Member, nameOf, type Plan } from './plan.ts';
import { waveRows } from './waves.ts';

/** The result of a fleet: the report of each host, and totals. */
interface FleetReport {
  goal: Goal;
  verdict: Verdict;
  exitCode: number;
  /** One line. */
  message: string;
  /** How many hosts came to each verdict, or for some reason to none. */
  totals: Record<string, number>;
  items: Report[];
  /** Why a cluster could not be read, by its context. */
  unread: Record<string, string>;
  /** The wave whose failures stopped it. */
  failing?: string;
}

/** The reports of all hosts, in the order of the plan, including those not started. */
export function fleetReport(
  plans: readonly Plan[],
  reports: ReadonlyMap<Member, Report>,
  { task: { goal, none }, interrupted = false, declined = false, failing }: Ended & Pick<Order, 'task'>,
): FleetReport {
  const all = plans.flatMap(({ members, settled }) => [
    ...members.map((member) => reports.get(member) ?? notStarted(member)),
    ...settled.map(({ report }) => report),
  ]);
  const totals = totalsOf(all.map(countedAs));
  const unread = Object.fromEntries(
    plans.flatMap(({ cluster, failure }) => (failure ? [[cluster.session.connection.context, failure]] : [])),
  );
  const codes = [...all.map((report) => report.exitCode), ...Object.keys(unread).map(() => exitCodes.api)];
  const exitCode = interrupted ? exitCodes.aborted : worstOf(codes);
  return {
    goal,
    verdict: interrupted
      ? 'interrupted'
      : declined
        ? 'declined'
        : worstVerdict([
            ...all.map(({ verdict }) => verdict),
            ...Object.keys(unread).map(() => 'failed' as const),
          ]),
    exitCode,
    message:
      all.length === 0
        ? none
        : `${hosts(all.length)}: ${totalsText(totals, WOULD[goal])}${totals[DRY_RUN] || totals[REJECTED] ? '; nothing was changed' : ''}`,
    totals,
    items: all,
    unread,
    ...(failing !== undefined && { failing }),
  };
}

/** How a fleet ended. */
export interface Ended {
  interrupted?: boolean;
  declined?: boolean;
  /** The title of the wave whose failures stopped it. */
  failing?: string | undefined;
}

const notStarted = (member: Member): Report =>
  bareReport(member.run, member.group, {
    verdict: 'unchanged',
    reason: NOT_STARTED,
    exitCode: 1,
    message: `host ${nameOf(member)} was not started`,
  });

const NOT_STARTED = 'not-started';

const DRY_RUN = 'dry-run';

/** The server rejected the dry run of a request. */
const REJECTED = 'rejected';

/** What a run would do to the hosts of a dry run. */
const WOULD: Record<Goal, string> = { repair: 'would be repaired', undo: 'would be undone' };

/** What a host counts as: why it was left as it is, where that is not that it needs nothing. */
export const countedAs = ({ verdict, reason }: Report): string =>
  reason === NOT_STARTED || reason === DRY_RUN || reason === REJECTED ? reason : verdict;

/** Writes the result of a fleet: a line per host on stdout, failures and totals on stderr; or all of it as data. */
export async function renderFleet(
  report: FleetReport,
  machine: ResultHost & Pick<Machine, 'stderr'>,
  { output, paint, again }: { output: DocumentFormat | 'name' | undefined; paint: Paint; again: string },
): Promise<void> {
  const { goal, ...data } = report;
  // First: if stdout is closed, the report of the run is still written.
  await writeResult(machine, output, () =>
    BMH.data(resultOf(BMH, RESULTS[goal], { ...data, items: data.items.map(itemOf) })),
  );
  // What was left as it is, is counted; what is planned has been printed in full.
  const told = report.items.filter(
    ({ verdict, reason }) =>
      verdict !== 'interrupted' && (verdict !== QUIET || (reason === DRY_RUN && output === 'name')),
  );
  const where = placeIn(told);
  const isData = isDocument(output);
  let context: string | undefined;
  for (const text of Object.values(report.unread))
    machine.stderr.write(folded(`${sanitize(text)}\n`, machine.stderr));
  for (const one of told) {
    // With several clusters, a failure names its cluster.
    if (one.exitCode !== 0 && one.context !== context && isOfSeveral(report))
      machine.stderr.write(`Context ${sanitize(one.context)}:\n`);
    context = one.exitCode === 0 ? context : one.context;
    await render(
      one.exitCode === 0 ? doneIn(one, output === undefined ? where(one) : '') : one,
      { stdout: isData ? NOWHERE : machine.stdout, stderr: machine.stderr },
      {
        output: isData ? undefined : output,
        paint,
        goal: report.goal,
      },
    );
  }
  const { exitCode, message } = report;
  const lead = exitCode === 0 ? '' : `${paint('red', 'error:')} `;
  machine.stderr.write(
    folded(
      [...interruptedLines(report), `${lead}${message}`, ...leftLines(report, again), ''].join('\n'),
      machine.stderr,
    ),
  );
}

/** A host of which all is done, as one line: where it is, and no next command of its own. */
const doneIn = ({ next: _, ...report }: Report, where: string): Report => ({
  ...report,
  message: `${report.message}${where}`,
});

/** What was interrupted: a line for each of a few hosts, or the names of all. */
function interruptedLines({ items }: FleetReport): string[] {
  const those = items.filter(({ verdict }) => verdict === 'interrupted');
  if (those.length <= LINES) return those.map((one) => BMH.text(sanitize(withoutNext(one))));
  const names = those.map(({ namespace, name }) => `${namespace}/${name}`);
  return [sanitize(`Interrupted: ${names.length} hosts were not followed to the end: ${names.join(', ')}`)];
}

/** How many interrupted hosts get a line each. */
const LINES = 10;

/** The message of a host without the command that resumes this one alone: one command resumes all. */
const withoutNext = ({ message, next }: Report): string =>
  next !== undefined && message.endsWith(next)
    ? message.slice(0, message.lastIndexOf('; ', message.length - next.length))
    : message;

/** Why hosts were not started, and the command that goes through all that is left. */
function leftLines({ verdict, totals, failing }: FleetReport, again: string): string[] {
  const left = (totals[NOT_STARTED] ?? 0) + (totals.interrupted ?? 0);
  if (left === 0 || verdict === 'declined') return [];
  return [
    ...(failing === undefined
      ? []
      : [
          `No new hosts were started after failures in "${sanitize(failing)}" (see --max-failures and --keep-going).`,
        ]),
    `To continue with all that is left: ${BMH.text(sanitize(again))}`,
  ];
}

const isOfSeveral = ({ items: all, unread }: FleetReport): boolean =>
  new Set([...all.map(({ context }) => context), ...Object.keys(unread)]).size > 1;

/** The namespace and context of a host, where they differ between hosts. */
function placeIn(reports: readonly Report[]): (report: Report) => string {
  const parts = (['namespace', 'context'] as const).filter(
    (part) => new Set(reports.map((report) => report[part])).size > 1,
  );
  return (report) => (parts.length > 0 ? ` (${parts.map((part) => report[part]).join(', ')})` : '');
}

const NOWHERE = { write: () => {} };

/** The verdict of hosts that need nothing: a plan counts them without listing them. */
const QUIET = 'unchanged';

/** The plan printed before the prompt: where, which hosts, the action and the new image of each. */
export const planText = (plans: readonly Plan[], look: PlanLook): string =>
  plans.map((plan) => clusterText(plan, look)).join('\n');

/** What the texts of plans are made for. */
interface PlanLook {
  isEverywhere: boolean;
  screen: Screen;
  growth: Growth;
  concurrency: number;
}

function clusterText(plan: Plan, { isEverywhere, screen, ...limits }: PlanLook): string {
  const { cluster, members, settled, failure } = plan;
  const { connection } = cluster.session;
  const row = (label: string, text: string): string =>
    folded(`  ${label.padEnd(10)} ${sanitize(text)}\n`, screen);
  const rows = [
    ...members.map(({ run, action, why, from }) => [
      run.namespace,
      nameCell(run),
      action,
      why,
      imageCell(from),
    ]),
    ...settled
      .filter(({ report }) => report.verdict !== QUIET)
      .map(({ report, from }) => [
        report.namespace,
        nameCell(report),
        verdictText(report.verdict),
        reasonOf(report),
        imageCell(from),
      ]),
  ];
  const quiet = settled.filter(({ report }) => report.verdict === QUIET).length;
  return [
    row('Context', connection.context || '(none)'),
    row('Server', connection.server),
    row('Namespace', isEverywhere ? '(all)' : connection.namespace),
    ...(failure ? [row('Unread', 'skipped')] : []),
    ...(quiet > 0 ? [row('Unchanged', hosts(quiet))] : []),
    ...targetsOf(members).map(([url, count]) =>
      row(cluster.task.imageLabel, `${masked(url)} (${hosts(count)})`),
    ),
    ...holdsOf(members).map(([hold, count]) => row('Hold', `${holdText(hold)} (${hosts(count)})`)),
    ...waveRows(plan, limits).map(([label, text]) => row(label, text)),
    ...(rows.length > 0 ? ['\n', table(PLANNED, rows, { screen }), '\n'] : []),
  ].join('');
}

const PLANNED: Header[] = [
  'NAMESPACE',
  { text: 'NAME', least: 12 },
  'PLAN',
  { text: 'REASON', least: 12 },
  { text: 'IMAGE', optional: 1, least: 20 },
];
const nameCell = ({ name }: { name: string }): Cell => ({ text: name, cut: 'middle' });
const imageCell = (url: string): Cell => ({ text: masked(url), cut: 'address' });

/** The guards that refuse, or why the host still has its error. */
const reasonOf = ({ refusals, reason = '' }: Report): string => guardsOf(refusals) || (REASONS[reason] ?? '');

const REASONS: Record<string, string> = {
  'not-recovered': 'new address, old error',
  'between-errors': 'errors counted, none now',
};

function targetsOf(members: Plan['members']): [string, number][] {
  const counts = Map.groupBy(members, ({ to }) => to);
  return [...counts].map(([url, those]) => [url, those.length]);
}

function holdsOf(members: Plan['members']): [number, number][] {
  const counts = Map.groupBy(members, ({ hold }) => hold);
  return [...counts].filter(([hold]) => hold > 0).map(([hold, those]) => [hold, those.length]);
}

/** Each warning once, with the hosts that it applies to. */
export function warningTexts(plans: readonly Plan[]): string[] {
  const about = new Map<string, string[]>();
  const add = ({ name, reason, hint }: Warning, host: string[]): void => {
    const text = `${reason}: ${hint} (${name})`;
    about.set(text, [...(about.get(text) ?? []), ...host]);
  };
  for (const { warnings, members } of plans) {
    for (const warning of warnings) add(warning, []);
    for (const { run, warnings: own } of members)
      for (const warning of own) add(warning, [`${run.namespace}/${run.name}`]);
  }
  return [...about].map(([text, those]) => (those.length > 0 ? `${text}: ${some(those)}` : text));
}

/** How many names to print before counting the rest. */
const NAMED = 3;

const some = (names: string[]): string =>
  names.length > NAMED
    ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
    : names.join(', ');

/** `1 host`, `12 hosts`. */
const hosts = (count: number): string => `${count} ${count === 1 ? 'host' : 'hosts'}`;

/** `9 repaired, 2 refused`. */
const totalsText = (totals: Record<string, number>, dryRun = ''): string =>
  Object.entries(totals)
    .map(([verdict, count]) => `${count} ${verdict === DRY_RUN ? dryRun : verdictText(verdict)}`)
    .join(', ');
