import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Frame, framesIn, legendOf } from '../../../../lib/dashboards/preview/frames.ts';
import { overridesOf } from '../../../../lib/dashboards/preview/overrides.ts';
import { viewOf } from '../../../../lib/dashboards/preview/panel.ts';
import { gaugeView, statView } from '../../../../lib/dashboards/preview/views/single.ts';
import { tableView } from '../../../../lib/dashboards/preview/views/table.ts';

const view = (fields: Record<string, unknown>) => viewOf({ fields, path: [] }, () => 'prometheus');
const frame = (refId: string, labels: Record<string, string>, ...values: number[]): Frame => ({
  ...{ refId, labels },
  points: values.map((value, at) => [at * 60, value]),
});

/** The texts of the cells of a table, row by row. */
const cells = ({ html }: { html: string }): string[][] =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>([^<]*)<\/t[dh]>/g)].map(([, text = '']) => text),
  );

test('a table merges queries, hides, renames and orders columns, and gives each its unit', () => {
  const table = view({
    type: 'table',
    targets: [{ refId: 'A' }, { refId: 'B' }],
    fieldConfig: {
      defaults: { unit: 'percentunit' },
      overrides: [
        { matcher: { id: 'byName', options: 'Space' }, properties: [{ id: 'unit', value: 'bytes' }] },
      ],
    },
    transformations: [
      { id: 'merge' },
      {
        id: 'organize',
        options: {
          excludeByName: { job: true },
          renameByName: { 'Value #A': 'Space', 'Value #B': 'Used' },
          indexByName: { 'Value #B': 0, node: 1 },
        },
      },
    ],
  });
  const frames = [
    frame('A', { __name__: 'x', node: 'a', job: 'j' }, 1, 2048),
    frame('B', { node: 'a', job: 'j' }, 0.5),
    frame('A', { node: 'b', job: 'j' }, 1024),
  ];
  assert.deepEqual(cells(tableView(table, frames)), [
    ['Used', 'node', 'Space'],
    ['50%', 'a', '2 KiB'],
    ['', 'b', '1 KiB'],
  ]);
});

test('a stat has the calculated value, the text of its mapping, or what is shown without a value', () => {
  const texts = (fields: object, ...values: number[]) => {
    const { html } = statView(view({ type: 'stat', ...fields }), [frame('A', {}, ...values)]);
    return /<\/svg> ([^<]*)<\/strong>/.exec(html)?.[1];
  };
  assert.equal(texts({}, 1, 5), '5');
  assert.equal(texts({ options: { reduceOptions: { calcs: ['max'] } } }, 7, 5), '7');
  assert.equal(texts({ valueName: 'avg', format: 'bytes' }, 1024, 3072), '2 KiB');
  assert.equal(texts({}, Number.NaN), 'No data');
  assert.equal(texts({ fieldConfig: { defaults: { noValue: 'idle' } } }, Number.NaN), 'idle');
});

test('the course of a stat is drawn for the largest and the smallest numbers', () => {
  const points = (...values: number[]) =>
    /points="([^"]*)"/.exec(statView(view({ type: 'stat' }), [frame('A', {}, ...values)]).html)?.[1];
  assert.equal(points(-1e308, 0, 1e308), '0,29 50,15 100,1');
  assert.equal(points(0, 5e-324), '0,29 100,1');
  assert.equal(points(7, 7), '0,15 100,15');
  assert.equal(points(0, 0), '0,15 100,15');
  const range = { fieldConfig: { defaults: { min: -1e308, max: 1e308 } } };
  const gauge = gaugeView(view({ type: 'gauge', ...range }), [frame('A', {}, 0)]);
  assert.match(gauge.html, /A 50 50 0 0 1 60 12" fill/);
});

test('a gauge is full at its max and empty below its min', () => {
  const end = (value: number) =>
    /A 50 50 0 0 1 ([\d.-]+) [\d.-]+" fill/.exec(
      gaugeView(view({ type: 'gauge', fieldConfig: { defaults: { min: 0, max: 10 } } }), [
        frame('A', {}, value),
      ]).html,
    )?.[1];
  assert.deepEqual([-5, 0, 5, 10, 99].map(end), ['10', '10', '60', '110', '110']);
});

test('overrides by name, pattern and query; later ones win', () => {
  const overrides = overridesOf([
    {
      matcher: { id: 'byRegexp', options: '/^cpu/' },
      properties: [
        { id: 'unit', value: 's' },
        { id: 'decimals', value: 1 },
      ],
    },
    {
      matcher: { id: 'byName', options: 'cpu 1' },
      properties: [
        { id: 'unit', value: 'ms' },
        { id: 'displayName', value: 'One' },
      ],
    },
    {
      matcher: { id: 'byFrameRefID', options: 'B' },
      properties: [{ id: 'color', value: { fixedColor: 'red' } }],
    },
    { matcher: { id: 'byType', options: 'number' }, properties: [{ id: 'unit', value: 'h' }] },
    'none',
  ]);
  assert.deepEqual(overrides('cpu 1', 'A'), { unit: 'ms', decimals: 1, name: 'One' });
  assert.deepEqual(overrides('cpu 2', 'B'), { unit: 's', decimals: 1, color: '#e02f44' });
  assert.deepEqual(overrides('memory', 'A'), {});
});

test('series of a vector, a matrix and a scalar, with negative and infinite values', () => {
  const points = (data: unknown) => framesIn(data, 'A').map((one) => one.points);
  assert.deepEqual(points({ resultType: 'vector', result: [{ metric: {}, value: [1, '-2'] }] }), [[[1, -2]]]);
  assert.deepEqual(
    points({
      resultType: 'matrix',
      result: [
        {
          metric: {},
          values: [
            [1, '+Inf'],
            [2, '-Inf'],
            [3, 'NaN'],
          ],
        },
      ],
    }),
    [
      [
        [1, Number.POSITIVE_INFINITY],
        [2, Number.NEGATIVE_INFINITY],
        [3, Number.NaN],
      ],
    ],
  );
  assert.deepEqual(points({ resultType: 'scalar', result: [1, '2'] }), [[[1, 2]]]);
  assert.deepEqual(points({ resultType: 'matrix', result: [{ metric: {}, values: [] }, null] }), []);
});

test('a series is called by its legend, or by all its labels', () => {
  const series = { refId: 'A', labels: { __name__: 'up', job: 'a', pod: 'b' } };
  const legends = ['{{job}} of {{ pod }} {{missing}}', '__auto', undefined].map((legend) =>
    legendOf(legend, series),
  );
  assert.deepEqual(legends, ['a of b ', 'up{job="a", pod="b"}', 'up{job="a", pod="b"}']);
  assert.equal(legendOf(undefined, { refId: 'A', labels: {} }), 'Query A');
});
