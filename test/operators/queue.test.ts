import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { workQueue } from './queue.ts';

/** Work that a test ends turn by turn: `starts` has the started keys, `end` ends the oldest turn of a key. */
function work() {
  const starts: string[] = [];
  const open: { key: string; end: (after?: number) => void }[] = [];
  return {
    starts,
    async end(key: string, after?: number) {
      const index = open.findIndex((turn) => turn.key === key);
      assert.notEqual(index, -1, `no turn of ${key} is open`);
      open.splice(index, 1)[0]?.end(after);
      await settleMicrotasks();
    },
    run: (key: string) =>
      new Promise<number | undefined>((end) => {
        starts.push(key);
        open.push({ key, end });
      }),
  };
}

const settleMicrotasks = () => new Promise<void>((resolve) => setImmediate(resolve));

test('works on a key once at a time, and once more where it was added meanwhile', async () => {
  const { starts, end, run } = work();
  const queue = workQueue(run, { workers: 2, quiet: 100 });
  queue.add('a');
  queue.add('a');
  queue.add('a');
  assert.deepEqual(starts, ['a']);
  await end('a');
  assert.deepEqual(starts, ['a', 'a']);
  await end('a');
  assert.deepEqual(starts, ['a', 'a']);
  await queue.stop();
});

test('gives the keys to the workers in order', async () => {
  const { starts, end, run } = work();
  const queue = workQueue(run, { workers: 2, quiet: 100 });
  for (const key of ['a', 'b', 'c']) queue.add(key);
  assert.deepEqual(starts, ['a', 'b']);
  await end('b');
  assert.deepEqual(starts, ['a', 'b', 'c']);
  await end('a');
  await end('c');
  await queue.stop();
});

test('comes back to a key after its time, at once where it is added, and not where it is forgotten', async (context) => {
  context.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ['setTimeout'] });
  const { starts, end, run } = work();
  const queue = workQueue(run, { workers: 2, quiet: 100 });
  queue.add('a');
  await end('a', 50);
  mock.timers.tick(49);
  assert.deepEqual(starts, ['a']);
  mock.timers.tick(1);
  assert.deepEqual(starts, ['a', 'a']);

  await end('a', 50);
  queue.add('a');
  assert.deepEqual(starts, ['a', 'a', 'a']);
  await end('a', 80);
  mock.timers.tick(79);
  assert.equal(starts.length, 3);

  queue.forget('a');
  mock.timers.tick(1000);
  assert.equal(starts.length, 3);
  await queue.stop();
});

test('is settled once every key is quiet for long enough', async () => {
  const { end, run } = work();
  const queue = workQueue(run, { workers: 2, quiet: 1_000_000 });
  let settled = false;
  queue.add('a');
  queue.add('b');
  void queue.settled().then(() => {
    settled = true;
  });
  await end('a', 1_000_000);
  await end('b', 999_999);
  assert.equal(settled, false);
  queue.add('b');
  await end('b');
  assert.equal(settled, true);
  await queue.settled();
  await queue.stop();
});

test('stops when the last worker is done, and takes nothing more', async () => {
  const { starts, end, run } = work();
  const queue = workQueue(run, { workers: 1, quiet: 100 });
  queue.add('a');
  queue.add('b');
  let stopped = false;
  const stopping = queue.stop().then(() => {
    stopped = true;
  });
  await settleMicrotasks();
  assert.equal(stopped, false);
  await end('a', 0);
  await stopping;
  queue.add('c');
  assert.deepEqual(starts, ['a']);
});
