import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../../cmd/kubectl-monitoring/program.ts';
import { SHIPPED } from '../../../../lib/dashboards/shipped/shipped.ts';
import { startDashboardServer } from '../../../metrics/dashboard-server.ts';
import { MOMENT } from '../../../metrics/recordings.ts';
import type { RunningServer } from '../../../metrics/running-server.ts';
import { type Browser, openBrowser, withoutBrowser } from '../../../support/browser.ts';
import { folderWith } from '../../../support/folder.ts';
import { runCommand } from '../../../support/run-command.ts';
import { inkOf, structureOf } from './structure.ts';

const skip = await withoutBrowser();

for (const kind of ['system', 'newest'] as const)
  describe(`the shipped dashboards with data of a real Prometheus (${kind})`, () => {
    let server: RunningServer;
    let browser: Browser | undefined;
    before(async () => {
      server = await startDashboardServer(kind);
      if (skip === false) browser = await openBrowser();
    });
    after(async () => {
      await browser?.close();
      await server?.stop();
    });

    for (const { name, definition } of SHIPPED) {
      const draw = async (folder: string) =>
        runCommand(
          program,
          ['dashboards', 'preview', `${name}.json`, '--prometheus', `http://127.0.0.1:${server.port}`],
          { cwd: folder, now: MOMENT },
        );
      const files = { [`${name}.json`]: JSON.stringify(definition()) };

      test(`${name}: every panel has data, and no query fails`, async (t) => {
        const { panels } = definition() as { panels: { type: string }[] };
        const count = panels.filter(({ type }) => type !== 'row').length;
        assert.deepEqual(await draw(await folderWith(t, files)), {
          code: 0,
          stdout: `${name}.html: ${count} panels, ${count} with data\n`,
          stderr: '',
        });
      });

      test(`${name}: a browser shows it to scale, and all that it draws`, { skip }, async (t) => {
        assert.ok(browser);
        const folder = await folderWith(t, files);
        await draw(folder);
        for (const isDark of [false, true]) {
          const page = await browser.open(join(folder, `${name}.html`), { isDark });
          assert.deepEqual(
            await structureOf(page),
            JSON.parse(await readFile(join(import.meta.dirname, 'structures', `${name}.json`), 'utf8')),
          );
          const ink = await inkOf(page);
          assert.ok(ink.length > 0 && ink.every(Boolean));
          assert.deepEqual([page.console, page.requests], [[], []]);
        }
      });
    }
  });
