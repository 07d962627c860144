import cliTruncate from 'cli-truncate';
import { oneLine } from '../words/text.ts';
import { bySeverity, VERDICTS, type Verdict, verdictText } from '../words/verdict.ts';
import { cutMark, type Screen, type Style, verdictCell } from './style.ts';
import { type Cell, table } from './table.ts';
import { visibleWidth } from './wrap.ts';

/** What a live screen shows: counts by verdict, lines about the whole, and objects in groups. */
export interface LiveView {
  /** Of everything, also of what no group lists. */
  counts: Counts;
  /** Lines below the counts. */
  notes: { text: string; style?: Style }[];
  /** Headers of the names of an item, and of its text. */
  headers: { names: string[]; text: string };
  groups: LiveGroup[];
  /** What a group is, as a plural: `addresses`. */
  noun: string;
}

export type Counts = ReadonlyMap<Verdict, number>;

export interface LiveGroup {
  title: string;
  items: LiveItem[];
}

/** One object: its names, one a column, its verdict, and what is happening to it. */
export interface LiveItem {
  names: string[];
  verdict: Verdict;
  text: string;
}

/** A terminal that a view has to fit into. */
export type LiveScreen = Screen & { columns: number; rows: number };

/**
 * The lines of a view: at most `rows`, none wider than `columns`. Groups and their items come most severe first; what does not
 * fit is counted.
 */
export function viewLines(view: LiveView, screen: LiveScreen): string[] {
  const { columns, rows, paint } = screen;
  const head = [
    ...countLines(view.counts, screen),
    ...view.notes.map(({ text, style }) => {
      const clean = clipped(oneLine(text), screen);
      return style ? paint(style, clean) : clean;
    }),
  ];
  const groups = view.groups.map(sorted).toSorted(worstFirst);
  const lines = groups.length === 0 ? [] : groupLines(groups, view, { ...screen, rows: rows - head.length });
  return [...head, ...lines].slice(0, Math.max(rows, 0)).map((line) => clipped(line, { ...screen, columns }));
}

/** How many have each verdict. */
export function countsOf(items: readonly Pick<LiveItem, 'verdict'>[]): Map<Verdict, number> {
  const counts = new Map<Verdict, number>();
  for (const { verdict } of items) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return counts;
}

/** `⚠ 1 at risk  ✖ 5 degraded  ✔ 28 healthy`, on as many lines as it takes. */
function countLines(counts: Counts, screen: LiveScreen): string[] {
  const lines: string[] = [];
  for (const [verdict, count] of inOrder(counts)) {
    const { style, text } = verdictCell(verdict, screen);
    const [glyph = '', ...words] = text.split(' ');
    const part = screen.paint(style, [glyph, count, ...words].join(' '));
    const longer = lines.length === 0 ? part : `${lines.at(-1)}  ${part}`;
    if (lines.length > 0 && visibleWidth(longer) <= screen.columns) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

const inOrder = (counts: Counts): [Verdict, number][] =>
  VERDICTS.flatMap((verdict) => {
    const count = counts.get(verdict) ?? 0;
    return count > 0 ? [[verdict, count] as [Verdict, number]] : [];
  });

/** `5 degraded, 28 healthy`. */
const countsText = (counts: Counts): string =>
  inOrder(counts)
    .map(([verdict, count]) => `${count} ${verdictText(verdict)}`)
    .join(', ');

type SortedGroup = LiveGroup & { counts: Counts };

function sorted({ title, items }: LiveGroup): SortedGroup {
  const counts = countsOf(items);
  return { title, counts, items: items.toSorted(bySeverity) };
}

const rank = (verdict: Verdict | undefined): number =>
  verdict === undefined ? VERDICTS.length : VERDICTS.indexOf(verdict);

/** By the most severe verdict, then by how many have it, then in the order given. */
function worstFirst(one: SortedGroup, other: SortedGroup): number {
  const [first, second] = [one, other].map(({ items, counts }) => {
    const worst = items[0]?.verdict;
    return { place: rank(worst), count: worst === undefined ? 0 : (counts.get(worst) ?? 0) };
  });
  return (first?.place ?? 0) - (second?.place ?? 0) || (second?.count ?? 0) - (first?.count ?? 0);
}

/** The headers, and each group with as many of its items as fit. */
function groupLines(groups: readonly SortedGroup[], view: LiveView, screen: LiveScreen): string[] {
  const { rows, columns, paint, unicode } = screen;
  const mark = cutMark(unicode);
  const { titled, taken } = fitted(groups, rows - 1);
  const parts = groups.slice(0, titled).map(({ items }, place) => {
    const left = new Map(taken[place]);
    return Object.groupBy(items, ({ verdict }) => {
      const count = left.get(verdict) ?? 0;
      left.set(verdict, count - 1);
      return count > 0 ? 'shown' : 'hidden';
    });
  });
  const listed = parts.flatMap(({ shown = [] }) => shown);
  const [headers = '', ...cells] = table(
    [...view.headers.names, 'VERDICT', view.headers.text],
    listed.map((item) => cellsOf(item, screen)),
    { screen: { ...screen, columns: Math.max(columns - INDENT.length, 1) } },
  ).split('\n');
  const lines = [...(listed.length > 0 ? [`${INDENT}${headers}`] : [])];
  for (const [place, { title, counts }] of groups.slice(0, titled).entries()) {
    const { shown = [], hidden = [] } = parts[place] ?? {};
    lines.push(`${paint('bold', oneLine(title))} (${countsText(counts)})`);
    for (const line of cells.splice(0, shown.length)) lines.push(`${INDENT}${line}`);
    if (shown.length > 0 && hidden.length > 0) lines.push(`${INDENT}${mark} ${moreText(countsOf(hidden))}`);
  }
  const rest = groups.slice(titled);
  if (rest.length > 0)
    lines.push(
      `${mark} ${rest.length} more ${view.noun} (${countsText(countsOf(rest.flatMap(({ items }) => items)))})`,
    );
  return lines;
}

const INDENT = '  ';

const cellsOf = ({ names, verdict, text }: LiveItem, screen: LiveScreen): Cell[] => [
  ...names.map((name) => ({ text: name, cut: 'middle' as const })),
  verdictCell(verdict, screen),
  // Nothing rather than the table's <none>.
  text || ' ',
];

/** `37 more healthy`, `5 more degraded, 37 healthy`. */
const moreText = (counts: Counts): string => countsText(counts).replace(' ', ' more ');

/**
 * How many groups get a title, and how many items of each verdict each of them shows: the most severe first, but what is in
 * progress before what waits for a repair. Titles take at most half of the rows; a line counts the other groups, and one
 * in each group the items that are left out.
 */
function fitted(
  groups: readonly SortedGroup[],
  rows: number,
): { titled: number; taken: Map<Verdict, number>[] } {
  const half = Math.max(1, Math.floor(rows / 2));
  const titled = groups.length <= half ? groups.length : Math.max(1, half - 1);
  let free = rows - titled - (titled < groups.length ? 1 : 0);
  const taken = groups.slice(0, titled).map(() => new Map<Verdict, number>());
  const shown = taken.map(() => 0);
  const take = (verdict: Verdict, most: number): void => {
    const least = free - most;
    for (const [place, { items, counts }] of groups.slice(0, titled).entries())
      for (let count = taken[place]?.get(verdict) ?? 0; count < (counts.get(verdict) ?? 0); count += 1) {
        const before = shown[place] ?? 0;
        const cost = linesOf(before + 1, items.length) - linesOf(before, items.length);
        if (free - cost < least) break;
        free -= cost;
        shown[place] = before + 1;
        taken[place]?.set(verdict, count + 1);
      }
  };
  for (const verdict of VERDICTS.slice(0, VERDICTS.indexOf('degraded'))) take(verdict, free);
  take('in-progress', Math.ceil(free / 2));
  for (const verdict of VERDICTS) take(verdict, free);
  return { titled, taken };
}

/** Lines for some of a group's items: one each, and one for those that are left out. */
const linesOf = (shown: number, all: number): number => (shown === 0 ? 0 : shown + (shown < all ? 1 : 0));

/** A line that fits, however wide its characters are. */
function clipped(line: string, { columns, unicode }: Pick<LiveScreen, 'columns' | 'unicode'>): string {
  if (line.length <= columns && NARROW.test(line)) return line;
  return cliTruncate(line, columns, { truncationCharacter: columns > 3 ? cutMark(unicode) : '' });
}

/** Text whose every character takes at most one column. */
const NARROW = /^[\x20-\x7e]*$/;
