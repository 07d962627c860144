import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { program } from '../../../../cmd/kubectl-monitoring/program.ts';
import { type Browser, openBrowser, withoutBrowser } from '../../../support/browser.ts';
import { folderWith } from '../../../support/folder.ts';
import { runCommand } from '../../../support/run-command.ts';
import { standIn } from './stand-in.ts';
import { inkOf, structureOf } from './structure.ts';

const HOSTILE = '"><img src=x onerror=console.error(1)></script><script>console.error(2)</script>';

const panel = (title: string, type: string, [x, y, w, h]: number[], more: object = {}) => ({
  ...{ title, type, gridPos: { x, y, w, h } },
  targets: [{ refId: 'A', expr: title, legendFormat: '{{name}}' }],
  ...more,
});

/** All kinds of panels, in rows that are open and collapsed. */
const DASHBOARD = {
  title: `Shop ${HOSTILE}`,
  panels: [
    panel('requests', 'timeseries', [0, 0, 12, 8], {
      fieldConfig: {
        defaults: {
          unit: 'bytes',
          custom: { fillOpacity: 20, stacking: { mode: 'normal' }, thresholdsStyle: { mode: 'line' } },
          thresholds: {
            steps: [
              { color: 'green', value: null },
              { color: 'red', value: 7 },
            ],
          },
        },
      },
    }),
    panel('bars', 'timeseries', [12, 0, 12, 8], {
      fieldConfig: { defaults: { custom: { drawStyle: 'bars' } } },
    }),
    panel('rate', 'stat', [0, 8, 6, 4]),
    panel('use', 'gauge', [6, 8, 6, 6]),
    panel('list', 'table', [12, 8, 12, 6]),
    { type: 'row', title: 'Old panels', gridPos: { x: 0, y: 14, w: 24, h: 1 }, panels: [] },
    panel('graph', 'graph', [0, 15, 12, 6], { yaxes: [{ format: 'percentunit' }] }),
    panel('single', 'singlestat', [12, 15, 4, 3], {
      format: 'bytes',
      thresholds: '50,80',
      colors: ['green', 'orange', 'red'],
    }),
    panel('pie', 'piechart', [16, 15, 8, 6]),
    {
      ...{ type: 'row', title: 'Collapsed', collapsed: true, gridPos: { x: 0, y: 21, w: 24, h: 1 } },
      panels: [panel('inner', 'timeseries', [0, 22, 24, 5])],
    },
  ],
};

const PLACES = [
  ['Panels', 'requests bytes timeseries', '0,0 12x8', 'chart'],
  ['Panels', 'bars timeseries', '12,0 12x8', 'chart'],
  ['Panels', 'rate stat', '0,8 6x4', 'number'],
  ['Panels', 'use gauge', '6,8 6x6', 'gauge'],
  ['Panels', 'list table', '12,8 12x6', 'table'],
  ['Old panels', 'graph % graph', '0,0 12x6', 'chart'],
  ['Old panels', 'single bytes singlestat', '12,0 4x3', 'number'],
  ['Old panels', 'pie piechart', '16,0 8x6', 'text'],
];

const skip = await withoutBrowser();

describe('a page in a browser', { skip }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser?.close());

  const draw = async (t: TestContext, words: string[]): Promise<string> => {
    const folder = await folderWith(t, { 'shop.json': JSON.stringify(DASHBOARD) });
    const { code, stderr } = await runCommand(program, ['dashboards', 'preview', 'shop.json', ...words], {
      cwd: folder,
    });
    assert.deepEqual([code, stderr], [0, '']);
    return join(folder, 'shop.html');
  };
  const withData = async (t: TestContext): Promise<string> => {
    const series = { first: [1, 5], [HOSTILE]: [3, 4] } as Record<string, [number, number]>;
    const answers = Object.fromEntries(
      ['requests', 'bars', 'rate', 'use', 'list', 'graph', 'single', 'inner'].map((query) => [query, series]),
    );
    const { url } = await standIn(t, answers);
    return draw(t, ['--prometheus', url]);
  };
  const shown = async (page: Parameters<typeof structureOf>[0]) =>
    (await structureOf(page)).map(({ section, title, place, drawn }) => [section, title, place, drawn]);

  for (const isDark of [false, true])
    test(`draws data to scale on a ${isDark ? 'dark' : 'light'} page, without a request or an error`, async (t) => {
      const page = await browser.open(await withData(t), { isDark });
      assert.deepEqual((await shown(page)).slice(0, PLACES.length), PLACES);
      assert.deepEqual(await inkOf(page), [true, true, true]);
      const dark = await page.evaluate(
        'getComputedStyle(document.body).backgroundColor === "rgb(17, 18, 23)"',
      );
      assert.equal(dark, isDark);
      assert.deepEqual([page.console, page.requests], [[], []]);
    });

  test('draws the layout to scale without data', async (t) => {
    const page = await browser.open(await draw(t, ['--offline']));
    const layout = PLACES.map(([section, title, place]) => [section, title, place, 'text']);
    assert.deepEqual((await shown(page)).slice(0, PLACES.length), layout);
    assert.deepEqual([page.console, page.requests], [[], []]);
  });

  test('draws the panels of a collapsed row when it is opened', async (t) => {
    const page = await browser.open(await withData(t));
    await page.evaluate(`new Promise((done) => {
      document.querySelector('section > details').open = true;
      requestAnimationFrame(() => requestAnimationFrame(() => done(1)));
    })`);
    assert.deepEqual((await shown(page)).at(-1), [
      'Collapsed collapsed',
      'inner timeseries',
      '0,0 24x5',
      'chart',
    ]);
    assert.deepEqual(await inkOf(page), [true, true, true, true]);
  });

  test('has one column on a phone, and nothing to scroll sideways', async (t) => {
    const page = await browser.open(await withData(t), { width: 360, height: 740 });
    const [scrolled, lefts] = (await page.evaluate(`[
      document.documentElement.scrollWidth > innerWidth,
      [...new Set([...document.querySelectorAll('.panel')].map((panel) => Math.round(panel.getBoundingClientRect().left)).filter(Boolean))],
    ]`)) as [boolean, number[]];
    assert.deepEqual([scrolled, lefts], [false, [8]]);
    assert.deepEqual(await inkOf(page), [true, true, true]);
    assert.deepEqual(page.console, []);
  });

  test('shows hostile text as text, and runs none of it', async (t) => {
    const page = await browser.open(await withData(t));
    assert.equal(await page.evaluate('document.querySelector("h1").innerText'), DASHBOARD.title);
    assert.equal(
      await page.evaluate('document.querySelector(".legend tbody tr:last-child th").innerText.trim()'),
      HOSTILE,
    );
    assert.equal(await page.evaluate('document.images.length'), 0);
    assert.deepEqual([page.console, page.requests], [[], []]);
  });

  test('has headings in their order, and names for what is drawn', async (t) => {
    const page = await browser.open(await withData(t));
    const levels = (await page.evaluate(
      '[...document.querySelectorAll("h1,h2,h3,h4")].map((one) => Number(one.tagName[1]))',
    )) as number[];
    assert.equal(levels[0], 1);
    for (const [at, level] of levels.entries()) assert.ok(level - (levels[at - 1] ?? 0) <= 1);
    const nameless = await page.evaluate(
      `[...document.querySelectorAll('[role=img], [role=group]')].filter((one) => !one.ariaLabel).length`,
    );
    assert.equal(nameless, 0);
  });
});
