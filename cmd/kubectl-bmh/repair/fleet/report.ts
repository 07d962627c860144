import type { Host as Machine } from '../../../../lib/cli/command.ts';
import { type DocumentFormat, isDocument, writeDocument } from '../../../../lib/cli/output.ts';
import type { Paint } from '../../../../lib/cli/style.ts';
import { totalsOf, worstOf } from '../../../../lib/hosts/fleet.ts';
import { exitCodes } from '../../../../lib/words/errors.ts';
import { bareReport, type Report } from '../../shared/report.ts';
import { SANITIZE, sanitize } from '../../shared/sanitize.ts';
import { render } from '../render.ts';
import { type Member, nameOf, type Plan } from './plan.ts';
import { hosts, totalsText } from './words.ts';

/** What came of a fleet: the report of each host, and all of them counted. */
export interface FleetReport {
  /** `done`, `incomplete`, `interrupted`, `declined` or `planned`. */
  verdict: string;
  exitCode: number;
  /** One line. */
  message: string;
  /** How many hosts came to each verdict. */
  totals: Record<string, number>;
  hosts: Report[];
  /** Why a cluster could not be read, by its context. */
  unread: Record<string, string>;
}

/** The reports of all hosts, in the order of the plan; what was not begun has one as well. */
export function fleetReport(
  plans: readonly Plan[],
  reports: ReadonlyMap<Member, Report>,
  { interrupted = false, declined = false }: { interrupted?: boolean; declined?: boolean },
): FleetReport {
  const all = plans.flatMap(({ members, settled }) => [
    ...members.map((member) => reports.get(member) ?? notBegun(member)),
    ...settled.map(({ report }) => report),
  ]);
  const totals = totalsOf(all.map(({ verdict }) => verdict));
  const unread = Object.fromEntries(
    plans.flatMap(({ cluster, failure }) => (failure ? [[cluster.session.connection.context, failure]] : [])),
  );
  const codes = [...all.map((report) => report.exitCode), ...Object.keys(unread).map(() => exitCodes.api)];
  const exitCode = interrupted ? exitCodes.aborted : worstOf(codes);
  const whole = exitCode === 0 ? 'done' : 'incomplete';
  return {
    verdict: interrupted ? 'interrupted' : declined ? 'declined' : whole,
    exitCode,
    message: all.length === 0 ? 'no host was selected' : `${hosts(all.length)}: ${totalsText(totals)}`,
    totals,
    hosts: all,
    unread,
  };
}

const notBegun = (member: Member): Report =>
  bareReport(member.run, member.group, {
    verdict: 'not-begun',
    message: `host ${nameOf(member)} was not begun`,
  });

/** Verdicts of hosts that a person has no use for one by one: what is planned of them is shown in full. */
const COUNTED = new Set(['unchanged', 'not-begun', 'planned']);

/** Writes what came of a fleet: a line a host on stdout, what failed and the totals on stderr; or all of it as data. */
export async function renderFleet(
  report: FleetReport,
  machine: Pick<Machine, 'stdout' | 'stderr'>,
  { output, paint }: { output: DocumentFormat | 'name' | undefined; paint: Paint },
): Promise<void> {
  const told = report.hosts.filter(
    ({ verdict }) => !COUNTED.has(verdict) || (verdict === 'planned' && output === 'name'),
  );
  const where = placeIn(told);
  const isData = isDocument(output);
  let context: string | undefined;
  for (const text of Object.values(report.unread)) machine.stderr.write(`${sanitize(text)}\n`);
  for (const one of told) {
    // Of several clusters a message has to say which one it is of.
    if (one.exitCode !== 0 && one.context !== context && isOfSeveral(report))
      machine.stderr.write(`Context ${sanitize(one.context)}:\n`);
    context = one.exitCode === 0 ? context : one.context;
    const said =
      one.exitCode === 0 && output === undefined ? { ...one, message: `${one.message}${where(one)}` } : one;
    await render(said, isData ? { ...machine, stdout: NOWHERE } : machine, {
      output: isData ? undefined : output,
      paint,
    });
  }
  if (isData) await writeDocument(machine.stdout, output, SANITIZE.data(report));
  const { exitCode, message, totals } = report;
  const lead = exitCode === 0 ? '' : `${paint('red', 'error:')} `;
  const mend = totals['not-begun'] ? `${RERUN}${report.verdict === 'incomplete' ? KEEP_GOING : ''}\n` : '';
  machine.stderr.write(`${lead}${message}\n${mend}`);
}

const isOfSeveral = ({ hosts: all, unread }: FleetReport): boolean =>
  new Set([...all.map(({ context }) => context), ...Object.keys(unread)]).size > 1;

/** What tells hosts of different namespaces and clusters apart; nothing where all are of one. */
function placeIn(reports: readonly Report[]): (report: Report) => string {
  const parts = (['namespace', 'context'] as const).filter(
    (part) => new Set(reports.map((report) => report[part])).size > 1,
  );
  return (report) => (parts.length > 0 ? ` (${parts.map((part) => report[part]).join(', ')})` : '');
}

const RERUN = 'Run the same command again to go on with what is left';
const KEEP_GOING = '; with --keep-going it does not stop at a failure';

const NOWHERE = { write: () => {} };
