import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ChartOptions, chart } from '../../../../cmd/kubectl-monitoring/capacity/render.ts';

const HOUR = 3_600;
const options: ChartOptions = {
  from: { at: 0, name: '10 h' },
  to: { at: 10 * HOUR, name: 'now' },
  top: 80,
  columns: 25,
  rows: 2,
  unicode: true,
};
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
        const lines = chart(sorted, { ...options, columns, unicode });
        assert.equal(lines.length, 4);
        for (const line of lines) assert.ok(line.length <= columns, line);
        if (!unicode) for (const line of lines) assert.match(line, /^[\x20-\x7e]*$/);
      }),
    );
  });
});
