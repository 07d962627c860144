import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionOf } from '../../cmd/shared/change/carry-out.ts';
import { stepsLeft } from '../../cmd/shared/change/rehearse.ts';
import { stepsOf, stepsShown } from '../../cmd/shared/change/steps.ts';
import type { Progress } from '../../lib/cli/command.ts';
import type { Procedure, Step } from '../../lib/procedure/procedure.ts';

/** What a run prints for these events: `+2` a step that starts, `2` one that is done. */
function shownOf(events: string[], earlier?: number): string[] {
  const said: string[] = [];
  const progress: Progress = {
    done: (place) => said.push(`${place} done`),
    skipped: (place, note) => said.push(`${place} ${note}`),
    failed: (place) => said.push(`${place} failed`),
    note: (...texts) => said.push(...texts),
    end: async () => {},
  };
  const steps = stepsShown(progress, { leading: 0, earlier }, (title) => said.push(`${title} again`));
  for (const event of events)
    if (event.startsWith('+')) steps.started(Number(event));
    else steps.done(Number(event), event);
  return said;
}

test('prints steps as they are done', () => {
  assert.deepEqual(shownOf(['+1', '1', '+2', '2']), ['1 done', '2 done']);
});

test('a step that never started is skipped', () => {
  assert.deepEqual(shownOf(['+1', '1', '+4', '4']), [
    '1 done',
    '2 nothing to do',
    '3 nothing to do',
    '4 done',
  ]);
});

test('a started step is done if it ended while an earlier one was repeated', () => {
  assert.deepEqual(shownOf(['+1', '1', '+2', '+1', '1', '+3', '3']), [
    '1 done',
    '1 again',
    '2 done',
    '3 done',
  ]);
});

test('the steps of an earlier run are already done', () => {
  assert.deepEqual(shownOf(['+2', '2', '+4', '4'], 1), [
    '1 already done',
    '2 done',
    '3 nothing to do',
    '4 done',
  ]);
});

/** A procedure of these steps, by whether each is due. */
function procedureOf(due: Record<string, boolean>): Procedure<unknown, unknown> {
  const [tryOut, open, ...steps] = Object.entries(due).map(([title, isDue]) => ({
    title,
    due: () => isDue,
    refusals: () => [],
    next: () => undefined,
  })) as Step<unknown, unknown>[];
  const close = steps.pop();
  return { tryOut, open, steps, close, withdraw: close } as Procedure<unknown, unknown>;
}

const FRAME = { leading: ['Access', 'Proxy'], trailing: ['Stop'] };

test('a run from the start shows every step', () => {
  const procedure = procedureOf({ try: true, open: true, one: true, two: true, close: false });
  const { titles, earlier, placeOf, verification } = stepsOf(procedure, FRAME, {});
  assert.deepEqual(titles, [
    ...['1/7 Access', '2/7 Proxy', '3/7 open', '4/7 one', '5/7 two', '6/7 close', '7/7 Stop'],
    'Verification',
  ]);
  assert.deepEqual([earlier, placeOf(procedure.tryOut), placeOf(procedure.close)], [undefined, 1, 6]);
  assert.equal(verification, 8);
});

test('a resumed run shows the steps before the first due one as one line', () => {
  const procedure = procedureOf({ try: false, open: false, one: false, two: true, close: true });
  const { titles, earlier, placeOf, verification } = stepsOf(procedure, FRAME, {});
  assert.deepEqual(titles, [
    ...['1/7 Access', '2/7 Proxy', '3-4/7 Earlier steps', '5/7 two', '6/7 close', '7/7 Stop'],
    'Verification',
  ]);
  const { open, steps, close } = procedure;
  assert.deepEqual([earlier, ...[open, ...steps, close].map(placeOf)], [3, 3, 3, 4, 5]);
  assert.equal(verification, 7);
});

test('a single earlier step keeps its line', () => {
  const procedure = procedureOf({ try: false, open: false, one: true, two: true, close: true });
  assert.equal(stepsOf(procedure, FRAME, {}).titles[2], '3/7 open');
  assert.equal(stepsOf(procedure, { leading: [], trailing: [] }, {}).titles[0], '1-2/5 Earlier steps');
});

/** Steps 0 to `last`, each due until it is done; a guard refuses the one that is `refused`. */
function counted(last: number, refused?: number): Procedure<number, undefined> {
  const step = (index: number): Step<number, undefined> => ({
    title: `step ${index}`,
    due: (done) => done <= index,
    refusals: () =>
      index === refused ? [{ guard: 'sealed', reason: 'sealed', hint: '', acceptable: false }] : [],
    next: () => undefined,
  });
  const inner = Array.from({ length: last - 2 }, (_, index) => step(index + 2));
  return { tryOut: step(0), open: step(1), steps: inner, close: step(last), withdraw: step(last) };
}

const fold = (_: undefined, done: number): number => done + 1;

test('the steps left are those that a run would do from here, without its try-out', async () => {
  const procedure = counted(4);
  assert.deepEqual(await stepsLeft({ procedure, fold }, 0), ['step 1', 'step 2', 'step 3', 'step 4']);
  assert.deepEqual(await stepsLeft({ procedure, fold }, 3), ['step 3', 'step 4']);
  assert.deepEqual(await stepsLeft({ procedure, fold }, 4), ['step 4']);
});

test('the steps left are unknown where a guard refuses one of them', async () => {
  assert.equal(await stepsLeft({ procedure: counted(4, 3), fold }, 1), undefined);
});

test('the prompt of a resumed run says how much is left and what that does', () => {
  const question = 'Repair this host?';
  const resumes = { run: 'repair' };
  assert.equal(questionOf({ question }, undefined), question);
  assert.equal(questionOf({ question, resumes }, ['a', 'b']), 'Finish the repair? 2 steps left.');
  assert.equal(
    questionOf({ question, resumes: { run: 'resize', effect: 'nothing will be stopped' } }, ['a']),
    'Finish the resize? 1 step left; nothing will be stopped.',
  );
  assert.equal(questionOf({ question, resumes }, undefined), 'Finish the repair?');
});
