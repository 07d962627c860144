import { type Html, html, trusted } from '../html/html.ts';
import { verdictText } from '../words/verdict.ts';
import { type Fields, objectsIn, textIn } from './read.ts';
import { amountHeader, row, table, wideTable, wordHeader } from './table.ts';
import { clockText, dayOf, durationText, momentOf } from './times.ts';

/** A step of a run on one object. */
interface Step {
  /** Without its number: `Pause the host`. */
  title: string;
  state: string;
  time: unknown;
  note: string;
}

/** An object, and the steps of a run on it. */
export interface Stepped {
  label: string;
  steps: readonly Step[];
}

export const stepsIn = ({ steps }: Fields): Step[] =>
  objectsIn(steps).map(({ title, state, time, note }) => ({
    title: textIn(title).replace(/^\d+\/\d+ /, ''),
    state: textIn(state),
    time,
    note: textIn(note),
  }));

/** What a timeline is called: the times are of one day, or have their own. */
export const timelineTitle = (steps: readonly Step[]): string =>
  ['Timeline (times in UTC)', firstDay(steps)].filter(Boolean).join(' of ');

/** What the steps of one object were, when, and how long each took. */
export function timeline({ label, steps }: Stepped): Html | undefined {
  const day = firstDay(steps);
  return table({
    label: `Steps of ${label}`,
    headers: [wordHeader('Time'), 'Step', wordHeader('Result'), amountHeader('After')],
    rows: steps.map(({ title, state, time, note }, at) =>
      row(
        clockText(time, day),
        html`${title}${note && html`<p class="m">${note}`}`,
        stateText(state),
        durationText(steps[at - 1]?.time, time),
      ),
    ),
  });
}

/** When each object did each step: a column for each. */
export function timelines(all: readonly Stepped[], name: string): Html | undefined {
  const stepped = all.filter(({ steps }) => steps.length > 0);
  const titles = inOrder(stepped.map(({ steps }) => steps.map(({ title }) => title))).slice(0, MOST);
  const day = firstDay(stepped.flatMap(({ steps }) => steps));
  return wideTable({
    label: `Steps, times in UTC${day && ` on ${day}`}`,
    headers: [name, ...titles],
    rows: stepped.map(({ label, steps }) => {
      const own = new Map(steps.map((step) => [step.title, step]));
      return row(label, ...titles.map((title) => cellOf(own.get(title), day)));
    }),
  });
}

/** Columns of a table that can be read: no run has as many steps. */
const MOST = 24;

/** The day on which the first of these steps was; empty if that is unknown. */
function firstDay(steps: readonly Step[]): string {
  const times = steps.flatMap(({ time }) => momentOf(time) ?? []);
  const first = times.reduce<number | undefined>((one, other) => Math.min(one ?? other, other), undefined);
  return first === undefined ? '' : dayOf(first);
}

const STATES: ReadonlyMap<string, string> = new Map([
  ['done', 'good'],
  ['failed', 'bad'],
]);

const stateText = (state: string): Html =>
  html`<span class="s ${trusted(STATES.get(state) ?? 'm')}">${verdictText(state)}</span>`;

/** What was done needs no word: it has a time. */
function cellOf(step: Step | undefined, day: string): Html | undefined {
  if (!step) return undefined;
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
      if (at < 0) all.splice(place, 0, title);
      place = (at < 0 ? place : Math.max(at, place)) + 1;
    }
  }
  return all;
}
