import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertsIn } from '../../../lib/rules/alerts.ts';

const group = (rule: string, interval = ''): string => `{name: g, ${interval} rules: [{${rule}}]}`;
const ALERT = { name: 'A', group: 'g', expr: 'up', step: 60, hold: 0, keep: 0 };
const NO_DURATION = 'one of interval, for and keep_firing_for is not a duration: see rules lint';

for (const [what, groups, alert] of [
  ['every minute and fires at once', group('alert: A, expr: up'), ALERT],
  [
    'at the interval of its group, with its durations',
    group('alert: A, expr: up, for: 1h30m, keep_firing_for: 90s', 'interval: 30s,'),
    { ...ALERT, step: 30, hold: 5_400, keep: 90 },
  ],
  ['with durations that are zero', group('alert: A, expr: up, for: 0, keep_firing_for: 0s'), ALERT],
  ['at most once a second', group('alert: A, expr: up', 'interval: 1ms,'), { ...ALERT, step: 1 }],
  ['by an expression that is a number', group('alert: A, expr: 1'), { ...ALERT, expr: '1' }],
] as const)
  test(`an alert is evaluated ${what}`, () =>
    assert.deepEqual(alertsIn(`groups: [${groups}]`), { alerts: [alert], recordings: 0 }));

for (const [what, rule, fault] of [
  ['no expr', 'alert: A', 'it has no expr'],
  ['a wrong duration', 'alert: A, expr: up, for: 1 m', NO_DURATION],
  ['a number as duration', 'alert: A, expr: up, for: 5', NO_DURATION],
] as const)
  test(`an alert with ${what} is not evaluated`, () =>
    assert.deepEqual(alertsIn(`groups: [${group(rule)}]`).alerts, [{ name: 'A', group: 'g', fault }]));

test('finds the alerts of several objects, and counts recording rules', () => {
  const text = `kind: List
items:
  - {kind: MetricsRule, spec: {groups: [${group('alert: A, expr: up')}, ${group('record: a, expr: up')}]}}
  - {kind: PrometheusRule, spec: {groups: [{rules: [{alert: B, expr: up}, {}, 1]}, 1]}}
`;
  assert.deepEqual(alertsIn(text), {
    alerts: [ALERT, { ...ALERT, name: 'B', group: '' }],
    recordings: 1,
  });
});
