import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FleetAction } from '../../../lib/hosts/fleet.ts';
import {
  budgetOf,
  durationOf,
  type Move,
  nextMove,
  notStarted,
  type Progress,
  type Rules,
  wavesOf,
} from '../../../lib/hosts/waves.ts';

test('repairs hosts at risk first, then one canary, then all others', () => {
  const members = (['finish', 'repair', 'at risk', 'verify', 'repair', 'at risk'] as FleetAction[]).map(
    (action, index) => ({ action, index }),
  );
  const waves = wavesOf(members, { size: 8, growth: 4 }).map(({ name, members: those, place, of }) => [
    name,
    those.map(({ index }) => index),
    `${place} of ${of}`,
  ]);
  assert.deepEqual(waves, [
    ['at risk', [2, 5], '0 of 2'],
    ['canary', [1], '1 of 2'],
    ['further', [4, 0, 3], '2 of 2'],
  ]);
});

const sizes: [hosts: number, size: number, growth: number, expected: number[]][] = [
  [0, 8, 4, []],
  [1, 8, 4, [1]],
  [9, 8, 4, [1, 8]],
  [10, 8, 4, [1, 8, 1]],
  [500, 8, 4, [1, 8, 32, 128, 331]],
  [5_000, 8, 4, [1, 8, 32, 128, 512, 2_048, 2_271]],
  [10, 3, 1, [1, 3, 3, 3]],
  [10, 100, 4, [1, 9]],
];
for (const [hosts, size, growth, expected] of sizes)
  test(`${hosts} hosts in waves of ${size} that grow ${growth} times`, () => {
    const waves = wavesOf(fleetOf(hosts), { size, growth });
    assert.deepEqual(
      waves.map(({ members }) => members.length),
      expected,
    );
  });

test('puts each host in exactly one wave, and only hosts at risk before the canary', () => {
  const action = fc.constantFrom<FleetAction>('at risk', 'finish', 'repair', 'verify', 'undo');
  fc.assert(
    fc.property(
      fc.array(action),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 5 }),
      (actions, size, growth) => {
        const members = actions.map((one, index) => ({ action: one, index }));
        const waves = wavesOf(members, { size, growth });
        const order = waves.flatMap(({ members: those }) => those.map(({ index }) => index));
        assert.deepEqual(
          order.toSorted((a, b) => a - b),
          members.map(({ index }) => index),
        );
        assert.ok(waves.every(({ members: those }) => those.length > 0));
        const inWaves = (name: string) =>
          waves.filter((one) => one.name === name).map((one) => one.members.length);
        const urgent = actions.filter((one) => one === 'at risk').length;
        assert.deepEqual(inWaves('at risk'), urgent > 0 ? [urgent] : []);
        assert.deepEqual(inWaves('canary'), urgent < actions.length ? [1] : []);
      },
    ),
  );
});

const RULES: Rules = { concurrency: 2, maxFailures: 1, keepGoing: false, isInterrupted: false };
const wave = (size: number, rest: Partial<Progress> = {}): Progress => ({
  ...notStarted({ name: 'further', place: 2, of: 2, members: Array(size) }),
  ...rest,
});
const done = (size: number, failed = 0): Progress => wave(size, { started: size, ended: size, failed });
const stop = (because: 'done' | 'failures' | 'interruption'): Move => ({ kind: 'stop', because });
const WAIT: Move = { kind: 'wait' };

const moves: [when: string, waves: Progress[], rules: Partial<Rules>, expected: Move][] = [
  ['nothing is left', [], {}, stop('done')],
  ['nothing has started', [wave(1), wave(8)], {}, { kind: 'start', wave: 0, count: 1 }],
  ['the canary is written', [wave(1, { started: 1, writing: 1 }), wave(8)], {}, WAIT],
  ['the canary is in its window', [wave(1, { started: 1, watched: 1 }), wave(8)], {}, WAIT],
  ['the canary was stable', [done(1), wave(8)], {}, { kind: 'start', wave: 1, count: 2 }],
  ['all lanes write', [done(1), wave(8, { started: 2, writing: 2 })], {}, WAIT],
  [
    'a host is in its window: it has no lane',
    [done(1), wave(8, { started: 2, writing: 1, watched: 1 })],
    {},
    { kind: 'start', wave: 1, count: 1 },
  ],
  [
    'fewer are left than lanes',
    [done(1), wave(8, { started: 7, ended: 7 })],
    {},
    { kind: 'start', wave: 1, count: 1 },
  ],
  ['all of a wave have started', [done(1), wave(2, { started: 2, watched: 2 }), wave(9)], {}, WAIT],
  [
    'one host of a wave is still in its window',
    [done(1), wave(2, { started: 2, watched: 1, ended: 1 }), wave(9)],
    {},
    WAIT,
  ],
  ['hosts are held', [wave(9, { started: 3, held: 3 })], {}, { kind: 'start', wave: 0, count: 2 }],
  ['too many hosts are held', [wave(9, { started: 4, held: 4 })], {}, WAIT],
  ['held hosts have come back to more than all lanes', [wave(9, { started: 4, writing: 4 })], {}, WAIT],
  [
    'a host has failed',
    [done(1), wave(8, { started: 2, ended: 1, failed: 1, watched: 1 })],
    {},
    stop('failures'),
  ],
  [
    'a host has failed late in its window',
    [done(1), wave(8, { started: 8, ended: 1, failed: 1, watched: 7 }), wave(8)],
    {},
    stop('failures'),
  ],
  [
    'a host has failed within the budget',
    [done(1), wave(8, { started: 2, ended: 2, failed: 1 })],
    { maxFailures: 2 },
    { kind: 'start', wave: 1, count: 2 },
  ],
  [
    'a wave has ended within the budget',
    [done(1), done(8, 1), wave(8)],
    { maxFailures: 2 },
    { kind: 'start', wave: 2, count: 2 },
  ],
  [
    'failures of two waves reach the budget',
    [done(1), done(8, 1), wave(8, { started: 1, ended: 1, failed: 1 })],
    { maxFailures: 2 },
    stop('failures'),
  ],
  [
    'the canary has failed, whatever the budget is',
    [{ ...done(1, 1), isCanary: true }, wave(8)],
    { maxFailures: 9 },
    stop('failures'),
  ],
  [
    'the canary has failed and failures do not matter',
    [{ ...done(1, 1), isCanary: true }, wave(8)],
    { keepGoing: true },
    { kind: 'start', wave: 1, count: 2 },
  ],
  ['the last host has failed', [done(1), done(8, 1)], {}, stop('done')],
  ['it was interrupted', [done(1), wave(8)], { isInterrupted: true }, stop('interruption')],
  ['it was interrupted after everything had ended', [done(1)], { isInterrupted: true }, stop('done')],
];
for (const [when, waves, rules, expected] of moves)
  test(`what a fleet does next when ${when}`, () =>
    assert.deepEqual(nextMove(waves, { ...RULES, ...rules }), expected));

test('however its hosts go, a fleet writes to at most --concurrency, starts a wave after the one before, and ends', () => {
  fc.assert(
    fc.property(
      fc.record({
        hosts: fc.integer({ min: 0, max: 60 }),
        size: fc.integer({ min: 1, max: 8 }),
        growth: fc.integer({ min: 1, max: 4 }),
        concurrency: fc.integer({ min: 1, max: 9 }),
        maxFailures: fc.integer({ min: 1, max: 5 }),
        keepGoing: fc.boolean(),
      }),
      // Which host moves next, and how.
      fc.infiniteStream(fc.tuple(fc.nat(), fc.constantFrom('on', 'on', 'on', 'fail', 'interrupt'))),
      ({ hosts, size, growth, ...limits }, events) => {
        const waves = wavesOf(fleetOf(hosts), { size, growth }).map(notStarted);
        const rules: Rules = { ...limits, isInterrupted: false };
        const open: { wave: number; at: 'writing' | 'watched' }[] = [];
        let starts = 0;
        for (let turn = 0; ; turn += 1) {
          assert.ok(turn < 1_000, 'it ends');
          const move = nextMove(waves, rules);
          if (move.kind === 'start') {
            const progress = waves[move.wave] as Progress;
            assert.ok(!rules.isInterrupted);
            assert.ok(
              waves.slice(0, move.wave).every((one) => one.ended === one.size),
              'a predecessor is not stable',
            );
            const failed = waves.reduce((sum, one) => sum + one.failed, 0);
            assert.ok(rules.keepGoing || failed < rules.maxFailures, 'the budget is used up');
            progress.started += move.count;
            progress.writing += move.count;
            starts += move.count;
            open.push(
              ...Array.from({ length: move.count }, () => ({ wave: move.wave, at: 'writing' as const })),
            );
            assert.ok(waves.reduce((sum, one) => sum + one.writing, 0) <= rules.concurrency);
            continue;
          }
          if (open.length === 0) {
            assert.equal(move.kind, 'stop');
            break;
          }
          const [index, event] = events.next().value as [number, string];
          if (event === 'interrupt' && index % 20 === 0) rules.isInterrupted = true;
          const host = open[index % open.length] as (typeof open)[number];
          const progress = waves[host.wave] as Progress;
          progress[host.at] -= 1;
          if (host.at === 'writing' && event !== 'fail') {
            host.at = 'watched';
            progress.watched += 1;
          } else {
            open.splice(open.indexOf(host), 1);
            progress.ended += 1;
            if (event === 'fail') progress.failed += 1;
          }
        }
        const ended = waves.reduce((sum, one) => sum + one.ended, 0);
        assert.equal(ended, starts, 'every host that was started has ended');
        const isWhole = nextMove(waves, rules);
        if (isWhole.kind === 'stop' && isWhole.because === 'done') assert.equal(ended, hosts);
      },
    ),
  );
});

const budgets: [string, number, number | undefined][] = [
  ['1', 500, 1],
  ['25', 500, 25],
  ['2%', 500, 10],
  ['1%', 50, 1],
  ['100%', 50, 50],
  ['0', 500, undefined],
  ['0%', 500, undefined],
  ['101%', 500, undefined],
  ['-1', 500, undefined],
  ['1.5', 500, undefined],
  ['x', 500, undefined],
  ['', 500, undefined],
];
for (const [text, hosts, expected] of budgets)
  test(`--max-failures=${text} of ${hosts} hosts is ${expected ?? 'not valid'}`, () =>
    assert.equal(budgetOf(text, hosts), expected));

test('estimates a window for each wave and the writes of its hosts', () => {
  assert.equal(durationOf([1, 8, 32], { concurrency: 8, stableFor: 90_000 }), 3 * 95_000 + 6_000);
  assert.equal(durationOf([1, 8, 32], { concurrency: 8, stableFor: undefined }), 6_000);
});

function fleetOf(hosts: number): { action: FleetAction }[] {
  return Array.from({ length: hosts }, () => ({ action: 'repair' }));
}
