import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMonitoring } from '../support/monitoring.ts';
import { holdParts } from '../support/parts.ts';
import { servers } from '../support/servers.ts';
import { adoption } from './adoption.ts';
import { growth } from './growth.ts';
import { naming } from './naming.ts';
import { pausing } from './pausing.ts';
import { recreation } from './recreation.ts';
import { retention } from './retention.ts';

/** The real parts are always right: what holds for their stand-ins alone is a defect of these. */
const cases = [...recreation, ...retention, ...adoption, ...pausing, ...naming, ...growth];

for (const { name: serverName, start } of servers()) {
  test(`the parts, ${serverName}`, { concurrency: 4, timeout: 600_000 }, async (t) => {
    const server = await start();
    let parts: { stop(): Promise<void> } | undefined;
    t.after(async () => {
      await parts?.stop();
      await server.stop();
    });
    parts = await holdParts(server);
    const passed = new Set<string>();
    await Promise.all(
      cases.map(({ name, run }) =>
        t.test(name, { timeout: 300_000 }, async (t) => {
          await run(async (options) => {
            const stage = await openMonitoring(server, options);
            t.after(() => stage.stop());
            return stage;
          });
          passed.add(name);
        }),
      ),
    );
    // A skipped case is an unchecked promise.
    assert.deepEqual(
      cases.map(({ name }) => name).filter((name) => !passed.has(name)),
      [],
      'cases that did not run to their end',
    );
  });
}
