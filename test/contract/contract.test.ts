import assert from 'node:assert/strict';
import { test } from 'node:test';
import { servers } from '../support/servers.ts';
import { makeNamespace, prepare } from './preparation.ts';
import { subjects } from './subjects.ts';

const cases = Object.entries(subjects).flatMap(([subject, each]) =>
  each.map(({ name, run }) => ({ name: `${subject}: ${name}`, run })),
);

for (const { name: serverName, start } of servers()) {
  test(`the API contract, ${serverName}`, { concurrency: 8, timeout: 600_000 }, async (t) => {
    const server = await start();
    t.after(() => server.stop());
    await prepare(server);
    const passed = new Set<string>();
    await Promise.all(
      cases.map(({ name, run }, index) =>
        t.test(name, { timeout: 300_000 }, async () => {
          await run(server, await makeNamespace(server, index));
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
