import type { Handler } from '../../../../lib/cli/command.ts';
import type { Column } from '../../../../lib/cli/table.ts';
import { openSession } from '../../../../lib/cluster/session.ts';
import { fileName, firingOn, type Loading } from '../../../../lib/rules/loading.ts';
import { rulesOf } from '../../../../lib/rules/placed.ts';
import type { RuleServer } from '../../../../lib/rules/rule-facts.ts';
import type { Standing } from '../../../../lib/rules/standing.ts';
import { ageText } from '../../../../lib/words/age.ts';
import { order } from '../../../../lib/words/text.ts';
import { bySeverity } from '../../../../lib/words/verdict.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import { itemOf } from '../../../shared/render.ts';
import { type Look, showList } from '../../shared/show-list.ts';
import { readStandings, ruleKindOf } from '../shared/rule-state.ts';
import type { RuleListValues } from './flags.ts';

/** `rules list`: rule objects, and on how many replicas of which Prometheus each is loaded. */
export const list: Handler<RuleListValues> = async ({ values }, host) => {
  const { allNamespaces, requestTimeout = REQUEST_LIMIT } = values;
  const session = await openSession({ ...values, requestTimeout }, host);
  try {
    const kind = await ruleKindOf(session.client, values.names);
    const namespace = allNamespaces ? undefined : session.connection.namespace;
    const { standings, servers, unread } = await readStandings({ session, host }, { kind, namespace });
    const rows = [
      ...standings.flatMap((standing) => rowsOf(standing)),
      ...(allNamespaces ? fileRows(standings, servers) : []),
    ].toSorted(byPlace);
    const names = standings.map(({ rule }) => `${rule.resource}.${kind.group}/${rule.name}`);
    const listing = { kind: 'RuleList', rows, columns: COLUMNS, itemFor, names, unread };
    return await showList(listing, values, { session, host });
  } finally {
    session.client.close();
  }
};

/** A rule object and one Prometheus that selects it, or none; or a file of a Prometheus. */
interface Row {
  namespace: string;
  name: string;
  verdict: Standing['verdict'];
  reason: string | undefined;
  server: Loading['server'] | undefined;
  loaded: number;
  replicas: number;
  firing: number;
  rules: number;
  message: string | undefined;
  created: string | undefined;
}

function rowsOf({ rule, loadings, verdict, reason }: Standing): Row[] {
  const { namespace, name, groups, creationTimestamp: created } = rule;
  const rules = rulesOf({ groups, groupsPath: [] }).length;
  const selecting = loadings.filter(({ isSelected }) => isSelected);
  if (selecting.length === 0) {
    const message = loadings.find(({ problem }) => problem?.reason === reason)?.problem?.evidence;
    return [
      {
        ...{ namespace, name, verdict, reason, rules, message, created },
        server: undefined,
        loaded: 0,
        replicas: 0,
        firing: 0,
      },
    ];
  }
  return selecting.map(({ server, problem, unread, ...loading }) => ({
    ...{ namespace, name, rules, created, server },
    verdict: loading.verdict,
    reason: problem?.reason,
    loaded: loading.loaded,
    replicas: loading.replicas,
    firing: loading.firing,
    message: problem?.evidence ?? unread[0],
  }));
}

/** What a Prometheus has loaded that comes from no rule object. */
function fileRows(standings: readonly Standing[], servers: readonly RuleServer[]): Row[] {
  const known = new Set(standings.map(({ rule }) => fileName(rule)));
  return servers.flatMap(({ namespace, name: server, replicas }) => {
    const files = new Set(replicas.flatMap((replica) => [...replica.files.keys()]));
    return [...files]
      .filter((file) => !known.has(file))
      .map((file): Row => {
        const loaded = replicas.flatMap((replica) => replica.files.get(file) ?? []);
        const failed = loaded.find(({ lastError }) => lastError !== '');
        const holding = replicas.filter((replica) => replica.files.has(file));
        return {
          namespace: '',
          name: file,
          verdict: failed ? 'degraded' : 'healthy',
          reason: failed && 'evaluation-failed',
          server: { namespace, name: server },
          loaded: holding.length,
          replicas: replicas.length,
          firing: firingOn(replicas, file),
          rules: holding[0]?.files.get(file)?.length ?? 0,
          message: failed && `${failed.name}: ${failed.lastError}`,
          created: undefined,
        };
      });
  });
}

/** The most severe first, then by name. */
const byPlace = (one: Row, other: Row): number =>
  bySeverity(one, other) || order(one.namespace, other.namespace) || order(one.name, other.name);

const COLUMNS: readonly Column<Row, Look>[] = [
  { header: 'NAMESPACE', when: 'all', cell: ({ namespace }) => namespace },
  { header: { text: 'NAME', least: 12 }, cell: ({ name }) => ({ text: name, cut: 'middle' }) },
  { header: 'VERDICT', cell: ({ verdict }, at) => at.cell(verdict) },
  { header: { text: 'REASON', least: 10 }, cell: ({ reason = '' }) => reason },
  {
    header: { text: 'PROMETHEUS', optional: 1 },
    cell: ({ server }) => (server ? `${server.namespace}/${server.name}` : ''),
  },
  { header: 'LOADED', cell: ({ server, loaded, replicas }) => (server ? `${loaded}/${replicas}` : '') },
  { header: { text: 'FIRING', optional: 2 }, cell: ({ firing }) => String(firing) },
  { header: 'RULES', when: 'wide', cell: ({ rules }) => String(rules) },
  {
    header: { text: 'AGE', optional: 3 },
    cell: ({ created }, { now }) => (created ? ageText(now.getTime() - Date.parse(created)) : ''),
  },
  { header: 'MESSAGE', when: 'wide', cell: ({ message = '' }) => message },
];

const itemFor = ({ namespace, name, server, reason, message, created, ...row }: Row) => ({
  ...itemOf({ name, namespace, verdict: row.verdict }),
  reason: reason ?? null,
  message: message ?? null,
  prometheus: server ?? null,
  ...{ loaded: row.loaded, replicas: row.replicas, firing: row.firing, rules: row.rules },
});
