import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsShown } from '../../cmd/shared/change/steps.ts';
import type { Progress } from '../../lib/cli/command.ts';

/** What a run prints for these events: `+2` a step that starts, `2` one that is done. */
function shownOf(events: string[]): string[] {
  const said: string[] = [];
  const progress: Progress = {
    done: (place) => said.push(`${place} done`),
    skipped: (place) => said.push(`${place} not needed`),
    failed: (place) => said.push(`${place} failed`),
    note: (...texts) => said.push(...texts),
    end: async () => {},
  };
  const steps = stepsShown(progress, 0, (title) => said.push(`${title} again`));
  for (const event of events)
    if (event.startsWith('+')) steps.started(Number(event));
    else steps.done(Number(event), event);
  return said;
}

test('prints steps as they are done', () => {
  assert.deepEqual(shownOf(['+1', '1', '+2', '2']), ['1 done', '2 done']);
});

test('a step that never started is skipped', () => {
  assert.deepEqual(shownOf(['+1', '1', '+4', '4']), ['1 done', '2 not needed', '3 not needed', '4 done']);
});

test('a started step is done if it ended while an earlier one was repeated', () => {
  assert.deepEqual(shownOf(['+1', '1', '+2', '+1', '1', '+3', '3']), [
    '1 done',
    '1 again',
    '2 done',
    '3 done',
  ]);
});
