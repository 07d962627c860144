import assert from 'node:assert/strict';
import { test } from 'node:test';
import { report, SCENARIOS } from './report.ts';
import { RULES, without } from './rules.ts';
import { MOVES, ORDER, PAUSED, STOPPED } from './system.ts';

test('no order of events in a fleet, Ctrl-C or kills breaks a promise of its waves', () => {
  const lines: string[] = [];
  report(RULES, (text) => lines.push(text));
  assert.match(lines.at(-1) ?? '', /^fleets: states \d{4,}, transitions \d{5,}, violations 0\n$/);
});

const NEEDED: [rule: string, promise: string][] = [
  ['fleet-canary', STOPPED],
  ['fleet-budget', STOPPED],
  ['fleet-interruption', STOPPED],
  ['fleet-concurrency', PAUSED],
  ['fleet-held', PAUSED],
  ['fleet-window', ORDER],
];
for (const [rule, promise] of NEEDED)
  test(`without the rule ${rule}, this promise is broken: ${promise}`, () => {
    const found = report(without(rule), () => {}, { scenarios: SCENARIOS.slice(1, 4), until: promise });
    assert.ok(found.some(({ shortest }) => shortest.some((violation) => violation.promise === promise)));
  });

test('detects a fleet that waits for nothing, and one that ends too early', () => {
  for (const move of [{ kind: 'wait' }, { kind: 'stop', because: 'done' }] as const) {
    const [found] = report(
      () => move,
      () => {},
      { scenarios: SCENARIOS.slice(0, 1) },
    );
    assert.deepEqual(
      found?.shortest.map(({ promise }) => promise),
      [MOVES],
    );
  }
});
