import { cutMark, type Screen, verdictCell } from '../../../lib/cli/style.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import type { Fact } from '../../../lib/hosts/diagnosis/facts.ts';
import { labelOf } from '../../../lib/hosts/diagnosis/summary.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { sanitize } from '../shared/sanitize.ts';
import { commandOf, type Item, type Speech } from './report.ts';

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

/** On narrower terminals, labels precede their texts instead of filling a column. */
const NARROW = 60;

/** How much evidence is shown unless all of it is asked for. */
const SHOWN = 3;

/** Renders one host: cause, evidence and next command. Commands are never wrapped. */
export function renderHost(
  { diagnosis, evidence }: Item,
  { screen, wide, speech }: { screen: Screen; wide: boolean; speech: Speech },
): string {
  const { namespace, name, verdict, means, summary, error, refusals, next } = diagnosis;
  const { columns, paint } = screen;
  const lines = (text: string, indent = 2): string => paragraph('', text, { columns, indent });
  const command = commandOf(diagnosis, speech);
  const { style, text } = verdictCell(verdict, screen);
  const advice = refusals.length > 0 ? refusals.map(({ guard, hint }) => `${guard}: ${hint}`) : [next.advice];
  return [
    `${paint('bold', oneLine(`${namespace}/${name}`))}: ${paint(style, text)}`,
    lines(`${labelOf(diagnosis)}: ${means}`, 0),
    ...[summary, error].flatMap((sentence) => (sentence ? [lines(sentence)] : [])),
    ...(wide ? sections(evidence, screen) : mainEvidence(evidence, summary, screen)),
    ...(next.advice || command ? ['', paint('bold', 'Next')] : []),
    ...advice.flatMap((sentence) => (sentence ? [lines(sentence)] : [])),
    ...(command ? [`  ${paint('cyan', oneLine(command))}`] : []),
    '',
  ].join('\n');
}

/** All evidence. */
function sections(evidence: readonly Fact[], { columns, paint }: Screen): string[] {
  const isNarrow = columns !== undefined && columns < NARROW;
  return SECTIONS.flatMap(([about, title]) => {
    const facts = evidence.filter((fact) => fact.about === about);
    const width = Math.max(0, ...facts.map(({ label }) => oneLine(label).length)) + 3;
    const row = ({ label, text }: Fact): string =>
      paragraph(isNarrow ? `${oneLine(label)}: ` : oneLine(label).padEnd(width), text, {
        columns,
        indent: 2,
      });
    return facts.length > 0 ? ['', paint('bold', title), ...facts.map(row)] : [];
  });
}

/** The evidence that says most. */
function mainEvidence(evidence: readonly Fact[], summary: string, screen: Screen): string[] {
  const { columns = Number.POSITIVE_INFINITY, unicode, paint } = screen;
  const unread = evidence.filter(({ about }) => about === 'unread').map(({ label }) => label);
  const facts = [
    ...(unread.length > 0 ? [{ about: 'unread' as const, label: 'not read', text: unread.join(', ') }] : []),
    ...evidence.filter(({ about, text }) => about !== 'unread' && !summary.includes(text)),
  ]
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, SHOWN);
  if (facts.length === 0) return [];
  const width = Math.max(...facts.map(({ label }) => label.length)) + 3;
  return [
    '',
    paint('bold', evidence.length > facts.length ? 'Evidence (-o wide shows all)' : 'Evidence'),
    ...facts.map(({ label, text }) => {
      const plain = oneLine(sanitize(text));
      const words = plain.split(' ').map((word) => shortened(word, columns - width - 2, cutMark(unicode)));
      return wrapped(oneLine(label).padEnd(width), words.join(' '), { columns, indent: 2 });
    }),
  ];
}

/** A word without its middle, if it is longer: addresses often differ at their ends. */
function shortened(text: string, width: number, mark: string): string {
  const half = Math.max((width - mark.length) / 2, 5);
  return text.length <= width ? text : text.slice(0, Math.floor(half)) + mark + text.slice(-Math.ceil(half));
}

function rankOf({ about, label }: Fact): number {
  const rank = RANKS.indexOf(about === 'warning' || about === 'unread' ? about : label);
  return rank === -1 ? RANKS.length : rank;
}

/** Evidence by how much it says; all other evidence comes last. */
const RANKS = [
  ...['warning', 'unread'],
  ...['message', 'run', 'paused', 'repaired image', 'current image', 'in status'],
  ...['lease', 'image', 'same address', 'error count', 'state', 'status'],
];

/** A text that is wrapped on a terminal. */
function paragraph(
  lead: string,
  text: string,
  { columns, indent }: { columns: number | undefined; indent: number },
): string {
  const plain = oneLine(sanitize(text));
  return columns === undefined
    ? `${' '.repeat(indent)}${lead}${plain}`
    : wrapped(lead, plain, { columns, indent });
}
