import { type Html, html } from '../html/html.ts';
import { verdictText } from '../words/verdict.ts';
import { firstDay, type Step, type Stepped, stateText, timelineTitle } from './steps.ts';
import { folded, groupRow, mainHeader, row, section, table, wideTable, wordHeader } from './table.ts';
import { clockText, momentOf } from './times.ts';

/** An object of a run on several. */
interface Ordered extends Stepped {
  /** Empty if it was not part of a wave. */
  wave: string;
  verdict: string;
}

/**
 * The order of a run on several objects: wave by wave, each object when its first step ended. Undefined if no step has a time.
 *
 * @param name the header of the objects.
 * @param isBrief whether only the first and the last step of each are shown.
 */
export function orderSection(
  all: readonly Ordered[],
  { name, isBrief }: { name: string; isBrief: boolean },
): Html | undefined {
  const started = all.filter(({ steps }) => steps.some(hasTime)).toSorted(byStart);
  if (started.length < 2) return undefined;
  const steps = started.flatMap((one) => one.steps);
  const day = firstDay(steps);
  return section(
    timelineTitle(steps, 'Order of the run'),
    isBrief ? endsTable(started, { name, day }) : stepTable(started, { name, day }),
    html`<p class="m">A time is when a step ended.${!isBrief && ' Steps without a time were not reached.'}\n`,
  );
}

const hasTime = ({ time }: Step): boolean => momentOf(time) !== undefined;

const byStart = (one: Stepped, other: Stepped): number => startOf(one) - startOf(other);

const startOf = ({ steps }: Stepped): number =>
  steps.reduce((first, { time }) => Math.min(first, momentOf(time) ?? first), Number.MAX_SAFE_INTEGER);

/** When the first and the last step of each object ended. */
const endsTable = (all: readonly Ordered[], { name, day }: { name: string; day: string }): Html | undefined =>
  table({
    label: `Order of the run, times in UTC${day && ` on ${day}`}`,
    headers: [mainHeader(name), wordHeader('Result'), wordHeader('First step'), wordHeader('Last step')],
    rows: inWaves(all, 4, ({ label, verdict, steps }) => {
      const timed = steps.filter(hasTime);
      return row(
        folded(label),
        verdictText(verdict),
        ...[timed[0], timed.at(-1)].map((step) => clockText(step?.time, day)),
      );
    }),
  });

/** When each object did each step: a column for each. */
function stepTable(all: readonly Ordered[], { name, day }: { name: string; day: string }): Html | undefined {
  const titles = inOrder(all.map(({ steps }) => steps.map(({ title }) => title)));
  return wideTable({
    label: `Steps, times in UTC${day && ` on ${day}`}`,
    headers: [name, 'Result', ...titles],
    rows: inWaves(all, 2 + titles.length, ({ label, verdict, steps }) => {
      const own = new Map(steps.map((step) => [step.title, step]));
      return row(label, verdictText(verdict), ...titles.map((title) => cellOf(own.get(title), day)));
    }),
  });
}

/** Columns of a table that can be read: no run has as many steps. */
const MOST = 24;

/** Rows of objects, those of a wave below its name. */
function inWaves(all: readonly Ordered[], columns: number, rowOf: (one: Ordered) => Html): Html[] {
  const waves = [...Map.groupBy(all, ({ wave }) => wave)];
  const isOne = waves.length === 1 && waves[0]?.[0] === '';
  return waves.flatMap(([wave, own]) => [
    ...(isOne ? [] : [groupRow(columns, wave || 'Not part of a wave')]),
    ...own.map(rowOf),
  ]);
}

/** What was done needs no word: it has a time. */
function cellOf(step: Step | undefined, day: string): Html | undefined {
  if (!step || !hasTime(step)) return undefined;
  const time = clockText(step.time, day);
  return step.state === 'done' ? html`${time}` : html`${time} ${stateText(step.state)}`;
}

/** All titles, each behind those that are before it in the lists. */
function inOrder(lists: readonly (readonly string[])[]): string[] {
  const all: string[] = [];
  for (const list of new Map(lists.map((one) => [one.join('\n'), one])).values()) {
    let place = 0;
    for (const title of list) {
      const at = all.indexOf(title);
      if (at < 0 && all.length >= MOST) return all;
      if (at < 0) all.splice(place, 0, title);
      place = (at < 0 ? place : Math.max(at, place)) + 1;
    }
  }
  return all;
}
