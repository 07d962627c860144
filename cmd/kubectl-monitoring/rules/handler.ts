import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Handler, Host } from '../../../lib/cli/command.ts';
import { isDocument, templateOf, writeDocument } from '../../../lib/cli/output.ts';
import { type Paint, paintFor } from '../../../lib/cli/style.ts';
import { readGivenFile } from '../../../lib/input/given-file.ts';
import { YamlSyntaxError } from '../../../lib/input/yaml-documents.ts';
import { lintChartTemplate } from '../../../lib/rules/chart-template.ts';
import { SEVERITIES } from '../../../lib/rules/check.ts';
import { isFailing, lintText, type RuleFinding } from '../../../lib/rules/lint.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { readStdin } from '../../shared/read-stdin.ts';
import { resultOf } from '../../shared/render.ts';
import { fileReason, isFileError, parseableText } from '../../shared/text-file.ts';
import { MONITORING } from '../shared/plugin.ts';
import type { RulesValues } from './flags.ts';

/** `rules lint PATH…`: the findings in files, and those that could not be checked. */
export const rules: Handler<RulesValues> = async ({ args, values: { strict, output, color } }, host) => {
  if (isDocument(output)) await templateOf(output);
  const [verb = '', ...paths] = args;
  if (verb !== 'lint')
    throw usageError(`unknown command "${verb}" for rules`, 'Valid values: lint.', {
      word: verb,
      among: ['lint'],
    });
  const lint: Lint = { objects: 0, findings: [], unread: [] };
  for (const path of new Set(paths)) {
    host.interrupted.throwIfAborted();
    await lintFile(path, lint, host);
  }
  const { objects, findings, unread } = lint;
  if (objects === 0 && unread.length === 0) unread.push({ path: paths.map(nameOf).join(', '), ...NOTHING });
  const isFailed = isFailing(findings, strict ? 'warning' : 'critical');
  const exitCode = isFailed ? 1 : unread.length > 0 ? 2 : 0;
  const verdict = isFailed ? 'findings' : unread.length > 0 ? 'unknown' : 'clean';
  if (isDocument(output)) {
    const result = { verdict, exitCode, objects, items: findings.map(itemOf), unread } as const;
    await writeDocument(host.stdout, output, resultOf(MONITORING, 'RuleReport', result));
  } else {
    const paint = paintFor(host.stdout, host, color);
    host.stdout.write(findings.map((finding) => textFor(finding, paint)).join(''));
    if (objects > 0) host.stdout.write(`${summaryOf(lint)}\n`);
  }
  const paint = paintFor(host.stderr, host, color);
  for (const { path, reason, hint } of unread)
    host.stderr.write(`${paint('yellow', 'Warning:')} ${oneLine(`${path}: ${reason}; ${hint}`)}\n`);
  return exitCode;
};

interface Lint {
  objects: number;
  findings: (RuleFinding & { path: string })[];
  unread: { path: string; reason: string; hint: string }[];
}

async function lintFile(given: string, lint: Lint, host: Host): Promise<void> {
  const path = nameOf(given);
  try {
    const content = given === '-' ? await readStdin(host) : readGivenFile(resolve(host.cwd(), given));
    const text = parseableText(content);
    if (typeof text !== 'string') {
      lint.unread.push({ path, ...text });
      return;
    }
    const isTemplate = given !== '-' && text.includes('{{') && isInChart(resolve(host.cwd(), given));
    const { objects, findings } = isTemplate
      ? { objects: 1, findings: lintChartTemplate(text) }
      : lintText(text);
    lint.objects += objects;
    for (const finding of findings) lint.findings.push({ ...finding, path });
  } catch (error) {
    if (error instanceof YamlSyntaxError)
      lint.unread.push({ path, reason: `is not valid YAML: ${error.message}`, hint: NOT_YAML });
    else if (isFileError(error))
      lint.unread.push({ path, reason: `cannot be read: ${fileReason(error)}`, hint: READABLE });
    else throw error;
  }
}

/** Whether a file is in the folder templates of a chart. What "helm template --output-dir" writes has no Chart.yaml. */
function isInChart(path: string): boolean {
  const folder = dirname(path);
  if (folder === path) return false;
  return (
    (basename(folder) === 'templates' && existsSync(join(dirname(folder), 'Chart.yaml'))) || isInChart(folder)
  );
}

const nameOf = (given: string): string => (given === '-' ? 'stdin' : given);

const NOTHING = { reason: 'no alert rules found', hint: 'pass rule objects or rule files' };
const NOT_YAML = 'fix it, or pass the rendered output of a chart: helm template CHART';
const READABLE = 'pass a file that you may read, or - for stdin';

const itemOf = ({ check, severity, message, fix, path, line, column }: Lint['findings'][number]) => ({
  check,
  severity,
  message,
  fix,
  file: { path, line, column },
});

/** A finding with its line, and a caret below its place. */
function textFor(
  { check, severity, message, fix, path, line, column, source }: Lint['findings'][number],
  paint: Paint,
): string {
  const start = Math.max(0, column - 1 - WINDOW / 2);
  const seen = source.slice(start, start + WINDOW).replaceAll('\t', ' ');
  const before = oneLine(seen.slice(0, column - 1 - start));
  const color = severity === 'critical' ? 'red' : 'yellow';
  return [
    `${oneLine(path)}:${line}:${column}: ${paint(color, severity)} ${check}: ${oneLine(message)}`,
    `    ${before}${oneLine(seen.slice(column - 1 - start))}`,
    `    ${' '.repeat(before.length)}^`,
    `  Fix: ${fix}`,
    '',
  ].join('\n');
}

/** Characters of a line that are shown. */
const WINDOW = 160;

function summaryOf({ objects, findings }: Lint): string {
  const within = `in ${objects} ${objects === 1 ? 'rule object' : 'rule objects'}`;
  if (findings.length === 0) return `No findings ${within}`;
  const parts = SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count > 0 ? [`${count} ${severity}${severity === 'warning' && count > 1 ? 's' : ''}`] : [];
  });
  return `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} ${within}: ${parts.join(', ')}`;
}
