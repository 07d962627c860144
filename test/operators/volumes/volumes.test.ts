import { after, before, describe } from 'node:test';
import { startControllers } from '../../cluster/controllers.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { lifetimes } from './lifetimes.ts';
import { resizes } from './resizes.ts';
import { type OnStage, openVolumes } from './stage.ts';

for (const { name, start } of servers()) {
  describe(`volumes on the ${name} server`, () => {
    let server: TestServer;
    let controllers: { stop(): Promise<void> } | undefined;

    before(async () => {
      server = await start();
      if (name === 'real') controllers = await startControllers(server);
    });

    after(async () => {
      await controllers?.stop();
      await server?.stop();
    });

    const on: OnStage = async (parameters, use, options) => {
      const stage = await openVolumes(server, parameters, options);
      try {
        await use(stage);
      } finally {
        await stage.stop();
      }
    };

    resizes(on);
    lifetimes(on);
  });
}
