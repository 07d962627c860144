import { test } from 'node:test';
import { holdParts } from '../support/parts.ts';
import { servers } from '../support/servers.ts';
import { portForwards } from './port-forward.ts';
import { makeNamespace } from './preparation.ts';

for (const { name: serverName, start } of servers()) {
  test(`the contract of port-forward, ${serverName}`, { timeout: 600_000 }, async (t) => {
    const server = await start();
    let parts: { stop(): Promise<void> } | undefined;
    t.after(async () => {
      await parts?.stop();
      await server.stop();
    });
    parts = await holdParts(server);
    for (const [index, { name, run }] of portForwards.entries())
      await t.test(name, async () => run(server, await makeNamespace(server, index)));
  });
}
