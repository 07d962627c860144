import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { firingsOf, queriesFor } from '../../../lib/rules/backtest.ts';
import { folderWith } from '../../support/folder.ts';

/** Where the evaluations begin, and how far apart they are. */
const START = 1_700_000_000.5;
const STEP = 30;

interface Case {
  /** A character for each evaluation: `x` where there is a sample. */
  samples: string;
  /** Steps. */
  hold?: number;
  keep?: number;
}

/** The same as evaluations at which it fires. */
function fires({ samples, hold = 0, keep = 0 }: Case): string {
  const times = [...samples].flatMap((one, at) => (one === 'x' ? [START + at * STEP] : []));
  const to = START + (samples.length - 1) * STEP;
  const firings = firingsOf(times, { step: STEP, hold: hold * STEP, keep: keep * STEP }, to);
  return [...samples]
    .map((_, at) => START + at * STEP)
    .map((at) => (firings.some(({ start, end }) => start <= at && at < (end ?? Infinity)) ? 'x' : '.'))
    .join('');
}

for (const [what, given, expected] of [
  ['fires while there are samples', { samples: '.xx.x.' }, '.xx.x.'],
  ['is pending until its time has passed', { samples: 'xxxxx.', hold: 2 }, '..xxx.'],
  ['is pending again after a gap', { samples: 'xxx.xx.', hold: 2 }, '..x....'],
  ['fires for an evaluation with the last sample of its time', { samples: '.xxx..', hold: 2 }, '...x..'],
  ['fires on after the last sample', { samples: 'x.....', keep: 2 }, 'xxx...'],
  ['fires on through a gap', { samples: 'x..x....', keep: 2 }, 'xxxxxx..'],
  ['fires on through a gap as long as it may', { samples: 'xxx...x...', hold: 2, keep: 2 }, '..xxx.....'],
  ['does not fire without samples', { samples: '....' }, '....'],
  ['does not fire if it is only pending at the end', { samples: '..xx', hold: 2 }, '....'],
  ['rounds up durations between steps', { samples: 'xxx...', hold: 0.5, keep: 0.5 }, '.xxx..'],
] as const)
  test(`an alert ${what}`, () => assert.equal(fires(given), expected));

test('tells when it is resolved, and that it still fires', () => {
  const [first, second] = [START, START + STEP];
  const options = { step: STEP, hold: 0, keep: 0 };
  assert.deepEqual(firingsOf([first], options, second), [{ start: first, end: second }]);
  assert.deepEqual(firingsOf([second], options, second), [{ start: second, end: null }]);
  assert.deepEqual(firingsOf([first], { ...options, keep: 1 }, second), [{ start: first, end: null }]);
});

const samples = fc.string({ unit: fc.constantFrom('x', '.'), minLength: 1, maxLength: 40 });
const steps = fc.integer({ min: 0, max: 8 });

test('without durations, it fires exactly where there is a sample', () =>
  fc.assert(fc.property(samples, (given) => assert.equal(fires({ samples: given }), given))));

test('with a longer time to wait, or a shorter one to keep firing, it never fires more', () =>
  fc.assert(
    fc.property(samples, steps, steps, steps, steps, (given, hold, longer, keep, shorter) => {
      const most = fires({ samples: given, hold, keep: keep + shorter });
      const least = fires({ samples: given, hold: hold + longer, keep });
      for (const [at, one] of [...least].entries())
        if (one === 'x') assert.equal(most[at], 'x', `${most} ${least}`);
    }),
  ));

test('agrees with promtool', async (t) => {
  if (spawnSync('promtool', ['--version']).error) return t.skip('promtool is not installed');
  const cases = fc.sample(fc.record({ samples, hold: steps, keep: steps }), { numRuns: 60, seed: 1 });
  const minutes = (count: number): string => `${count}m`;
  const rules = cases.map(({ hold, keep }, at) => ({
    name: `g${at}`,
    rules: [{ alert: `A${at}`, expr: `s${at}`, for: minutes(hold), keep_firing_for: minutes(keep) }],
  }));
  const tests = cases.map((one, at) => ({
    interval: '1m',
    input_series: [
      // Without the mark, Prometheus would use the sample before a gap for five minutes.
      {
        series: `s${at}`,
        values: [...one.samples.replaceAll('.', 's')].map((x) => (x === 'x' ? 1 : 'stale')).join(' '),
      },
    ],
    alert_rule_test: [...fires(one)].map((firing, minute) => ({
      eval_time: minutes(minute),
      alertname: `A${at}`,
      exp_alerts: firing === 'x' ? [{}] : [],
    })),
  }));
  const cwd = await folderWith(t, {
    'rules.yaml': JSON.stringify({ groups: rules }),
    'test.yaml': JSON.stringify({ rule_files: ['rules.yaml'], evaluation_interval: '1m', tests }),
  });
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'test.yaml'], {
    cwd,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
});

test('asks for at most 11,000 points at a time, and for each evaluation once', () => {
  for (const [over, step] of [
    [3_600, 60],
    [7 * 86_400, 60],
    [30 * 86_400, 60],
    [11_000 * 30, 30],
    [11_000 * 30 - 1, 30],
    [86_400, 7],
  ] as const) {
    const period = { from: 1_700_000_000, to: 1_700_000_000 + over };
    const queries = [...queriesFor({ expr: 'up', step }, period)];
    const asked = queries.flatMap(({ from, to }) => {
      const points = Math.floor((to.getTime() - from.getTime()) / 1000 / step) + 1;
      assert.ok(points <= 11_000, `${points}`);
      return Array.from({ length: points }, (_, at) => from.getTime() / 1000 + at * step);
    });
    const all = Array.from({ length: Math.floor(over / step) + 1 }, (_, at) => period.from + at * step);
    assert.deepEqual(asked, all);
    assert.equal(queries.length, Math.ceil(all.length / 11_000));
  }
});
