import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsShown } from '../../cmd/shared/change/steps.ts';
import type { Progress } from '../../lib/cli/command.ts';

/** What is shown of a run, by what it tells: `+2` a step that is begun, `2` one that is done. */
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

test('steps are shown as they are done', () => {
  assert.deepEqual(shownOf(['+1', '1', '+2', '2']), ['1 done', '2 done']);
});

test('a step that nothing was begun of was not needed', () => {
  assert.deepEqual(shownOf(['+1', '1', '+4', '4']), ['1 done', '2 not needed', '3 not needed', '4 done']);
});

test('a step that was begun and came to its end while an earlier one was done again is done', () => {
  assert.deepEqual(shownOf(['+1', '1', '+2', '+1', '1', '+3', '3']), [
    '1 done',
    '1 again',
    '2 done',
    '3 done',
  ]);
});
