import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { standIn } from '../cmd/kubectl-monitoring/preview/stand-in.ts';
import { inkOf } from '../cmd/kubectl-monitoring/preview/structure.ts';
import { type Browser, openBrowser, withoutBrowser } from '../support/browser.ts';
import { folderWith } from '../support/folder.ts';
import { runPacked } from '../support/packed.ts';

const DASHBOARD = {
  title: 'Shop',
  panels: [
    { type: 'timeseries', title: 'a', gridPos: { x: 0, y: 0, w: 24, h: 8 }, targets: [{ expr: 'up' }] },
  ],
};

const draw = async (t: TestContext, words: readonly string[]) => {
  const folder = await folderWith(t, { 'shop.json': JSON.stringify(DASHBOARD) });
  const ran = await runPacked('kubectl-monitoring', ['dashboards', 'preview', 'shop.json', ...words], {
    cwd: folder,
  });
  return { ...ran, page: join(folder, 'shop.html') };
};

test('the packed kubectl-monitoring draws a dashboard without a cluster', async (t) => {
  const { code, stdout, stderr, page } = await draw(t, ['--offline']);
  assert.deepEqual([code, stdout, stderr], [0, 'shop.html: 1 panel, without data\n', '']);
  assert.match(await readFile(page, 'utf8'), /<h1>Shop<\/h1>/);
});

const skip = await withoutBrowser();

describe('the page of the packed kubectl-monitoring in a browser', { skip }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser?.close());

  test('draws its charts with the uPlot that is packed', async (t) => {
    const { url } = await standIn(t, { up: { one: [1, 2] } });
    const { code, stdout, stderr, page } = await draw(t, [
      '--prometheus',
      url,
      '--server',
      'http://127.0.0.1:1',
    ]);
    assert.deepEqual([code, stdout, stderr], [0, 'shop.html: 1 panel, 1 with data\n', '']);
    const shown = await browser.open(page);
    assert.deepEqual(await inkOf(shown), [true]);
    assert.deepEqual([shown.console, shown.requests], [[], []]);
  });
});
