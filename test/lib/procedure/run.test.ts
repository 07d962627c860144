import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  PATIENCE,
  type Ports,
  type Procedure,
  type Refusal,
  run,
  type Step,
} from '../../../lib/procedure/procedure.ts';

/** A bracket around a list of marks: what is observed is which are set. */
type Marks = string[];

const step = (
  mark: string,
  due: (marks: Marks) => boolean,
  refusals: (marks: Marks) => Refusal[] = () => [],
): Step<Marks, string> => ({
  title: mark,
  due,
  refusals,
  next: () => mark,
});

const missing = (mark: string) => (marks: Marks) => !marks.includes(mark);

const bracket = (change: Partial<Procedure<Marks, string>> = {}): Procedure<Marks, string> => ({
  tryOut: step('try', () => false),
  open: step('open', missing('open')),
  steps: [step('one', missing('one')), step('two', missing('two'))],
  close: step('close', missing('close')),
  withdraw: step(
    'withdraw',
    (marks) => marks.includes('open') && !marks.includes('one') && !marks.includes('withdraw'),
  ),
  ...change,
});

const no: Refusal = { guard: 'no', reason: 'because', hint: 'don’t', acceptable: false };
const STALE = new Error('stale');
const REFUSED = new Error('refused');
const BROKEN = new Error('broken');

function ports(change: Partial<Ports<Marks, string>> = {}): Ports<Marks, string> & { log: string[] } {
  const log: string[] = [];
  return {
    log,
    perform: async (action, marks) => {
      log.push(action);
      return [...marks, action];
    },
    observe: async (marks) => marks,
    isStale: (error) => error === STALE,
    isRefused: (error) => error === REFUSED,
    started: () => {},
    done: () => {},
    ...change,
  };
}

test('opens, does its steps and closes', async () => {
  const given = ports();
  const outcome = await run(bracket(), [], given);
  assert.deepEqual(given.log, ['open', 'one', 'two', 'close']);
  assert.deepEqual(outcome, { kind: 'done', observed: ['open', 'one', 'two', 'close'] });
});

test('tries out first, and only while an inner step is due', async () => {
  const tried = bracket({ tryOut: step('try', missing('try')) });
  const fresh = ports();
  await run(tried, [], fresh);
  assert.deepEqual(fresh.log, ['try', 'open', 'one', 'two', 'close']);
  const last = ports();
  await run(tried, ['open', 'one', 'two'], last);
  assert.deepEqual(last.log, ['close']);
});

test('resumes where it stopped, and opens again only while a step is due', async () => {
  const middle = ports();
  await run(bracket(), ['one'], middle);
  assert.deepEqual(middle.log, ['open', 'two', 'close']);
  const end = ports();
  await run(bracket(), ['one', 'two'], end);
  assert.deepEqual(end.log, ['close']);
});

test('a refusal before the opening changes nothing', async () => {
  const given = ports();
  const outcome = await run(bracket({ open: step('open', missing('open'), () => [no]) }), [], given);
  assert.deepEqual(given.log, []);
  assert.equal(outcome.kind === 'refused' && outcome.withdrawn, false);
});

test('a refusal inside withdraws the opening only if nothing was changed', async () => {
  const refuses = (at: string) =>
    bracket({
      steps: ['one', 'two'].map((mark) => step(mark, missing(mark), () => (mark === at ? [no] : []))),
    });
  const early = ports();
  const first = await run(refuses('one'), [], early);
  assert.deepEqual(early.log, ['open', 'withdraw']);
  assert.equal(first.kind === 'refused' && first.withdrawn, true);
  const late = ports();
  const second = await run(refuses('two'), [], late);
  assert.deepEqual(late.log, ['open', 'one']);
  assert.equal(second.kind === 'refused' && second.withdrawn, false);
});

test('keeps an opening that must not be withdrawn', async () => {
  const given = ports();
  const outcome = await run(
    bracket({
      steps: [step('one', missing('one'), () => [no])],
      withdraw: step(
        'withdraw',
        () => true,
        () => [no],
      ),
    }),
    [],
    given,
  );
  assert.deepEqual(given.log, ['open']);
  assert.equal(outcome.kind === 'refused' && outcome.withdrawn, false);
});

test('observes and decides again after an action based on stale data', async () => {
  let conflicts = 0;
  const given = ports({
    perform: async (action, marks) => {
      if (action === 'one' && conflicts++ < 3) throw STALE;
      return [...marks, action];
    },
    observe: async (marks) => [...marks, `seen ${conflicts}`],
  });
  const outcome = await run(bracket(), [], given);
  assert.deepEqual(outcome.observed, ['open', 'seen 1', 'seen 2', 'seen 3', 'one', 'two', 'close']);
});

test('gives up after PATIENCE stale actions without progress', async () => {
  let tries = 0;
  const outcome = await run(
    bracket(),
    [],
    ports({
      perform: async () => {
        tries += 1;
        throw STALE;
      },
    }),
  );
  assert.equal(outcome.kind, 'stalled');
  assert.equal(tries, 2 * PATIENCE);
});

test('gives up when another writer keeps undoing a step, after repeated attempts', async () => {
  const given = ports({
    perform: async (action, marks) =>
      action === 'two' ? marks.filter((mark) => mark !== 'one') : [...marks, action],
  });
  const outcome = await run(bracket(), [], given);
  assert.equal(outcome.kind === 'stalled' && outcome.step.title !== 'open', true);
  assert.deepEqual(outcome.observed.includes('open'), true);
});

test('gives up with the bracket open when another writer keeps closing it', async () => {
  const given = ports({
    perform: async (action, marks) => (action === 'one' ? [] : [...marks, action]),
  });
  const outcome = await run(bracket(), [], given);
  assert.equal(outcome.kind, 'stalled');
  assert.deepEqual(outcome.observed, ['open']);
});

test('gives up when an action has no effect', async () => {
  const outcome = await run(bracket(), [], ports({ perform: async (_action, marks) => marks }));
  assert.equal(outcome.kind, 'stalled');
});

const failures: [string, Error, boolean][] = [
  ['refused permanently: withdraws the opening', REFUSED, true],
  ['failed with an unknown result: keeps the opening', BROKEN, false],
];
for (const [name, error, withdrawn] of failures)
  test(`an action ${name}`, async () => {
    const outcome = await run(
      bracket(),
      [],
      ports({
        perform: async (action, marks) => {
          if (action === 'one') throw error;
          return [...marks, action];
        },
      }),
    );
    assert.equal(outcome.kind, 'failed');
    assert.equal(outcome.kind === 'failed' && outcome.error, error);
    assert.equal(outcome.kind === 'failed' && outcome.withdrawn, withdrawn);
  });

test('a failed observation ends the run as failed', async () => {
  const outcome = await run(
    bracket(),
    [],
    ports({
      perform: async () => {
        throw STALE;
      },
      observe: async () => {
        throw BROKEN;
      },
    }),
  );
  assert.equal(outcome.kind === 'failed' && outcome.error, BROKEN);
});

test('an interrupted run finishes the action in flight and starts no other', async () => {
  const interruption = new AbortController();
  const given = ports({
    signal: interruption.signal,
    done: (done) => {
      if (done.title === 'one') interruption.abort();
    },
  });
  const outcome = await run(bracket(), [], given);
  assert.deepEqual(outcome, { kind: 'interrupted', observed: ['open', 'one'] });
});
