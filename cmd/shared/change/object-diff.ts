import type { Paint, Style } from '../../../lib/cli/style.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import { fieldsOf } from '../../../lib/objects/fields.ts';
import { byPlace, type Field, fieldsIn, isLasting, nameOf } from './changes.ts';
import { objectPath, type Write } from './write.ts';

interface DiffStyle {
  paint: Paint;
  /** Makes text from the cluster safe to print. */
  text(text: string): string;
  /** Width of the terminal; undefined for a pipe or file. */
  columns: number | undefined;
}

/**
 * What a run changes, object by object: each field before and after the whole run as lines of YAML, like a condensed `kubectl diff`.
 * `~` marks what only lasts for the run. Annotations and objects that hold a record are named, without their content.
 */
export function objectDiff(writes: readonly Write[], style: DiffStyle): string {
  const objects = Map.groupBy(writes, ({ request }) => objectPath(request));
  const blocks = [...objects].map(([path, own]) => ({ lines: linesOf(own), name: nameOf(path) }));
  // What is created and deleted again comes last.
  const ordered = [
    ...blocks.filter(({ lines }) => lines !== RECORD),
    ...blocks.filter(({ lines }) => lines === RECORD),
  ];
  return ordered
    .map(
      ({ name, lines }) => `${style.paint('bold', style.text(name))}\n${lines.map(textIn(style)).join('')}`,
    )
    .join('\n');
}

/** A line of a diff: what `sign` does to a field or, with `~`, what only lasts for the run. */
interface Line {
  sign: '-' | '+' | '~';
  text: string;
}

const COLORS: Record<Line['sign'], Style> = { '-': 'red', '+': 'green', '~': 'yellow' };

const textIn =
  ({ paint, text, columns }: DiffStyle) =>
  ({ sign, text: line }: Line): string => {
    const shown = text(line);
    const whole =
      sign === '~' && columns ? wrapped('~ ', shown, { columns }) : cut(`${sign} ${shown}`, columns);
    return `${whole
      .split('\n')
      .map((part) => paint(COLORS[sign], part))
      .join('\n')}\n`;
  };

/** A line that a terminal shows: prose, such as an error message, is cut; an address is not, so that it can be copied. */
const cut = (line: string, columns = Number.POSITIVE_INFINITY): string =>
  line.length > columns && /^. \S+: .*\s/.test(line) ? `${line.slice(0, columns - 3)}...` : line;

const RECORD: Line[] = [{ sign: '~', text: 'created for the run, deleted at its end (bookkeeping)' }];

function linesOf(writes: readonly Write[]): Line[] {
  const [first] = writes;
  const deletion = writes.find(({ request }) => request.method === 'DELETE');
  if (deletion) {
    if (first?.request.method === 'POST') return RECORD;
    const cascade =
      fieldsOf(deletion.request.body)?.propagationPolicy === 'Orphan' ? ' (--cascade=orphan)' : '';
    return deletion.isBack
      ? [{ sign: '~', text: `deleted${cascade} during the run, then created again by its controller` }]
      : [{ sign: '-', text: `deleted${cascade}` }];
  }
  const all = fieldsIn(writes);
  const fields = all.filter(({ isRecord }) => !isRecord).toSorted(byPlace);
  const lines = [
    ...fields.filter(isLasting).flatMap(changeLines),
    ...fields.filter((field) => !isLasting(field)).map(passingLine),
  ];
  const record = all.find(({ isRecord }) => isRecord);
  return record ? withRecord(lines, record) : lines;
}

const changeLines = ({ path, from, values }: Field): Line[] => [
  ...(from === undefined ? [] : [{ sign: '-' as const, text: `${path}: ${yamlOf(from)}` }]),
  ...(values.at(-1) === undefined ? [] : [{ sign: '+' as const, text: `${path}: ${yamlOf(values.at(-1))}` }]),
];

const passingLine = ({ path, values: [value] }: Field): Line => ({
  sign: '~',
  text: `${path}: ${value === undefined ? 'absent' : yamlOf(value)} during the run`,
});

/** A record in few words: behind the last line about the run itself, or on a line of its own. */
function withRecord(lines: Line[], record: Field): Line[] {
  const sign = !isLasting(record) ? '~' : record.values.at(-1) === undefined ? '-' : '+';
  if (sign !== '~') return [...lines, { sign, text: '(bookkeeping annotation)' }];
  const last = lines.at(-1);
  return last?.sign === '~'
    ? [...lines.slice(0, -1), { sign, text: `${last.text} (+ bookkeeping annotation)` }]
    : [...lines, { sign, text: '(bookkeeping annotation during the run)' }];
}

/** A value as YAML in one line: plain where that means the same text. */
function yamlOf(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value) && !TYPED.test(value) && !/:(\s|$)|\s#|\s$/.test(value))
    return value;
  const json = JSON.stringify(value) ?? 'null';
  // Single quotes keep the double quotes of JSON inside a value readable.
  return typeof value === 'string' && json === `"${value.replaceAll('"', '\\"')}"` && !value.includes("'")
    ? json.includes('\\"')
      ? `'${value}'`
      : json
    : json;
}

/** Characters of a text that needs no quotes in YAML, and words that would be read as another type. */
const PLAIN = /^[\w/.][^\p{Cc}]*$/u;
const TYPED = /^(?:true|false|null|yes|no|on|off|[-+.\d][\d_.,:eE+-]*|0[xo][\da-f]+|\.(?:inf|nan))$/i;
