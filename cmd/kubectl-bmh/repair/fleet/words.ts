import { table } from '../../../../lib/cli/table.ts';
import type { Warning } from '../../../../lib/procedure/guard.ts';
import { masked } from '../../../../lib/words/masked.ts';
import type { Report } from '../../shared/report.ts';
import { sanitize } from '../../shared/sanitize.ts';
import { holdText } from '../plan.ts';
import type { Plan } from './plan.ts';

/** The verdict of hosts that need nothing: a plan counts them, and does not list them. */
const QUIET = 'unchanged';

/** What a person reads before agreeing: where, which hosts, what is done about each and which image each gets. */
export const planText = (plans: readonly Plan[], isEverywhere: boolean): string =>
  plans.map((plan) => clusterText(plan, isEverywhere)).join('\n');

function clusterText({ cluster, members, settled, failure }: Plan, isEverywhere: boolean): string {
  const { connection } = cluster.session;
  const row = (label: string, text: string): string => `  ${label.padEnd(10)} ${sanitize(text)}\n`;
  const rows = [
    ...members.map(({ run, action, why, from }) => [run.namespace, run.name, action, why, masked(from)]),
    ...settled
      .filter(({ report }) => report.verdict !== QUIET)
      .map(({ report, from }) => [
        report.namespace,
        report.host,
        report.verdict,
        reasonOf(report),
        masked(from),
      ]),
  ];
  const quiet = settled.filter(({ report }) => report.verdict === QUIET).length;
  return [
    row('Context', connection.context || '(none)'),
    row('Server', connection.server),
    row('Namespace', isEverywhere ? '(all)' : connection.namespace),
    ...(failure ? [row('Not read', 'it is left out')] : []),
    ...(quiet > 0 ? [row('Unchanged', hosts(quiet))] : []),
    ...targetsOf(members).map(([url, count]) => row('New image', `${masked(url)} (${hosts(count)})`)),
    ...holdsOf(members).map(([hold, count]) => row('Hold', `${holdText(hold)} (${hosts(count)})`)),
    ...(rows.length > 0 ? ['\n', table(['NAMESPACE', 'NAME', 'PLAN', 'REASON', 'IMAGE'], rows), '\n'] : []),
  ].join('');
}

/** The guards that refuse, or what keeps the host in its error. */
const reasonOf = ({ refusals, verdict }: Report): string =>
  refusals.map(({ guard }) => guard).join(', ') || (REASONS[verdict] ?? '');

const REASONS: Partial<Record<Report['verdict'], string>> = {
  'not-recovered': 'new address, old error',
  unknown: 'errors counted, and none now',
};

function targetsOf(members: Plan['members']): [string, number][] {
  const counts = Map.groupBy(members, ({ target }) => target.url);
  return [...counts].map(([url, those]) => [url, those.length]);
}

function holdsOf(members: Plan['members']): [number, number][] {
  const counts = Map.groupBy(members, ({ hold }) => hold);
  return [...counts].filter(([hold]) => hold > 0).map(([hold, those]) => [hold, those.length]);
}

/** Each warning once, with the hosts that it is about. */
export function warningTexts(plans: readonly Plan[]): string[] {
  const about = new Map<string, string[]>();
  const add = ({ name, reason, mend }: Warning, host: string[]): void => {
    const text = `${reason}: ${mend} (${name})`;
    about.set(text, [...(about.get(text) ?? []), ...host]);
  };
  for (const { warnings, members } of plans) {
    for (const warning of warnings) add(warning, []);
    for (const { run, warnings: own } of members)
      for (const warning of own) add(warning, [`${run.namespace}/${run.name}`]);
  }
  return [...about].map(([text, those]) => (those.length > 0 ? `${text}: ${some(those)}` : text));
}

/** How many names are said before the others are counted. */
const NAMED = 3;

const some = (names: string[]): string =>
  names.length > NAMED
    ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
    : names.join(', ');

/** `1 host`, `12 hosts`. */
export const hosts = (count: number): string => `${count} ${count === 1 ? 'host' : 'hosts'}`;

/** `9 repaired, 2 refused`. */
export const totalsText = (totals: Record<string, number>): string =>
  Object.entries(totals)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(', ');
