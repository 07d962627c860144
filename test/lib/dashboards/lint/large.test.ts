import { test } from 'node:test';
import { lintText, newRun } from '../../../../lib/dashboards/lint/lint.ts';
import { assertLinear } from '../../../support/effort.ts';

const dashboard = (fields: object): string =>
  JSON.stringify({ uid: 'shop', title: 'Shop', schemaVersion: 42, ...fields });
const many = <T>(length: number, one: (at: number) => T): T[] => Array.from({ length }, (_, at) => one(at));
const withQueries = (exprs: readonly string[], variables: readonly string[] = []): string =>
  dashboard({
    templating: { list: variables.map((name) => ({ name, type: 'custom' })) },
    panels: exprs.map((expr, id) => ({ id, type: 'table', targets: [{ expr }] })),
  });
const withBoxes = (count: number, boxOf: (at: number) => object): string =>
  dashboard({ panels: many(count, (id) => ({ id, type: 'text', gridPos: { y: 0, h: 1, ...boxOf(id) } })) });
const LONG = `up${' + up'.repeat(500)}`;

/** What a dashboard has many of, the count in a small one, and its text. */
const TEXTS: [string, number, (count: number) => string][] = [
  ['quotes in a text that is not closed', 5_000, (count) => withQueries([`"${'\\"'.repeat(count)}`])],
  ['variables in a query', 1_000, (count) => withQueries([`up${'+a_total{x="$a"}'.repeat(count)}`], ['a'])],
  [
    'variables in many queries',
    500,
    (count) =>
      withQueries(
        many(count, (at) => `v${at}`),
        many(count, (at) => `v${at}`),
      ),
  ],
  [
    'long queries with faults and variables',
    10,
    (count) =>
      withQueries(
        many(count, (at) => `${LONG} $a $b ) ${at}`),
        ['a', 'b'],
      ),
  ],
  [
    'variables with faults in long queries',
    10,
    (count) =>
      dashboard({
        panels: [],
        templating: {
          list: many(count, (at) => ({
            ...{ name: `v${at}`, type: 'query', datasource: { type: 'prometheus' } },
            query: `query_result(${LONG} $a $b ) ${at})`,
          })),
        },
      }),
  ],
  ['terms in a query with a fault', 250, (count) => withQueries([`up${' + up'.repeat(count)} $a )`], ['a'])],
  ['panels without a size', 1_000, (count) => withBoxes(count, () => ({ x: 0, w: 0 }))],
  ['panels that are very small', 1_000, (count) => withBoxes(count, (at) => ({ x: at / 2000, w: 0.0001 }))],
  ['panels outside of the grid', 1_000, (count) => withBoxes(count, (x) => ({ x, w: 1 }))],
];

for (const [what, count, textOf] of TEXTS)
  test(`many ${what} are checked in linear time`, () =>
    assertLinear(textOf, (text) => lintText(text, 'shop.json', newRun()), count));
