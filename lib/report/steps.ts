import { type Html, html, trusted } from '../html/html.ts';
import { verdictText } from '../words/verdict.ts';
import { type Fields, objectsIn, textIn } from './read.ts';
import { amountHeader, mainHeader, row, table, wordHeader } from './table.ts';
import { clockText, dayOf, durationText, momentOf } from './times.ts';

/** A step of a run on one object. */
export interface Step {
  /** Without its number: `Pause the host`. */
  title: string;
  state: string;
  /** When it ended; unknown where it was not reached. */
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
export const timelineTitle = (steps: readonly Step[], name = 'Timeline'): string =>
  [`${name} (times in UTC)`, firstDay(steps)].filter(Boolean).join(' of ');

/** What the steps of one object were, when they ended, and how long each took. */
export function timeline({ label, steps }: Stepped): Html | undefined {
  const day = firstDay(steps);
  return table({
    label: `Steps of ${label}`,
    headers: [mainHeader('Step'), wordHeader('Result'), wordHeader('Ended'), amountHeader('Took')],
    rows: steps.map(({ title, state, time, note }, at) =>
      row(
        html`${title}${note && html`<p class="m">${note}`}`,
        stateText(state),
        clockText(time, day),
        // A step starts when the one before has ended. One that was skipped did nothing.
        state === 'skipped' ? '' : durationText(steps[at - 1]?.time, time),
      ),
    ),
  });
}

/** The day on which the first of these steps was; empty if that is unknown. */
export function firstDay(steps: readonly Step[]): string {
  const times = steps.flatMap(({ time }) => momentOf(time) ?? []);
  const first = times.reduce<number | undefined>((one, other) => Math.min(one ?? other, other), undefined);
  return first === undefined ? '' : dayOf(first);
}

const STATES: ReadonlyMap<string, string> = new Map([
  ['done', 'good'],
  ['failed', 'bad'],
  ['interrupted', 'warn'],
]);

/** A state as people read it, with its color: `not reached`. */
export const stateText = (state: string): Html =>
  html`<span class="s ${trusted(STATES.get(state) ?? 'm')}">${verdictText(state)}</span>`;
