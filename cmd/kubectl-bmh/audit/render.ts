import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic, Scope } from '../../../lib/audit/diagnostic.ts';
import { type Finding, fieldText, RULES, resourceText, shortFieldText } from '../../../lib/audit/finding.ts';
import { countText, type Verdict } from '../../../lib/audit/verdict.ts';
import type { Host } from '../../../lib/cli/command.ts';
import { isDocument, writeDocument } from '../../../lib/cli/output.ts';
import { table } from '../../../lib/cli/table.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import { masked } from '../../../lib/words/masked.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { maskedIn } from '../shared/sanitize.ts';
import type { FixReport } from './fix.ts';
import type { AuditValues } from './flags.ts';

/** Gives the URI of a file: relative, with slashes, if it is below `cwd`. */
export const uriFrom =
  (cwd: string) =>
  (path: string): string => {
    const full = resolve(cwd, path);
    const below = relative(cwd, full);
    const isOutside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below);
    return isOutside ? pathToFileURL(full).href : below.split(sep).map(encodeURIComponent).join('/');
  };

/** The audit of a cluster or of files. */
export interface Audit {
  findings: Finding[];
  /** What was skipped on purpose. */
  notes: Diagnostic[];
  /** What could not be read or checked. */
  unread: Diagnostic[];
  /** Absent if nothing could be read. */
  scope?: Scope;
  /** The result of `--fix`. */
  fix?: Pick<FixReport, 'outcome' | 'fixed' | 'diagnostics'>;
}

export type Report = Audit & Verdict;

interface Rendering extends Pick<AuditValues, 'output' | 'noHeaders'> {
  /** The column with the place of a finding. */
  place: 'file' | 'namespace' | undefined;
  /** The values of `-f` as warnings call them; empty for a cluster. */
  given: readonly string[];
  /** Whether stdout has a diff and gets nothing else. */
  isOnlyDiff: boolean;
  /** The program's, with its `v`. */
  version: string;
}

/** Writes a report in the chosen format. Beside a table, a summary goes to stderr. */
export async function renderReport(report: Report, host: Host, rendering: Rendering): Promise<void> {
  const { output, place, noHeaders, version, isOnlyDiff, given } = rendering;
  const { findings } = report;
  if (isDocument(output)) {
    await writeDocument(host.stdout, output, maskedIn(documentOf(report)));
    return;
  }
  if (output === 'sarif') {
    const { sarifOf } = await import('../../../lib/audit/sarif.ts');
    const log = sarifOf(report, { version: version.replace(/^v/, ''), uriOf: uriFrom(host.cwd()) });
    await writeDocument(host.stdout, 'json', maskedIn(log));
    return;
  }
  if (output === 'name') {
    const names = findings.map(
      (finding) => (place === 'file' && finding.file?.path) || resourceText(finding),
    );
    for (const name of new Set(names)) host.stdout.write(`${oneLine(name)}\n`);
    return;
  }
  if (findings.length > 0 && !isOnlyDiff) {
    const columns = COLUMNS.filter(({ when }) => when === undefined || when === place || when === output);
    const headers = columns.map(({ header }) => header);
    const rows = findings.map((finding) => columns.map(({ cell }) => shortened(masked(cell(finding)))));
    const text = table(headers, rows, { noHeaders });
    const { columns: width = Number.POSITIVE_INFINITY } = host.stdout;
    const fits = output !== 'wide' || text.split('\n').every((line) => line.length <= width);
    host.stdout.write(fits ? text : blocks(headers, rows, width));
  }
  host.stderr.write(`${summary(report, given, output)}\n`);
}

const COLUMNS: { header: string; when?: 'wide' | 'file' | 'namespace'; cell(finding: Finding): string }[] = [
  {
    header: 'PLACE',
    when: 'file',
    cell: ({ file }) => (file ? `${file.path}:${file.line}:${file.column}` : ''),
  },
  { header: 'NAMESPACE', when: 'namespace', cell: ({ namespace }) => namespace ?? '' },
  { header: 'RULE', cell: ({ rule }) => rule },
  { header: 'LEVEL', cell: ({ level }) => level },
  { header: 'RESOURCE', cell: ({ kind, name }) => `${kind.toLowerCase()}/${name}` },
  { header: 'FIELD', cell: shortFieldText },
  { header: 'VALUE', cell: ({ value }) => value },
  { header: 'MESSAGE', when: 'wide', cell: ({ message }) => message },
  { header: 'MEND', when: 'wide', cell: ({ hint }) => hint },
];

/** Abbreviates words that are longer than any real address. Mask the text first. */
const shortened = (text: string): string =>
  text.replace(/\S{301,}/g, (word) => `${word.slice(0, 200)}...${word.slice(-60)}`);

/** Each row as lines of `HEADER: cell`, for terminals that are too narrow for the table. */
function blocks(headers: string[], rows: string[][], columns: number): string {
  const longest = Math.max(...headers.map((header) => header.length));
  const lineOf = (cell: string, at: number): string =>
    wrapped(`${headers[at]}:`.padEnd(longest + 3), oneLine(cell) || '<none>', { columns });
  return rows.map((row) => `${row.map(lineOf).join('\n')}\n`).join('\n');
}

function summary(report: Report, given: readonly string[], output: 'wide' | undefined): string {
  const { findings, unread, verdict, fix, scope } = report;
  const fixed = fix ? `${fixText(fix)} ` : '';
  if (!scope) return `${fixed}${nothingText(given)}`;
  // Files may be readable and yet impossible to check.
  const gap = unread.length > 0 ? `; not everything could be ${given.length > 0 ? 'checked' : 'read'}` : '';
  const more = verdict === 'findings' && output !== 'wide' ? ' (-o wide shows how to fix each)' : '';
  return `${fixed}${countText(findings, scope)}${more}${gap}.`;
}

function nothingText([first, ...more]: readonly string[]): string {
  if (first === undefined) return 'Nothing could be read.';
  const where = more.length > 0 ? `any of the ${more.length + 1} paths` : oneLine(first);
  return `Nothing in ${where} could be checked.`;
}

function fixText({ outcome, fixed }: NonNullable<Report['fix']>): string {
  const addresses = fixed.length === 1 ? '1 address' : `${fixed.length} addresses`;
  const said = {
    unchanged: 'No address could be rewritten.',
    planned: `${addresses} would be rewritten; no file was changed.`,
    declined: 'Declined: no file was changed.',
    written: `${addresses} rewritten.`,
  };
  return said[outcome];
}

const documentOf = ({ verdict, exitCode, scope, findings, notes, unread, fix }: Report): object => ({
  verdict,
  exitCode,
  ...(scope && { scope }),
  findings: findings.map(findingData),
  notes,
  unread,
  ...(fix && {
    fix: { outcome: fix.outcome, fixed: fix.fixed.map(findingData), diagnostics: fix.diagnostics },
  }),
});

const findingData = (finding: Finding): object => ({
  ...finding,
  document: RULES[finding.rule].document,
  resource: resourceText(finding),
  field: fieldText(finding),
});
