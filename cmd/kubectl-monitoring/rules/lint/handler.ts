import type { Handler, Host } from '../../../../lib/cli/command.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { isDocument, templateOf, writeDocument } from '../../../../lib/cli/output.ts';
import { type Paint, paintFor } from '../../../../lib/cli/style.ts';
import { MONITORING_GROUP } from '../../../../lib/objects/names.ts';
import { type Run, SEVERITIES } from '../../../../lib/rules/check.ts';
import { isFailing } from '../../../../lib/rules/lint.ts';
import { parseVersion } from '../../../../lib/versions/version.ts';
import { asPart, reportable, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { resultOf } from '../../../shared/render.ts';
import { uriFrom } from '../../../shared/walk.ts';
import { checkGroup } from '../../shared/group.ts';
import { MONITORING } from '../../shared/plugin.ts';
import { givenFiles, pathsText } from '../given-files.ts';
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
  const isFailed = isFailing(findings, strict ? 'warning' : 'critical');
  const exitCode = isFailed ? 1 : unread.length > 0 ? 2 : 0;
  const verdict = isFailed ? 'findings' : unread.length > 0 ? 'unknown' : 'clean';
  if (isDocument(output)) {
    const result = {
      verdict,
      exitCode,
      objects,
      items: findings.map(itemOf),
      unread,
      ...(fixed !== undefined && { fixed }),
    } as const;
    await writeDocument(host.stdout, output, resultOf(MONITORING, 'RuleReport', result));
  } else if (output === 'sarif') {
    const { sarifOf } = await import('../../../../lib/rules/sarif.ts');
    const log = { version: version.replace(/^v/, ''), uriOf: uriFrom(host.cwd()) };
    await writeDocument(host.stdout, 'json', sarifOf(report, log));
  } else {
    const paint = paintFor(host.stdout, host, color);
    host.stdout.write(findings.map((finding) => textFor(finding, host, paint)).join(''));
    if (objects > 0) host.stdout.write(`${summaryOf(report)}\n`);
  }
  const paint = paintFor(host.stderr, host, color);
  for (const { path, reason, hint } of unread)
    host.stderr.write(
      folded(`${paint('yellow', 'Warning:')} ${oneLine(`${path}: ${reason}; ${hint}`)}\n`, host.stderr),
    );
  return exitCode;
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

const itemOf = ({ check, severity, message, fix, path, line, column }: Report['findings'][number]) => ({
  check,
  severity,
  message,
  fix,
  file: { path, line, column },
});

/** A finding with its line, and a caret below its place. */
function textFor(
  { check, severity, message, fix, path, line, column, source }: Report['findings'][number],
  { stdout }: Pick<Host, 'stdout'>,
  paint: Paint,
): string {
  const start = Math.max(0, column - 1 - WINDOW / 2);
  const seen = source.slice(start, start + WINDOW).replaceAll('\t', ' ');
  const before = oneLine(seen.slice(0, column - 1 - start));
  const color = severity === 'critical' ? 'red' : 'yellow';
  const head = `${oneLine(path)}:${line}:${column}: ${paint(color, severity)} ${check}: ${oneLine(message)}`;
  return [
    folded(head, stdout),
    `    ${before}${oneLine(seen.slice(column - 1 - start))}`,
    `    ${' '.repeat(before.length)}^`,
    folded(`  Fix: ${fix}`, stdout),
    '',
  ].join('\n');
}

/** Characters of a line that are shown. */
const WINDOW = 160;

function summaryOf({ objects, findings }: Report): string {
  const within = `in ${objects} ${objects === 1 ? 'rule object' : 'rule objects'}`;
  if (findings.length === 0) return `No findings ${within}`;
  const parts = SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count > 0 ? [`${count} ${severity}${severity === 'warning' && count > 1 ? 's' : ''}`] : [];
  });
  return `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} ${within}: ${parts.join(', ')}`;
}
