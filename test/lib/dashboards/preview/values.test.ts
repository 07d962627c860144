import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { amountText } from '../../../../lib/dashboards/preview/amount.ts';
import { calculate } from '../../../../lib/dashboards/preview/calc.ts';
import { colorOf } from '../../../../lib/dashboards/preview/colors.ts';
import { mappedValue } from '../../../../lib/dashboards/preview/mappings.ts';
import { secondsOf, stepFor } from '../../../../lib/dashboards/preview/step.ts';
import { colorFor, formerThresholds, thresholdsOf } from '../../../../lib/dashboards/preview/thresholds.ts';
import { momentOf, periodOf } from '../../../../lib/dashboards/preview/time.ts';
import { unitOf, unitText } from '../../../../lib/dashboards/preview/units.ts';

const NOW = new Date('2026-01-02T03:04:05Z');

describe('a value in its unit', () => {
  const CASES: [number, string | undefined, string, number?][] = [
    [0, undefined, '0'],
    [-0.0001, 'none', '-0.0001'],
    [1234, 'none', '1234'],
    [1234, 'short', '1.23 K'],
    [1_500_000, undefined, '1.5 Mil'],
    [0.000999, 'none', '0.000999'],
    [3e-9, 'none', '3.0e-9'],
    [37.25, 'percent', '37.3%'],
    [0.372, 'percentunit', '37.2%'],
    [0.372, 'percentunit', '37%', 0],
    [1.5, 'none', '1.50000000000000000000', 500],
    [1.5, 'none', '2', -3],
    [1.55, 'none', '1.6', 1.4],
    [1536, 'bytes', '1.5 KiB'],
    [-1536, 'bytes', '-1.5 KiB'],
    [1500, 'decbytes', '1.5 kB'],
    [2, 'gbytes', '2 GiB'],
    [2_000_000, 'Bps', '2 MB/s'],
    [1, 'MBs', '1 MB/s'],
    [90, 's', '1.5 min'],
    [0.25, 's', '250 ms'],
    [1500, 'ms', '1.5 s'],
    [0, 's', '0 s'],
    [172_800, 'dtdurations', '2 days'],
    [2500, 'reqps', '2.5 kreq/s'],
    [21.5, 'celsius', '21.5 \u00b0C'],
    [3, 'suffix: cores', '3 cores'],
    [3, 'prefix:n=', 'n=3'],
    [3, 'currencyUSD', '$3'],
    [3, 'parsecs', '3 parsecs'],
    [Number.NaN, 'bytes', 'NaN'],
    [Number.POSITIVE_INFINITY, 'bytes', '+Inf'],
    [Number.NEGATIVE_INFINITY, 'bytes', '-Inf'],
  ];
  for (const [value, unit, expected, decimals] of CASES)
    test(`${value} in ${unit ?? 'no unit'} is ${expected}`, () =>
      assert.equal(amountText(value, unitOf(unit, decimals)), expected));

  test('any number in any unit is a text', () => {
    fc.assert(
      fc.property(
        fc.double(),
        fc.oneof(fc.constantFrom('bytes', 's', 'percentunit', '__proto__'), fc.string()),
        (value, unit) => {
          assert.ok(amountText(value, unitOf(unit)).length > 0);
        },
      ),
    );
  });

  test('a unit is named beside a title, unless there is none to speak of', () =>
    assert.deepEqual(
      ['bytes', 'percentunit', 'suffix: cores', 'short', 'none', '', undefined].map(unitText),
      ['bytes', '%', 'cores', undefined, undefined, undefined, undefined],
    ));
});

describe('the time range of a dashboard', () => {
  const MOMENTS: [unknown, boolean, string | undefined][] = [
    ['now', false, '2026-01-02T03:04:05.000Z'],
    ['now-6h', false, '2026-01-01T21:04:05.000Z'],
    ['now-1d/d', false, '2026-01-01T00:00:00.000Z'],
    ['now/d', true, '2026-01-02T23:59:59.999Z'],
    ['now/w', false, '2025-12-29T00:00:00.000Z'],
    ['now-1M/M', false, '2025-12-01T00:00:00.000Z'],
    ['now/y', true, '2026-12-31T23:59:59.999Z'],
    ['now-1d+2h', false, '2026-01-01T05:04:05.000Z'],
    ['2026-01-01T00:00:00Z', false, '2026-01-01T00:00:00.000Z'],
    [1_767_225_600_000, false, '2026-01-01T00:00:00.000Z'],
    ['1767225600000', false, '2026-01-01T00:00:00.000Z'],
    ['yesterday', false, undefined],
    ['now-6x', false, undefined],
    [{}, false, undefined],
  ];
  for (const [text, isEnd, expected] of MOMENTS)
    test(`${JSON.stringify(text)} as the ${isEnd ? 'end' : 'start'}`, () =>
      assert.equal(momentOf(text, NOW, isEnd)?.toISOString(), expected));

  test('is the last six hours if it cannot be read, is empty or ends before it starts', () => {
    for (const time of [
      undefined,
      {},
      { from: 'x' },
      { from: 'now', to: 'now' },
      { from: 'now', to: 'now-1h' },
    ]) {
      const { from, to, text } = periodOf(time, NOW);
      assert.deepEqual([from.toISOString(), to, text], ['2026-01-01T21:04:05.000Z', NOW, 'now-6h to now']);
    }
  });
});

test('points are at most 240, and no closer than the samples or the interval of the panel', () => {
  const over = (hours: number, interval?: string): number =>
    stepFor({ from: new Date(NOW.getTime() - hours * 3_600_000), to: NOW }, interval);
  assert.deepEqual(
    [over(1), over(6), over(24), over(24 * 365), over(1, '5m'), over(1, '10s')],
    [30, 120, 600, 172_800, 300, 15],
  );
  assert.deepEqual(['30s', '>1m', '100ms', '1h', '', 'x', undefined].map(secondsOf), [
    30,
    60,
    1,
    3600,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a value has the color of the highest threshold that it reaches', () => {
  const thresholds = thresholdsOf({
    mode: 'absolute',
    steps: [
      { color: 'green', value: null },
      { color: '#ff0000', value: 80 },
    ],
  });
  const range = { min: 0, max: 200 };
  assert.deepEqual(
    [-5, 79.9, 80, 1e9].map((value) => colorFor(value, thresholds, range)),
    ['#56a64b', '#56a64b', '#ff0000', '#ff0000'],
  );
  assert.equal(colorFor(80, { ...thresholds, isRelative: true }, range), '#56a64b');
  assert.equal(colorFor(160, { ...thresholds, isRelative: true }, range), '#ff0000');
  assert.equal(colorFor(1, thresholdsOf({ steps: [{ color: 'green', value: null }] }), range), undefined);
  assert.deepEqual(
    formerThresholds('50,80', ['green', 'orange', 'red']).steps.map(({ from }) => from),
    [undefined, 50, 80],
  );
});

test('only plain colors are used', () =>
  assert.deepEqual(
    ['semi-dark-red', '#EAB839', 'rgba(50, 172, 45, 0.97)', 'red;x:url(a)', 'url(https://a)', 7, '"><b>'].map(
      colorOf,
    ),
    ['#e02f44', '#EAB839', 'rgba(50, 172, 45, 0.97)', '#8e8e8e', '#8e8e8e', '#8e8e8e', '#8e8e8e'],
  ));

test('one value of a series', () => {
  const values = [2, Number.NaN, 8, 5];
  const all = [
    'lastNotNull',
    'first',
    'min',
    'max',
    'mean',
    'sum',
    'count',
    'range',
    'diff',
    'avg',
    'unknown',
    'toString',
  ];
  assert.deepEqual(
    all.map((calc) => calculate(calc, values)),
    [5, 2, 2, 8, 5, 15, 3, 6, 3, 5, 5, 5],
  );
  assert.equal(calculate('mean', [Number.NaN]), undefined);
});

test('what is shown in place of a value', () => {
  const mappings = [
    { type: 'value', options: { 0: { text: 'Down', color: 'red' } } },
    { type: 'range', options: { from: 1, to: 9, result: { text: 'Some' } } },
    { type: 'special', options: { match: 'null', result: { text: 'Nothing' } } },
  ];
  assert.deepEqual(
    [0, 5, 10, undefined].map((value) => mappedValue(mappings, value)?.text),
    ['Down', 'Some', undefined, 'Nothing'],
  );
  assert.equal(mappedValue('none', 1), undefined);
});
