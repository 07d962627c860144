import { basename } from 'node:path';
import type { Diagnostic, Scope } from '../../../lib/audit/diagnostic.ts';
import {
  type Finding,
  fieldText,
  LEVELS,
  RULES,
  resourceText,
  shortFieldText,
} from '../../../lib/audit/finding.ts';
import { addressOf } from '../../../lib/audit/group-address.ts';
import { countText, type Verdict } from '../../../lib/audit/verdict.ts';
import type { Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { isDocument, writeDocument } from '../../../lib/cli/output.ts';
import { cutMark, PLAIN, type Screen, verdictCell } from '../../../lib/cli/style.ts';
import { blocks, type Cell, table, wholeTable } from '../../../lib/cli/table.ts';
import { fits } from '../../../lib/cli/wrap.ts';
import { masked } from '../../../lib/words/masked.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { resultOf, writeResult } from '../../shared/render.ts';
import { uriFrom } from '../../shared/walk.ts';
import { BMH, maskedIn } from '../shared/sanitize.ts';
import type { FixReport } from './fix.ts';
import type { AuditValues } from './flags.ts';
import { renderGroups, shortResource } from './groups.ts';

/** The audit of a cluster or of files. */
export interface Audit {
  findings: Finding[];
  /** What was skipped on purpose. */
  notes: Diagnostic[];
  /** What could not be read or checked. */
  unread: Diagnostic[];
  /** Absent if nothing could be read. */
  scope?: Scope;
  /** Whether `--fix` could rewrite an address; only looked at where that is advised. */
  isFixable?: boolean;
  /** The result of `--fix`. */
  fix?: Pick<FixReport, 'outcome' | 'fixed' | 'diagnostics'>;
}

export type Report = Audit & Verdict;

interface Rendering {
  values: AuditValues;
  screen: Screen;
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
  const { values, place, version, isOnlyDiff, given, screen } = rendering;
  const { output, details } = values;
  const findings = report.findings.toSorted(
    (one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level),
  );
  const isGrouped = output === undefined && screen.columns !== undefined && !details;
  await writeResult(host, output, () => maskedIn(documentOf({ ...report, findings })));
  if (isDocument(output)) return;
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
    host.stdout.write(
      isGrouped
        ? renderGroups(findings, { values, screen, isFixable: report.isFixable === true })
        : rowsText(findings, rendering),
    );
  }
  const more = {
    wide: '',
    details: '(-o wide shows how to fix each)',
    groups: '(--details lists each; -o wide shows how to fix it)',
  };
  const how = more[output ?? (isGrouped ? 'groups' : 'details')];
  host.stderr.write(folded(`${summary(report, given, how)}\n`, host.stderr));
}

/** One row per finding. On a terminal that is too narrow for the table they are blocks, with all of their fields. */
function rowsText(
  findings: readonly Finding[],
  { values, place, screen }: Pick<Rendering, 'values' | 'place' | 'screen'>,
  isBlocks = false,
): string {
  const { output, noHeaders } = values;
  const form = output === 'wide' ? output : screen.columns === undefined || isBlocks ? 'pipe' : 'screen';
  const columns = COLUMNS.filter(({ when }) => when === undefined || when === place || when.includes(form));
  const headers = columns.map(({ header }) => header);
  const how = output === 'wide' || isBlocks ? PLAIN : screen;
  const rows = findings.map((finding) => columns.map(({ cell }) => shortened(masked(cell(finding, how)))));
  const { columns: width = Number.POSITIVE_INFINITY } = screen;
  if (isBlocks) return blocks(headers, rows, width);
  if (output !== 'wide') {
    const cells = findings.map(({ level }, at) =>
      (rows[at] ?? []).map(
        (text, column): Cell => (headers[column] === 'LEVEL' ? verdictCell(level, screen) : text),
      ),
    );
    return fits(table(headers, rows, { noHeaders }), width)
      ? table(headers, cells, { noHeaders, screen })
      : rowsText(findings, { values, place, screen }, true);
  }
  return wholeTable(headers, rows, { noHeaders, screen });
}

interface Column {
  header: string;
  /** In which forms, or for which place. */
  when?: 'file' | 'namespace' | ('wide' | 'pipe' | 'screen')[];
  cell(finding: Finding, screen: Screen): string;
}

const COLUMNS: Column[] = [
  {
    header: 'PLACE',
    when: 'file',
    cell: ({ file }, { columns }) =>
      file ? `${columns === undefined ? file.path : basename(file.path)}:${file.line}:${file.column}` : '',
  },
  { header: 'NAMESPACE', when: 'namespace', cell: ({ namespace }) => namespace ?? '' },
  { header: 'RULE', cell: ({ rule }) => rule },
  { header: 'LEVEL', cell: ({ level }) => level },
  {
    header: 'RESOURCE',
    when: ['wide', 'pipe'],
    cell: ({ kind, name }) => `${kind.toLowerCase()}/${name}`,
  },
  { header: 'RESOURCE', when: ['screen'], cell: shortResource },
  {
    header: 'FIELD',
    cell(finding, { columns, unicode }) {
      const field = shortFieldText(finding);
      return columns === undefined ? field : field.replace(/(?<=^[^.]*)\..*\./, cutMark(unicode));
    },
  },
  { header: 'VALUE', when: ['wide', 'pipe'], cell: ({ value }) => value },
  { header: 'ADDRESS', when: ['screen'], cell: addressOf },
  { header: 'MESSAGE', when: ['wide'], cell: ({ message }) => message },
  { header: 'FIX', when: ['wide'], cell: ({ hint }) => hint },
];

/** Abbreviates words that are longer than any real address. Mask the text first. */
const shortened = (text: string): string =>
  text.replace(/\S{301,}/g, (word) => `${word.slice(0, 200)}...${word.slice(-60)}`);

/** @param how how to see more of the findings. */
function summary(report: Report, given: readonly string[], how: string): string {
  const { findings, unread, verdict, fix, scope } = report;
  const fixed = fix ? `${fixText(fix)} ` : '';
  if (!scope) return `${fixed}${nothingText(given)}`;
  // Files may be readable and yet impossible to check.
  const gap = unread.length > 0 ? `; not everything could be ${given.length > 0 ? 'checked' : 'read'}` : '';
  const more = verdict === 'findings' && how ? ` ${how}` : '';
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

function documentOf({ verdict, exitCode, scope, findings, notes, unread, fix }: Report): object {
  const about = {
    ...{ verdict, exitCode, scope },
    items: findings.map(findingData),
    ...{ notes, unread },
    ...(fix && {
      fix: {
        verdict: FIX_VERDICTS[fix.outcome],
        preview: fix.outcome === 'planned',
        items: fix.fixed.map(findingData),
        diagnostics: fix.diagnostics,
      },
    }),
  };
  return resultOf(BMH, 'AuditReport', about);
}

const FIX_VERDICTS = {
  unchanged: 'unchanged',
  planned: 'unchanged',
  declined: 'declined',
  written: 'applied',
} as const satisfies Record<FixReport['outcome'], string>;

function findingData(finding: Finding): object {
  const { rule, apiVersion, kind, name, namespace, repairable: _, ...what } = finding;
  return {
    ...{ apiVersion, kind },
    metadata: { name, namespace },
    verdict: 'findings',
    reason: rule,
    ...what,
    document: RULES[rule].document,
    resource: resourceText(finding),
    field: fieldText(finding),
  };
}
