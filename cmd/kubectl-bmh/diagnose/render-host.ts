import type { Output } from '../../../lib/cli/command.ts';
import type { Paint, Style } from '../../../lib/cli/style.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import type { Verdict } from '../../../lib/hosts/diagnosis/evidence.ts';
import type { Fact } from '../../../lib/hosts/diagnosis/facts.ts';
import { labelOf } from '../../../lib/hosts/diagnosis/summary.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { commandText } from '../../shared/words.ts';
import { sanitize } from '../shared/sanitize.ts';
import type { Item, Speech } from './report.ts';

const SECTIONS: [about: Fact['about'], title: string][] = [
  ['record', 'BareMetalHost'],
  ['image', 'Image server (queried from inside the cluster)'],
  ['event', 'Events (latest first)'],
  ['operator', 'Operator'],
  ['ironic', 'Ironic'],
  ['owner', 'Owners'],
  ['neighbour', 'Other hosts'],
  ['warning', 'Before you repair'],
  ['unread', 'Could not be read'],
];

export const VERDICTS: Record<Verdict, { text: string; style: Style }> = {
  healthy: { text: 'healthy', style: 'green' },
  'needs-work': { text: 'needs work', style: 'red' },
  unknown: { text: 'could not tell', style: 'yellow' },
};

/** On narrower terminals, labels precede their texts instead of filling a column. */
const NARROW = 60;

/** Renders one host: cause, evidence and next command. Commands are never wrapped. */
export function renderHost(
  { diagnosis, evidence }: Item,
  { columns }: Pick<Output, 'columns'>,
  { paint, speech }: { paint: Paint; speech: Speech },
): string {
  const { namespace, name, verdict, means, summary, refusals, next } = diagnosis;
  const lines = (lead: string, text: string, indent: number): string => {
    const plain = oneLine(sanitize(text));
    return columns === undefined
      ? `${' '.repeat(indent)}${lead}${plain}`
      : wrapped(lead, plain, { columns, indent });
  };
  const isNarrow = columns !== undefined && columns < NARROW;
  const sections = SECTIONS.flatMap(([about, title]) => {
    const facts = evidence.filter((fact) => fact.about === about);
    const width = Math.max(0, ...facts.map(({ label }) => oneLine(label).length)) + 3;
    const row = ({ label, text }: Fact): string =>
      lines(isNarrow ? `${oneLine(label)}: ` : oneLine(label).padEnd(width), text, 2);
    return facts.length > 0 ? ['', paint('bold', title), ...facts.map(row)] : [];
  });
  const firsts = refusals.length > 0 ? refusals.map(({ guard, hint }) => `${guard}: ${hint}`) : [next.advice];
  const { text, style } = VERDICTS[verdict];
  return [
    `${paint('bold', oneLine(`${namespace}/${name}`))}: ${paint(style, text)}`,
    lines('', `${labelOf(diagnosis)}: ${means}`, 0),
    lines('', summary, 2),
    ...sections,
    ...(next.advice || next.command ? ['', paint('bold', 'Next')] : []),
    ...firsts.flatMap((first) => (first ? [lines('', first, 2)] : [])),
    ...(next.command ? [`  ${paint('cyan', oneLine(commandText(next.command, speech)))}`] : []),
    '',
  ].join('\n');
}
