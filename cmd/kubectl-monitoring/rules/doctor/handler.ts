import type { Handler } from '../../../../lib/cli/command.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { isDocument, writeDocument } from '../../../../lib/cli/output.ts';
import { type Screen, screenOf, verdictCell } from '../../../../lib/cli/style.ts';
import { wrapped } from '../../../../lib/cli/wrap.ts';
import { openSession } from '../../../../lib/cluster/session.ts';
import type { Naming } from '../../../../lib/objects/monitoring-names.ts';
import type { Loading } from '../../../../lib/rules/loading.ts';
import type { Standing } from '../../../../lib/rules/standing.ts';
import type { ClusterValues } from '../../../../lib/words/shell.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { EXIT_CODES } from '../../../../lib/words/verdict.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import { itemOf, resultOf } from '../../../shared/render.ts';
import { nextText } from '../../shared/next-command.ts';
import { objectArg } from '../../shared/object-arg.ts';
import { MONITORING } from '../../shared/plugin.ts';
import { unreadData, warnOfUnread } from '../../shared/unread.ts';
import { readStandings, ruleKindOf } from '../shared/rule-state.ts';
import type { DoctorValues } from './flags.ts';

/** `rules doctor NAME`: why a rule is not loaded, for each Prometheus. */
export const doctor: Handler<DoctorValues> = async ({ args: [given = ''], values }, host) => {
  const { kind: meant, name, namespace: within } = objectArg(given, { kinds: KIND, what: 'rule', values });
  const flags = { ...values, ...(within !== undefined && { namespace: within }) };
  const { requestTimeout = REQUEST_LIMIT } = values;
  const session = await openSession({ ...flags, requestTimeout }, host);
  try {
    const { namespace } = session.connection;
    const kind = await ruleKindOf(session.client, values.names ?? namingOf(meant));
    const { standings, unread } = await readStandings({ session, host }, { kind, namespace, name });
    const [standing] = standings as [Standing];
    const exitCode = EXIT_CODES[standing.verdict];
    if (isDocument(values.output)) {
      const { rule, verdict, reason = null, loadings } = standing;
      const result = {
        verdict,
        exitCode,
        metadata: { name: rule.name, namespace: rule.namespace },
        reason,
        items: loadings.map((loading) => itemFor(loading, values)),
        unread: unread.map(unreadData),
      } as const;
      await writeDocument(host.stdout, values.output, resultOf(MONITORING, 'RuleDiagnosis', result));
      return exitCode;
    }
    host.stdout.write(textOf(standing, { screen: screenOf(host, session.stdoutPaint), values }));
    warnOfUnread(unread, session);
    return exitCode;
  } finally {
    session.client.close();
  }
};

/** What stands before the name in the output of "rules list -o name", and as kubectl takes it. */
const KIND = /^(metrics|prometheus|prom)rules?(?:\.[^/]+)?\//;

const namingOf = (kind: string | undefined): Naming | undefined =>
  kind === undefined ? undefined : kind === 'metrics' ? 'platform' : 'upstream';

const itemFor = (
  { server, isSelected, verdict, problem, unread, loaded, replicas, firing }: Loading,
  values: ClusterValues,
) => ({
  ...itemOf({ ...server, selected: isSelected, verdict }),
  reason: problem?.reason ?? null,
  message: problem?.evidence ?? null,
  hint: problem?.fix ?? null,
  next: (problem && nextText(problem, values)) ?? null,
  ...{ loaded, replicas, firing, unread },
});

function textOf(
  { rule, verdict, reason, loadings }: Standing,
  { screen, values }: { screen: Screen; values: ClusterValues },
): string {
  const { columns = Number.POSITIVE_INFINITY, paint } = screen;
  const line = (text: string, indent = 2): string => wrapped(' '.repeat(indent), oneLine(text), { columns });
  const { style, text } = verdictCell(verdict, screen);
  const lines = [`${paint('bold', oneLine(`${rule.namespace}/${rule.name}`))}: ${paint(style, text)}`];
  if (reason === 'no-prometheus')
    lines.push(line('No Prometheus is in this cluster, so no rule is loaded.', 0));
  // Those that select the rule come first.
  for (const loading of loadings.toSorted(
    (one, other) => Number(other.isSelected) - Number(one.isSelected),
  )) {
    const { server, problem, unread } = loading;
    lines.push(
      '',
      `${paint('bold', oneLine(`Prometheus ${server.namespace}/${server.name}`))}: ${stateOf(loading)}`,
    );
    if (problem) lines.push(line(`${problem.evidence}.`), line(problem.fix));
    for (const what of unread) lines.push(line(`Could not be read: ${what}`));
    const next = problem && nextText(problem, values);
    if (next) lines.push(`  ${paint('cyan', oneLine(next))}`);
  }
  return folded(`${lines.join('\n')}\n`, { columns });
}

function stateOf({ isSelected, verdict, problem, loaded, replicas, firing }: Loading): string {
  if (problem) return problem.reason;
  if (!isSelected) return 'unknown';
  const state = `loaded on ${loaded} of ${replicas} replicas`;
  return verdict === 'healthy' ? `${state}, ${firing === 0 ? 'no alert fires' : `${firing} firing`}` : state;
}
