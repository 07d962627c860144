import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import axe from 'axe-core';
import { HOSTILE, withTexts } from '../lib/report/hostile.ts';
import { pageOf } from '../lib/report/page-text.ts';
import { RESULTS } from '../lib/report/results.ts';
import { type Browser, openBrowser, type Page, type Screen, withoutBrowser } from '../support/browser.ts';
import { folderWith } from '../support/folder.ts';

const SCREENS: Record<string, Screen> = {
  'a light screen': {},
  'a dark screen': { isDark: true },
  'a phone': { width: 360, height: 740 },
  paper: { width: 703, isPrint: true, isDark: true },
};

/** Elements that are wider than the place for them, without a way to scroll to the rest. */
const CLIPPED = `[...document.querySelectorAll('main *, header *')].flatMap((one) => {
  const { right } = one.getBoundingClientRect();
  const isScrolled = one.closest('[role=region]') !== null && !matchMedia('print').matches;
  return right > document.documentElement.clientWidth + 0.5 && !isScrolled ? [one.outerHTML.slice(0, 120)] : [];
})`;

const WIDTHS = '[document.documentElement.scrollWidth, document.documentElement.clientWidth]';

/** The elements of a page; where texts may be broken is no matter of them. */
const ELEMENTS = `[...document.querySelectorAll('*:not(wbr)')].map((one) => one.tagName).join(' ')`;

/** What axe finds. Colors are all that a dark screen changes, and paper is not listened to. */
const checkOf = ({ isDark = false, isPrint = false }: Screen): string =>
  `axe.run({ resultTypes: ['violations']${isDark || isPrint ? ", runOnly: ['color-contrast']" : ''} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`;

const skip = await withoutBrowser();

describe('the page of a result in a browser', { skip }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser?.close());

  /** Opens the page of a result. Whatever it is, it may say nothing and ask for nothing. */
  async function opened(t: TestContext, result: object, screen: Screen): Promise<Page> {
    const folder = await folderWith(t, { 'report.html': pageOf(result) });
    const page = await browser.open(join(folder, 'report.html'), screen);
    t.after(() => page.close());
    assert.deepEqual([page.console, page.requests], [[], []]);
    return page;
  }

  const isNotClipped = async (page: Page): Promise<void> => {
    const [width, place] = (await page.evaluate(WIDTHS)) as [number, number];
    assert.ok(width <= place, `it is ${width} wide on ${place}`);
    assert.deepEqual(await page.evaluate(CLIPPED), []);
  };

  for (const [form, make] of Object.entries(RESULTS))
    for (const [where, screen] of Object.entries(SCREENS))
      test(`can be read by everyone, and is not clipped: ${form} on ${where}`, async (t) => {
        const page = await opened(t, make(), screen);
        await isNotClipped(page);
        await page.evaluate(`${axe.source};0`);
        const violations = await page.evaluate(checkOf(screen));
        assert.deepEqual(violations, []);
      });

  for (const [form, make] of Object.entries(RESULTS))
    test(`shows hostile texts as text: ${form}`, async (t) => {
      const page = await opened(t, withTexts(make(), HOSTILE), { width: 360 });
      const harmless = HOSTILE.map((_, index) => `harmless ${index}`);
      const other = await opened(t, withTexts(make(), harmless), { width: 360 });
      assert.equal(await page.evaluate(ELEMENTS), await other.evaluate(ELEMENTS));
      assert.equal(await page.evaluate('document.scripts.length'), 0);
      await isNotClipped(page);
    });

  test('can be used with a keyboard: what is scrolled can be focused', async (t) => {
    const page = await opened(t, RESULTS.fleet?.() ?? {}, { width: 360 });
    const scrolled = await page.evaluate(
      "[...document.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible').map((one) => one.tabIndex)",
    );
    assert.ok(Array.isArray(scrolled) && scrolled.length > 0);
    assert.ok(scrolled.every((index) => index === 0));
  });

  test('shows all of a volume on a phone without scrolling: each cell has the name of its column', async (t) => {
    const page = await opened(t, RESULTS.capacity?.() ?? {}, { width: 360 });
    const shown = await page.evaluate(`[...document.querySelectorAll('.stacked')].map((one) => [
      [...one.querySelectorAll('*')].some((inner) => inner.scrollWidth > inner.clientWidth + 1),
      [...one.querySelectorAll('tr:last-child td')].map((cell) => getComputedStyle(cell, '::before').content),
    ])`);
    assert.deepEqual(shown, [
      [false, ['Verdict', 'Owner', 'Size', 'Used', 'Growth per day', 'Full'].map((name) => `"${name}: "`)],
      [false, ['Size', 'Needed'].map((name) => `"${name}: "`)],
    ]);
  });

  test('has no link on paper', async (t) => {
    const link = "document.querySelector('.alert a').checkVisibility()";
    const result = RESULTS.interrupted?.() ?? {};
    assert.equal(await (await opened(t, result, {})).evaluate(link), true);
    assert.equal(await (await opened(t, result, { isPrint: true })).evaluate(link), false);
  });

  test('is printed on A4 without what a dark screen has', async (t) => {
    const page = await opened(t, RESULTS.repaired?.() ?? {}, { isDark: true });
    const pdf = (await page.print()).toString('latin1');
    assert.match(pdf, /^%PDF-/);
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    assert.deepEqual([Math.round(Number(width)), Math.round(Number(height))], [595, 842]);
    const printed = await opened(t, RESULTS.repaired?.() ?? {}, { isDark: true, isPrint: true });
    assert.equal(
      await printed.evaluate('getComputedStyle(document.body).backgroundColor'),
      'rgba(0, 0, 0, 0)',
    );
    assert.equal(await printed.evaluate('getComputedStyle(document.body).color'), 'rgb(31, 35, 40)');
    const cut = await printed.evaluate(
      "[...document.querySelectorAll('pre')].filter((one) => one.scrollHeight > one.clientHeight + 2).length",
    );
    assert.equal(cut, 0);
  });
});
