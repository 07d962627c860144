import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lintText, newRun } from '../../../../lib/dashboards/lint/lint.ts';

const dashboard = (fields: object): string =>
  JSON.stringify({ uid: 'shop', title: 'Shop', schemaVersion: 42, ...fields });
const many = <T>(length: number, one: (at: number) => T): T[] => Array.from({ length }, (_, at) => one(at));
const withQueries = (exprs: readonly string[], variables: readonly string[] = []): string =>
  dashboard({
    templating: { list: variables.map((name) => ({ name, type: 'custom' })) },
    panels: exprs.map((expr, id) => ({ id, type: 'table', targets: [{ expr }] })),
  });
const withBoxes = (boxOf: (at: number) => object): string =>
  dashboard({ panels: many(40_000, (id) => ({ id, type: 'text', gridPos: { y: 0, h: 1, ...boxOf(id) } })) });
const LONG = `up${' + up'.repeat(1900)}`;

for (const [title, text] of [
  ['a text in quotes that is not closed', withQueries([`"${'\\"'.repeat(100_000)}`])],
  ['a query with many variables', withQueries([`up${'+a_total{x="$a"}'.repeat(30_000)}`], ['a'])],
  [
    'many variables in many queries',
    withQueries(
      many(20_000, (at) => `v${at}`),
      many(20_000, (at) => `v${at}`),
    ),
  ],
  [
    'many long queries with faults and variables',
    withQueries(
      many(300, (at) => `${LONG} $a $b ) ${at}`),
      ['a', 'b'],
    ),
  ],
  [
    'many variables with faults in long queries',
    dashboard({
      panels: [],
      templating: {
        list: many(300, (at) => ({
          ...{ name: `v${at}`, type: 'query', datasource: { type: 'prometheus' } },
          query: `query_result(${LONG} $a $b ) ${at})`,
        })),
      },
    }),
  ],
  ['many panels without a size', withBoxes(() => ({ x: 0, w: 0 }))],
  ['many panels that are very small', withBoxes((at) => ({ x: at / 2000, w: 0.0001 }))],
  ['many panels outside of the grid', withBoxes((x) => ({ x, w: 1 }))],
] as const)
  test(`${title} are checked in seconds`, () => {
    const before = process.cpuUsage();
    lintText(text, 'shop.json', newRun());
    assert.ok(process.cpuUsage(before).user < 10_000_000);
  });
