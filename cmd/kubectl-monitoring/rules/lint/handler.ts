import type { Handler, Host } from '../../../../lib/cli/command.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { isDocument, templateOf } from '../../../../lib/cli/output.ts';
import { MONITORING_GROUP } from '../../../../lib/objects/names.ts';
import type { Run } from '../../../../lib/rules/check.ts';
import { parseVersion } from '../../../../lib/versions/version.ts';
import { asPart, reportable, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { givenFiles, pathsText } from '../../shared/given-files.ts';
import { checkGroup } from '../../shared/group.ts';
import { showFindings } from '../../shared/lint-report.ts';
import type { Reader } from './expression-reader.ts';
import type { LintValues } from './flags.ts';
import { type LintOptions, lintFile, type Report } from './lint-file.ts';

/** `rules lint PATH…`: the findings in files and folders, and what could not be checked. */
export const lint: Handler<LintValues> = async ({ args: paths, values }, host, { version }) => {
  const { strict, output, color } = values;
  const run = runOf(values);
  if (values.fix && paths.includes('-'))
    throw usageError('--fix cannot write to stdin', 'Pass files or folders.');
  if (isDocument(output)) await templateOf(output);
  const report: Report = { objects: 0, findings: [], unread: [], ...(values.fix && { fixed: 0 }) };
  const reader =
    values.withPrometheus || values.prometheus !== undefined
      ? await readerOf(values, host, report)
      : undefined;
  const options: LintOptions = {
    run: { ...run, ...(reader && { refused: reader.refused }) },
    ask: reader?.ask,
    fix: values.fix,
    say: (text) => host.stderr.write(folded(`${oneLine(text)}\n`, host.stderr)),
  };
  try {
    for await (const entry of givenFiles(paths, host))
      if ('reason' in entry) report.unread.push({ path: entry.name, reason: entry.reason, hint: entry.hint });
      else await lintFile(entry, report, options);
  } finally {
    await reader?.close();
  }
  const { objects, findings, unread, fixed } = report;
  if (objects === 0 && unread.length === 0) unread.push({ path: pathsText(paths), ...NOTHING });
  return showFindings(
    {
      ...{ findings, unread, output, color, version },
      level: strict ? 'warning' : 'critical',
      kind: 'RuleReport',
      data: { objects, ...(fixed !== undefined && { fixed }) },
      command: 'kubectl-monitoring rules lint',
      checks: async () => [
        ...(await import('../../../../lib/rules/checks.ts')).CHECKS,
        (await import('../../../../lib/rules/chart-template.ts')).UNESCAPED,
      ],
      within: objects > 0 ? `${objects} ${objects === 1 ? 'rule object' : 'rule objects'}` : undefined,
    },
    host,
  );
};

/** Opens the Prometheus of the cluster; one that does not answer is among what could not be checked. */
async function readerOf(values: LintValues, host: Host, { unread }: Report): Promise<Reader | undefined> {
  const { openReader } = await import('./expression-reader.ts');
  const lost = (error: unknown): void => {
    host.interrupted.throwIfAborted();
    const failure = reportable(error);
    if (failure.kind === 'usage' || failure.kind === 'no-cluster') throw failure;
    if (unread.some(({ path }) => path === CLUSTER)) return;
    unread.push({
      path: CLUSTER,
      reason: `the expressions could not be checked: ${asPart(failure)}`,
      hint: UNASKED,
    });
  };
  try {
    const reader = await openReader(values, host);
    return { ...reader, ask: (text) => reader.ask(text).catch(lost) };
  } catch (error) {
    lost(error);
    return undefined;
  }
}

const CLUSTER = 'Prometheus';
const UNASKED = 'check the connection, or omit --with-prometheus';

/** @throws {CommandError} a usage error if a flag is not valid. */
function runOf({ prometheusVersion, names, group }: LintValues): Run {
  const version = prometheusVersion === undefined ? undefined : parseVersion(prometheusVersion);
  if (prometheusVersion !== undefined && !version)
    throw usageError(
      `invalid --prometheus-version ${JSON.stringify(prometheusVersion)}`,
      'Pass a version such as 2.41.0 or v3.5.0.',
    );
  checkGroup(group);
  if (group !== undefined && names === undefined)
    throw usageError('--group needs --names', 'Pass --names=platform, or leave out --group.');
  return {
    first: new Map(),
    version,
    names: names && { naming: names, group: group ?? (names === 'upstream' ? MONITORING_GROUP : undefined) },
  };
}

const NOTHING = { reason: 'no alert rules found', hint: 'pass rule objects or rule files' };
