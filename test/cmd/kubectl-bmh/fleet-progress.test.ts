import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { barText } from '../../../cmd/kubectl-bmh/repair/fleet/progress.ts';
import { mapConcurrent } from '../../../cmd/kubectl-bmh/shared/map-concurrent.ts';

const bars: [number, number, string, string][] = [
  [0, 12, '', '[------------------------] 0/12'],
  [3, 12, '2 repaired, 1 failed', '[######------------------] 3/12: 2 repaired, 1 failed'],
  [11, 12, '11 repaired', '[######################--] 11/12: 11 repaired'],
  [12, 12, '12 repaired', '[########################] 12/12: 12 repaired'],
  [499, 500, '499 patched', '[#######################-] 499/500: 499 patched'],
];
for (const [done, count, totals, expected] of bars)
  test(`the bar at ${done} of ${count}`, () => assert.equal(barText(done, count, totals), expected));

test('works on each item once, in order, at most `width` at a time', async () => {
  const started: number[] = [];
  let open = 0;
  let most = 0;
  await mapConcurrent([...Array(20).keys()], { width: 3 }, async (item) => {
    started.push(item);
    open += 1;
    most = Math.max(most, open);
    await new Promise(setImmediate);
    open -= 1;
  });
  assert.deepEqual(started, [...Array(20).keys()]);
  assert.equal(most, 3);
});

test('starts no item once isOver, and finishes those in progress', async () => {
  const ended: number[] = [];
  let over = false;
  await mapConcurrent([...Array(20).keys()], { width: 4, isOver: () => over }, async (item) => {
    await new Promise(setImmediate);
    over ||= item === 1;
    ended.push(item);
  });
  assert.deepEqual(
    ended.toSorted((a, b) => a - b),
    [0, 1, 2, 3, 4],
  );
});

test('an item set aside continues at once although all slots are taken; no new item starts until one is free', async () => {
  const started: number[] = [];
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: busy, resolve: finish } = Promise.withResolvers<void>();
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  const all = mapConcurrent([0, 1, 2, 3], { width: 2 }, async (item, aside) => {
    started.push(item);
    if (item === 3) return;
    if (item > 0) return busy;
    await aside(() => held);
    resume();
    await busy;
  });
  await new Promise(setImmediate);
  assert.deepEqual(started, [0, 1, 2], 'the lane of what is set aside is given to another');
  letGo();
  await resumed;
  await new Promise(setImmediate);
  assert.deepEqual(started, [0, 1, 2]);
  finish();
  await all;
  assert.deepEqual(started, [0, 1, 2, 3]);
});

test('sets aside fewer than three times `width` items at once, and finishes all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 30 }),
      async (width, waits) => {
        let apart = 0;
        let most = 0;
        let done = 0;
        await mapConcurrent(waits, { width }, async (turns, aside) => {
          await aside(async () => {
            apart += 1;
            most = Math.max(most, apart);
            for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
            apart -= 1;
          });
          done += 1;
        });
        assert.equal(done, waits.length);
        assert.ok(most < 3 * width, `${most} of ${width}`);
      },
    ),
  );
});
