import { type Screen, verdictCell } from '../../../lib/cli/style.ts';
import { type Cell, type Header, table, wholeTable } from '../../../lib/cli/table.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import type { Diagnosis } from '../../../lib/hosts/diagnosis/diagnose.ts';
import { byCause, labelOf } from '../../../lib/hosts/diagnosis/summary.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { sanitize } from '../shared/sanitize.ts';
import { commandOf, commandsFor, type Speech } from './report.ts';

/** How many commands of one cause are listed below the table, which has all of them. */
const LISTED = 3;

interface Column {
  header: Header;
  when?: 'all' | 'wide';
  cell(diagnosis: Diagnosis, at: { screen: Screen; speech: Speech }): Cell;
}

const COLUMNS: Column[] = [
  { header: 'NAMESPACE', when: 'all', cell: ({ namespace }) => namespace },
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'VERDICT', cell: ({ verdict }, { screen }) => verdictCell(verdict, screen) },
  { header: 'REASON', cell: (diagnosis) => labelOf(diagnosis) },
  {
    // A command that is cut could not be copied.
    header: { text: 'NEXT', optional: 1, least: Number.POSITIVE_INFINITY },
    cell: (diagnosis, { speech }) => commandOf(diagnosis, speech) ?? sanitize(diagnosis.next.advice ?? ''),
  },
  {
    header: 'MESSAGE',
    when: 'wide',
    cell: ({ summary, error = '' }) => sanitize(summary || error),
  },
];

/** Several hosts, one row each. */
export function renderTable(
  diagnoses: readonly Diagnosis[],
  {
    all,
    wide,
    noHeaders,
    screen,
    speech,
  }: { all: boolean; wide: boolean; noHeaders: boolean; screen: Screen; speech: Speech },
): string {
  const columns = COLUMNS.filter(({ when }) => when === undefined || (when === 'all' ? all : wide));
  const rows = diagnoses.map((diagnosis): Cell[] =>
    columns.map(({ cell }) => cell(diagnosis, { screen, speech })),
  );
  const draw = wide ? wholeTable : table;
  return draw(
    columns.map(({ header }) => header),
    rows,
    { noHeaders, screen },
  );
}

/** The causes with counts, and what to do about each: commands or, where more is needed, advice. */
export function renderCauses(
  diagnoses: readonly Diagnosis[],
  { screen, speech }: { screen: Screen; speech: Speech },
): string {
  const { columns = Number.POSITIVE_INFINITY, paint } = screen;
  return byCause(diagnoses)
    .flatMap((group) => {
      const { verdict, means, count, diagnoses: members } = group;
      const { text, style } = verdictCell(verdict, screen);
      const label = labelOf(members[0]);
      const head = `${count} ${count === 1 ? 'host' : 'hosts'}: ${text}${label === verdict ? '' : `: ${oneLine(label)}`}`;
      const commands = commandsFor(group, speech);
      const advice = [...new Set(members.flatMap(({ next }) => next.advice ?? []))];
      const steps = commands.length > 0 ? commands : advice.map(sanitize);
      const more = steps.length - LISTED;
      return [
        wrapped('', head, { columns }).replace(text, paint(style, text)),
        wrapped('', means, { columns, indent: 2 }),
        ...steps
          .slice(0, LISTED)
          .map((step) =>
            commands.length > 0
              ? `  ${paint('cyan', oneLine(step))}`
              : wrapped('', oneLine(step), { columns, indent: 2 }),
          ),
        ...(more > 0 ? [`  and ${more} more: see NEXT with -o wide`] : []),
      ];
    })
    .map((line) => `${line}\n`)
    .join('');
}
