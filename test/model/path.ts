import type { Violation } from './explore.ts';
import type { State } from './state.ts';

/** The path to a broken promise, one line per step: who does what, and the state after it. */
export function eventsText({ path }: Violation, currentState: (state: State) => string): string {
  const lines = path.map(({ who, what, state }) => ({
    event: who ? `${who}: ${what}` : what,
    standing: currentState(state),
  }));
  const width = Math.max(...lines.map(({ event }) => event.length));
  return lines
    .map(({ event, standing }, index) => `${`${index}`.padStart(3)}  ${event.padEnd(width)}  ${standing}\n`)
    .join('');
}
