import assert from 'node:assert/strict';
import { test } from 'node:test';
import { servers } from '../support/servers.ts';
import { kubectlAs, kubectlFolder } from './kubectl.ts';
import { access } from './kubectl-access.ts';
import { creation } from './kubectl-creation.ts';
import { reads } from './kubectl-reads.ts';
import { volumeWrites } from './kubectl-volumes.ts';
import { writes } from './kubectl-writes.ts';
import { makeNamespace, prepare } from './preparation.ts';

const cases = [...reads, ...creation, ...writes, ...volumeWrites, ...access];

for (const { name: serverName, start } of servers()) {
  test(`kubectl with the server, ${serverName}`, { concurrency: 4, timeout: 600_000 }, async (t) => {
    const server = await start();
    t.after(() => server.stop());
    await prepare(server);
    const { folder, remove } = await kubectlFolder();
    t.after(remove);
    const passed = new Set<string>();
    await Promise.all(
      cases.map(({ name, run }, index) =>
        t.test(name, { timeout: 300_000 }, async () => {
          const namespace = await makeNamespace(server, index);
          const kubectl = await kubectlAs(server.admin, namespace, folder);
          await run(kubectl, { weak: await kubectlAs(server.weak, namespace, folder) });
          passed.add(name);
        }),
      ),
    );
    assert.deepEqual(
      cases.map(({ name }) => name).filter((name) => !passed.has(name)),
      [],
      'cases that did not run to their end',
    );
  });
}
