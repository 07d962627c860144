import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barText, type FleetState, fleetView } from '../../../cmd/kubectl-bmh/repair/fleet/progress.ts';
import { mapConcurrent } from '../../../cmd/kubectl-bmh/shared/map-concurrent.ts';
import { viewLines } from '../../../lib/cli/live-view.ts';
import { PLAIN } from '../../../lib/cli/style.ts';

const bars: [number, number, string][] = [
  [0, 12, '[------------------------] 0/12'],
  [3, 12, '[######------------------] 3/12'],
  [11, 12, '[######################--] 11/12'],
  [12, 12, '[########################] 12/12'],
  [499, 500, '[#######################-] 499/500'],
];
for (const [done, count, expected] of bars)
  test(`the bar at ${done} of ${count}`, () => assert.equal(barText(done, count), expected));

const NOW = Date.parse('2026-01-02T03:04:05Z');
const WAVES: FleetState['waves'] = [
  { title: 'Canary: metal/worker-0', size: 1, result: { isDone: true, note: '1 of 1' } },
  { title: 'Wave 2 of 4: 8 hosts', size: 8 },
  { title: 'Wave 3 of 4: 32 hosts', size: 32 },
  { title: 'Wave 4 of 4: 9 hosts', size: 9 },
];
const FLEET: FleetState = {
  waves: WAVES,
  underway: new Map([
    [
      'metal/worker-1',
      { text: 'healthy for 12s of 90s; checking that the error does not come back', isWatched: true },
    ],
    ['metal/worker-2', { text: '6/9 Patch status', isWatched: false }],
    ...Array.from({ length: 5 }, (_, index): [string, { text: string; isWatched: boolean }] => [
      `metal/worker-${3 + index}`,
      { text: 'waiting for the operator to reconcile the host (3s of 300s)', isWatched: true },
    ]),
  ]),
  verdicts: new Map([['repaired', 2]]),
  since: NOW - 20_000,
  concurrency: 8,
  stableFor: 90_000,
  isOver: false,
};
const drawn = (state: FleetState, [columns, rows]: [number, number], unicode = true): string => {
  const screen = { columns, rows, unicode, paint: PLAIN.paint };
  return `\n${viewLines(fleetView(state, NOW, screen), screen).join('\n')}\n`;
};

const STOPPED: FleetState = {
  ...FLEET,
  waves: WAVES.map((wave, index) =>
    index === 1 ? { ...wave, result: { isDone: false, note: '6 of 8' } } : wave,
  ),
  underway: new Map(),
  verdicts: new Map([
    ['repaired', 7],
    ['failed', 2],
  ]),
  isOver: true,
};

const SCREENS: [string, string, string][] = [
  [
    '60 columns, 9 rows',
    drawn(FLEET, [60, 9]),
    `
↻ 7 in progress  ✔ 2 repaired
[------------------------] 2/50, about 5 minutes left
✔ Canary: metal/worker-0: 1 of 1
◼ Wave 3 of 4: 32 hosts
◼ Wave 4 of 4: 9 hosts
  HOST             VERDICT         STEP
Wave 2 of 4: 8 hosts (7 in progress)
  metal/worker-2   ↻ in progress   6/9 Patch status
  … 6 more in progress
`,
  ],
  [
    '80 columns, 23 rows, ASCII',
    drawn(FLEET, [80, 23], false),
    `
~ 7 in progress  + 2 repaired
[------------------------] 2/50, about 5 minutes left
+ Canary: metal/worker-0: 1 of 1
. Wave 3 of 4: 32 hosts
. Wave 4 of 4: 9 hosts
  HOST             VERDICT         STEP
Wave 2 of 4: 8 hosts (7 in progress)
  metal/worker-2   ~ in progress   6/9 Patch status
  metal/worker-1   ~ in progress   healthy for 12s of 90s; checking that the ...
  metal/worker-3   ~ in progress   waiting for the operator to reconcile the ...
  metal/worker-4   ~ in progress   waiting for the operator to reconcile the ...
  metal/worker-5   ~ in progress   waiting for the operator to reconcile the ...
  metal/worker-6   ~ in progress   waiting for the operator to reconcile the ...
  metal/worker-7   ~ in progress   waiting for the operator to reconcile the ...
`,
  ],
  [
    '120 columns, the last wave, later than estimated',
    drawn({ ...FLEET, waves: WAVES.slice(0, 2), since: NOW - 200_000 }, [120, 8]),
    `
↻ 7 in progress  ✔ 2 repaired
[#####-------------------] 2/9, longer than estimated
✔ Canary: metal/worker-0: 1 of 1
  HOST             VERDICT         STEP
Wave 2 of 4: 8 hosts (7 in progress)
  metal/worker-2   ↻ in progress   6/9 Patch status
  metal/worker-1   ↻ in progress   healthy for 12s of 90s; checking that the error does not come back
  … 5 more in progress
`,
  ],
  [
    '200 columns, stopped by failures',
    drawn(STOPPED, [200, 10]),
    `
✖ 2 failed  ✔ 7 repaired
[####--------------------] 9/50
✔ Canary: metal/worker-0: 1 of 1
✖ Wave 2 of 4: 8 hosts: 6 of 8
◼ Wave 3 of 4: 32 hosts: not reached
◼ Wave 4 of 4: 9 hosts: not reached
`,
  ],
];
for (const [name, screen, expected] of SCREENS)
  test(`the screen of a fleet: ${name}`, () => assert.equal(screen, expected));

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

test('gives results in the order of the items', async () => {
  const turns = [3, 0, 2, 1];
  const results = await mapConcurrent(turns, { width: 2 }, async (count) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
    return count;
  });
  assert.deepEqual(results, turns);
});

test('starts no other item after a failure', async () => {
  const started: number[] = [];
  const all = mapConcurrent([...Array(20).keys()], { width: 4 }, async (item) => {
    started.push(item);
    await new Promise(setImmediate);
    if (item === 1) throw new Error('broken');
  });
  await assert.rejects(all, /^Error: broken$/);
  await new Promise(setImmediate);
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
});
