import type { Paint } from '../../../lib/cli/style.ts';
import { table } from '../../../lib/cli/table.ts';
import type { Diagnosis } from '../../../lib/hosts/diagnosis/diagnose.ts';
import { byCause, labelOf } from '../../../lib/hosts/diagnosis/summary.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { sanitize } from '../shared/sanitize.ts';
import { VERDICTS } from './render-host.ts';
import { commandsFor, nextCommand, type Speech } from './report.ts';

/** How many commands of one cause are listed below the table, which has all of them. */
const LISTED = 3;

interface Column {
  header: string;
  when?: 'all' | 'wide';
  cell(diagnosis: Diagnosis, speech: Speech): string;
}

const COLUMNS: Column[] = [
  { header: 'NAMESPACE', when: 'all', cell: ({ namespace }) => namespace },
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'VERDICT', when: 'wide', cell: ({ verdict }) => verdict },
  { header: 'CAUSE', cell: (diagnosis) => labelOf(diagnosis) },
  { header: 'NEXT', cell: (diagnosis, speech) => nextCommand(diagnosis, speech) ?? '' },
  { header: 'SUMMARY', when: 'wide', cell: ({ summary }) => sanitize(summary) },
];

/** Several hosts, one row each. */
export function renderTable(
  diagnoses: readonly Diagnosis[],
  { all, wide, noHeaders, speech }: { all: boolean; wide: boolean; noHeaders: boolean; speech: Speech },
): string {
  const columns = COLUMNS.filter(({ when }) => when === undefined || (when === 'all' ? all : wide));
  return table(
    columns.map(({ header }) => header),
    diagnoses.map((diagnosis) => columns.map(({ cell }) => cell(diagnosis, speech))),
    { noHeaders },
  );
}

/** The causes with counts, and the commands for each. */
export function renderCauses(
  diagnoses: readonly Diagnosis[],
  { paint, speech }: { paint: Paint; speech: Speech },
): string {
  const lines = byCause(diagnoses).flatMap((group) => {
    const { verdict, means, count, diagnoses: members } = group;
    const { text, style } = VERDICTS[verdict];
    const label = labelOf(members[0]);
    const commands = commandsFor(group, speech);
    const more = commands.length - LISTED;
    return [
      `${count} ${count === 1 ? 'host' : 'hosts'}: ${paint(style, text)}: ${label === text ? '' : `${oneLine(label)}: `}${means}`,
      ...commands.slice(0, LISTED).map((command) => `  ${oneLine(command)}`),
      ...(more > 0 ? [`  and ${more} more commands: see NEXT`] : []),
    ];
  });
  return lines.map((line) => `${line}\n`).join('');
}
