import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { documentText } from '../../../lib/html/document.ts';
import { html } from '../../../lib/html/html.ts';
import { CHART_STYLE, volumeChart } from '../../../lib/report/chart.ts';
import { type Browser, openBrowser, type Page, withoutBrowser } from '../../support/browser.ts';
import { folderWith } from '../../support/folder.ts';
import { days, GIB, longest, volume } from './chart-volumes.ts';

const limit = (gib: number) => ({ retention: { sizeBytes: gib * GIB, days: null } });
const full = (likely: number | null, soonest: number | null, latest: number | null) => ({
  daysToFull: { likely, soonest, latest },
});

/** Charts whose texts come close to each other. */
const CHARTS = [
  volume(),
  longest,
  ...[0.1, 6, 20, 50, 80, 94, 99.9].map((gib) => volume(limit(gib))),
  ...[0, 0.01, 0.5, 1, 2, 4, 30, 120].map((likely) =>
    volume({ ...full(likely, likely, null), ...limit(93) }),
  ),
  volume({ ...full(null, 0.1, null), ...limit(97) }),
  volume({ ...full(null, 400, null), levelsOffAtBytes: 97 * GIB, growthBytesPerDay: { likely: 1 } }),
  volume({ fileSystemBytes: 999.9 * 1024 * GIB, growthBytesPerDay: { likely: 1 }, ...limit(1_000_000) }),
  ...[60, 600, 3_600, 21_600, 5_000_000].map((stepSeconds) =>
    volume({ history: { ...days([1, 20, 30, 50]), stepSeconds } }),
  ),
];

const LEAST_TEXT = 9;

describe('charts in a browser', async () => {
  const skip = await withoutBrowser();
  let browser: Browser;
  before(async () => {
    if (!skip) browser = await openBrowser();
  });
  after(() => browser?.close());

  async function openCharts(t: TestContext, width: number): Promise<Page> {
    const style = `${CHART_STYLE}body{margin:0;font:14px sans-serif}`;
    const body = html`${CHARTS.map((one) => volumeChart(one))}`;
    const folder = await folderWith(t, { 'page.html': documentText({ title: 'Charts', style, body }) });
    return browser.open(join(folder, 'page.html'), { width });
  }

  for (const width of [330, 500, 900])
    test(`their texts can be read, are within the picture, and apart from each other, on ${width} pixels`, {
      skip,
    }, async (t) => {
      const page = await openCharts(t, width);
      assert.deepEqual([page.console, page.requests], [[], []]);
      const found = (await page.evaluate(`(${lookAtTexts})()`)) as { count: number; problems: string[] };
      assert.ok(found.count > 8 * CHARTS.length);
      assert.deepEqual(found.problems, []);
      const size = `Math.min(...[...document.querySelectorAll('text')].map((text) =>
        parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a))`;
      assert.ok(Number(await page.evaluate(size)) >= LEAST_TEXT);
    });
});

/** Runs in the page: texts that are cut, or lie on another one. */
function lookAtTexts(): { count: number; problems: string[] } {
  const { document } = globalThis as unknown as {
    document: { querySelectorAll(what: string): Iterable<Box> };
  };
  interface Box {
    textContent: string;
    querySelectorAll(what: string): Iterable<Box>;
    getBoundingClientRect(): { left: number; right: number; top: number; bottom: number };
  }
  const problems: string[] = [];
  let count = 0;
  for (const [at, chart] of [...document.querySelectorAll('svg')].entries()) {
    const picture = chart.getBoundingClientRect();
    const texts = [...chart.querySelectorAll('text')].map((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      // Lines of text have room above and below that nothing is drawn in.
      const spare = (bottom - top) / 6;
      return { name: text.textContent, left, right, top: top + spare, bottom: bottom - spare };
    });
    count += texts.length;
    for (const [index, one] of texts.entries()) {
      if (
        one.left < picture.left ||
        one.right > picture.right ||
        one.top < picture.top ||
        one.bottom > picture.bottom
      )
        problems.push(`chart ${at}: "${one.name}" is cut`);
      for (const other of texts.slice(index + 1))
        if (
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom
        )
          problems.push(`chart ${at}: "${one.name}" is on "${other.name}"`);
    }
  }
  return { count, problems };
}
