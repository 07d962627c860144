import { statSync } from 'node:fs';
import { readGivenFile } from '../../../../lib/input/given-file.ts';
import type { LintFinding, Unread } from '../../../../lib/lint/finding.ts';
import type { Run, Source } from '../../../../lib/rules/check.ts';
import type { RuleFinding } from '../../../../lib/rules/findings.ts';
import { fixText, lintText } from '../../../../lib/rules/lint.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { replaceFile, type TextFile } from '../../../shared/text-file.ts';
import { type GivenFile, READABLE } from '../../shared/given-files.ts';
import { isInChart } from '../../shared/in-chart.ts';
import { parsedFile } from '../../shared/parsed-file.ts';

export interface Report {
  objects: number;
  /** Those that are left after a fix. */
  findings: LintFinding[];
  unread: Unread[];
  /** The findings that were fixed; absent without `--fix`. */
  fixed?: number;
}

export interface LintOptions {
  run: Run;
  /** Whether to write what can be fixed. */
  fix: boolean;
  /** Has the Prometheus of the cluster read the expressions of a file; undefined if it is not asked. */
  ask?: ((text: string) => Promise<void>) | undefined;
  /** Prints a line about a file that was written. */
  say(text: string): void;
}

/**
 * Adds the findings in a file to the report, after its fix.
 *
 * @throws {CommandError} if the file is to be fixed and cannot be written.
 */
export async function lintFile(
  { name: path, path: file, read }: GivenFile,
  report: Report,
  options: LintOptions,
): Promise<void> {
  const linted = await parsedFile({ path, hint: READABLE }, read, async (given) => {
    const isTemplate = file !== undefined && given.includes('{{') && isInChart(file);
    const fixed = options.fix && file !== undefined && { name: path, path: file, text: given };
    const text = fixed ? await fixFile(fixed, isTemplate, report, options) : given;
    if (!isTemplate) await options.ask?.(text);
    return isTemplate ? lintTemplate(text) : lintText(text, sourceOf(path, file, text), options.run);
  });
  if ('reason' in linted) report.unread.push(linted);
  else {
    report.objects += linted.objects;
    for (const finding of linted.findings) report.findings.push({ ...finding, path });
  }
}

/** Writes what can be fixed, and returns the text after it. */
async function fixFile(
  file: TextFile,
  isTemplate: boolean,
  report: Report,
  { run, say }: LintOptions,
): Promise<string> {
  const { text, fixed } = isTemplate
    ? (await import('../../../../lib/rules/chart-template.ts')).fixChartTemplate(file.text)
    : await fixText(file.text, run);
  if (fixed === 0) return file.text;
  if (!statSync(file.path).isFile())
    throw usageError(`--fix cannot write ${oneLine(file.name)}: it is not a file`, 'Pass files or folders.');
  await replaceFile(file, text, 'file');
  report.fixed = (report.fixed ?? 0) + fixed;
  say(`fixed ${fixed} ${fixed === 1 ? 'finding' : 'findings'} in ${file.name}`);
  return text;
}

/** A pipe can only be read once. */
const sourceOf = (path: string, file: string | undefined, text: string): Source =>
  file !== undefined && statSync(file).isFile() ? onDisk(path, file) : { path, read: () => text };

/** Apart, so that its closure does not keep the text. */
const onDisk = (path: string, file: string): Source => ({ path, read: () => String(readGivenFile(file)) });

async function lintTemplate(text: string): Promise<{ objects: number; findings: RuleFinding[] }> {
  const { lintChartTemplate } = await import('../../../../lib/rules/chart-template.ts');
  const kinds = Array.from(text.matchAll(KIND), ([, kind = '']) => kind);
  // A template may fill in the kind, or all of the object.
  const objects = kinds.length === 0 ? 1 : kinds.filter((kind) => RULE_KIND.test(kind)).length;
  return { objects, findings: lintChartTemplate(text) };
}

const KIND = /^[ -]*["']?kind["']?:\s*["']?(\S+)/gm;

/** A template has other objects as well, such as dashboards. */
const RULE_KIND = /^(?:MetricsRule|PrometheusRule)\b|\{\{/;
