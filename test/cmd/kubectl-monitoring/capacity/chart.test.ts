import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ChartOptions, chart as chartOn } from '../../../../cmd/kubectl-monitoring/capacity/chart.ts';
import type { Paint } from '../../../../lib/cli/style.ts';

const HOUR = 3_600;
const options: ChartOptions = {
  from: { at: 0, name: '10 h' },
  now: { at: 10 * HOUR, name: 'now' },
  style: 'green',
  top: 80,
  columns: 25,
  rows: 2,
};
const plain: Paint = (_style, text) => text;
const chart = (
  points: [number, number][],
  { unicode = true, paint = plain, ...given }: ChartOptions & { unicode?: boolean; paint?: Paint },
): string[] => chartOn(points, given, { unicode, paint });

/** A point at the middle of each hour. */
const hourly = (...bytes: number[]): [number, number][] =>
  bytes.map((value, index) => [(index + 0.5) * HOUR, value]);

describe('a chart', () => {
  test('is an area below the maximum of each column', () => {
    assert.deepEqual(chart(hourly(5, 10, 20, 30, 40, 50, 60, 70, 75, 80), { ...options, columns: 14 }), [
      '80 ┤     ▂▄▆▇█',
      '   │▁▂▄▆██████',
      ' 0 └──────────',
      '    10 h   now',
    ]);
  });

  test('uses plain characters without Unicode', () => {
    assert.deepEqual(
      chart(hourly(1, 10, 20, 30, 40, 50, 60, 70, 75, 80), { ...options, columns: 14, unicode: false }),
      ['80 +     .::##', '   |..::######', ' 0 +----------', '    10 h   now'],
    );
  });

  test('uses the whole width, and holds the last value between two points', () => {
    assert.deepEqual(chart(hourly(80, 40, 80, 40, 80, 40, 80, 40, 80, 40), options), [
      '80 ┤ ██  ██  ██  ██  ██',
      '   │ ████████████████████',
      ' 0 └─────────────────────',
      '    10 h              now',
    ]);
  });

  test('leaves gaps where data is missing', () => {
    const points: [number, number][] = [...hourly(80, 80), [8.5 * HOUR, 80], [9.5 * HOUR, 80]];
    assert.deepEqual(chart(points, { ...options, columns: 14 }).slice(0, 2), [
      '80 ┤████    ██',
      '   │████    ██',
    ]);
  });

  /** Ten hours more, with this use at their end. */
  const projection = (low: number, likely: number, high: number): ChartOptions['projection'] => ({
    to: { at: 20 * HOUR, name: 'in 10 h' },
    bytesAt(at) {
      const [start, share] = [20, (at - 10 * HOUR) / (10 * HOUR)];
      const after = (end: number): number => start + share * (end - start);
      return { low: after(low), likely: after(likely), high: after(high) };
    },
  });

  test('has a line at the threshold, and the projection with its range behind the measurements', () => {
    const given = { ...options, threshold: 0.8, rows: 5, columns: 35, projection: projection(40, 60, 80) };
    assert.deepEqual(chart(hourly(0, 2, 4, 6, 8, 10, 12, 14, 16, 20), given), [
      ' 80 ┤                            ░░',
      '80% ┤▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔░░░░░░',
      '    │                   ░░░░░░░░░░░',
      '    │              ▂░░░▒▒▒▒▒▒▒▒▒▒▒▒',
      '    │  ▁▂▂▃▄▄▅▆▆▇███▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒',
      '  0 └───────────────┴──────────────',
      '     10 h          now      in 10 h',
    ]);
  });

  test('draws the same in ASCII and in color', () => {
    const given = { ...options, threshold: 0.8, rows: 5, columns: 35, projection: projection(40, 60, 80) };
    const points = hourly(0, 2, 4, 6, 8, 10, 12, 14, 16, 20);
    for (const line of chart(points, { ...given, unicode: false })) assert.match(line, /^[\x20-\x7e]*$/);
    const paint: Paint = (style, text) => `<${style}>${text}</>`;
    assert.equal(
      chart(points, { ...given, unicode: false, paint })[1],
      '80% +<dim>------------------------</><green>??????</>',
    );
  });

  test('is not drawn without room', () => {
    assert.deepEqual(chart(hourly(1, 2), { ...options, columns: 11 }), []);
    assert.equal(chart(hourly(1, 2), { ...options, columns: 12 }).length, 4);
  });

  test('keeps its size for any data', () => {
    const points = fc.array(
      fc.tuple(fc.integer({ min: -HOUR, max: 11 * HOUR }), fc.integer({ min: 0, max: 200 })),
    );
    fc.assert(
      fc.property(points, fc.integer({ min: 12, max: 60 }), fc.boolean(), (found, columns, unicode) => {
        const sorted = found.toSorted(([one], [other]) => one - other);
        for (const more of [{}, { threshold: 0.8, projection: projection(-columns, columns, 9 * columns) }]) {
          const lines = chart(sorted, { ...options, columns: columns + 5, unicode, ...more });
          assert.equal(lines.length, 4);
          for (const line of lines) assert.ok(line.length <= columns + 5, line);
          if (!unicode) for (const line of lines) assert.match(line, /^[\x20-\x7e]*$/);
        }
      }),
    );
  });
});
