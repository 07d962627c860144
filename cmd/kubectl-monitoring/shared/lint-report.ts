import type { Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { isDocument, writeDocument } from '../../../lib/cli/output.ts';
import { type Paint, paintFor } from '../../../lib/cli/style.ts';
import { warner } from '../../../lib/cli/warner.ts';
import { isFailing, type LintCheck, type LintFinding } from '../../../lib/lint/finding.ts';
import type { Linted } from '../../../lib/lint/sarif.ts';
import { SEVERITIES, type Severity } from '../../../lib/words/finding.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { resultOf } from '../../shared/render.ts';
import { uriFrom } from '../../shared/walk.ts';
import { SEVERITY_STYLES } from './finding.ts';
import { MONITORING } from './plugin.ts';

/** What a linting command found, and how it is shown. */
export interface LintReport extends Linted {
  /** The least severity that makes the exit code 1. */
  level: Severity;
  output: string | undefined;
  color: 'auto' | 'always' | 'never';
  /** What the data is called: `RuleReport`. */
  kind: string;
  /** What else the data has. */
  data: object;
  /** The command, for SARIF. */
  command: string;
  /** Of this program. */
  version: string;
  /** Loaded for SARIF only. */
  checks(): Promise<readonly LintCheck[]>;
  /** What the findings are in: `3 rule objects`. Undefined if there was nothing to check. */
  within: string | undefined;
}

/** Shows findings in files: with their lines, as data, or as SARIF. Returns the exit code. */
export async function showFindings(report: LintReport, host: Host): Promise<number> {
  const { findings, unread, level, output, color, kind, data, within, checks } = report;
  const isFailed = isFailing(findings, level);
  const exitCode = isFailed ? 1 : unread.length > 0 ? 2 : 0;
  if (isDocument(output)) {
    const verdict = isFailed ? 'findings' : unread.length > 0 ? 'unknown' : 'clean';
    const result = { verdict, exitCode, items: findings.map(itemOf), unread, ...data } as const;
    await writeDocument(host.stdout, output, resultOf(MONITORING, kind, result));
  } else if (output === 'sarif') {
    const { lintSarif } = await import('../../../lib/lint/sarif.ts');
    const { command: name, version } = report;
    const options = { name, checks: await checks(), uriOf: uriFrom(host.cwd()) };
    const log = lintSarif(report, { ...options, version: version.replace(/^v/, '') });
    await writeDocument(host.stdout, 'json', log);
  } else {
    const paint = paintFor(host.stdout, host, color);
    host.stdout.write(findings.map((finding) => textFor(finding, host, paint)).join(''));
    if (within !== undefined) host.stdout.write(`${summaryOf(findings, within)}\n`);
  }
  const warn = warner(host, color);
  for (const { path, reason, hint } of unread) warn(oneLine(`${path}: ${reason}; ${hint}`));
  return exitCode;
}

const itemOf = ({ check, severity, message, fix, path, line, column }: LintFinding) => ({
  check,
  severity,
  message,
  fix,
  file: { path, line, column },
});

/** A finding with its line, and a caret below its place; without them where the line is empty. */
function textFor(
  { check, severity, message, fix, path, line, column, source }: LintFinding,
  { stdout }: Pick<Host, 'stdout'>,
  paint: Paint,
): string {
  const start = Math.max(0, column - 1 - WINDOW / 2);
  const seen = source.slice(start, start + WINDOW).replaceAll('\t', ' ');
  const before = oneLine(seen.slice(0, column - 1 - start));
  const head = `${oneLine(path)}:${line}:${column}: ${paint(SEVERITY_STYLES[severity], severity)} ${check}: ${oneLine(message)}`;
  const marked = [
    `    ${before}${oneLine(seen.slice(column - 1 - start))}`,
    `    ${' '.repeat(before.length)}^`,
  ];
  return [folded(head, stdout), ...(source === '' ? [] : marked), folded(`  Fix: ${fix}`, stdout), ''].join(
    '\n',
  );
}

/** Characters of a line that are shown. */
const WINDOW = 160;

function summaryOf(findings: readonly LintFinding[], within: string): string {
  if (findings.length === 0) return `No findings in ${within}`;
  const parts = SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count > 0 ? [`${count} ${severity}${severity === 'warning' && count > 1 ? 's' : ''}`] : [];
  });
  return `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} in ${within}: ${parts.join(', ')}`;
}
