import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runPacked, startPacked } from '../support/packed.ts';
import { knock, knockAsAnotherUser, listenOn, maySwitchUsers } from '../support/ports.ts';
import { startRelay } from '../support/relay.ts';
import { refusal } from '../support/relay-answers.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { type Cases, openCases } from './support/cases.ts';
import { startHolding } from './support/holding.ts';

const DEFAULT_PORT = 8001;

/** How often a run may find the default port free because another process has just released it. */
const TRIES = 3;

for (const kind of servers())
  describe(`the API proxy of kubectl bmh repair, on the ${kind.name} server`, () => {
    let server: TestServer;
    let cases: Cases;
    before(async () => {
      server = await kind.start();
      cases = await openCases(server, 3 + TRIES);
    });
    after(async () => {
      await cases?.stop();
      await server?.stop();
    });

    test('listens only during the run, only on 127.0.0.1, and serves only the run', async (t) => {
      const { heldOf, release, through, passed, stop } = await startHolding(server.admin);
      t.after(stop);
      const repair = await cases.next(through);
      const { name, namespace, words, env, port, temporary } = repair;
      assert.equal(await knock(port), 'ECONNREFUSED');
      const run = startPacked('kubectl-bmh', [...words, '-y', '--no-wait'], { env });
      await heldOf(run);

      const path = `/apis/metal3.io/v1alpha1/namespaces/${namespace}/baremetalhosts/${name}`;
      const before = passed.length;
      assert.equal(await knock(port, { path }), 403);
      assert.equal(await knock(port, { path, headers: { 'x-loopback-secret': 'a guess' } }), 403);
      if (maySwitchUsers) assert.equal(await knockAsAnotherUser(`http://127.0.0.1:${port}${path}`), 403);
      else t.diagnostic('not tried as another user of the machine: this one may not switch users');
      assert.equal(passed.length, before, 'something passed the proxy');

      for (const host of otherAddresses()) assert.equal(await knock(port, { host }), 'ECONNREFUSED', host);

      const [folder = ''] = await readdir(temporary);
      assert.match(folder, /^kubectl-bmh-/);
      assert.equal((await stat(join(temporary, folder))).mode & 0o777, 0o700);

      release();
      assert.equal((await run.ended).code, 0);
      await repair.isGone();
    });

    test('leaves nothing on this machine when the server refuses a patch', async (t) => {
      const relay = await startRelay(server.admin, {
        before: ({ method, path }) =>
          method === 'PATCH' && path.includes('/status?') ? refusal(403, 'Forbidden', 'not now') : undefined,
      });
      t.after(relay.stop);
      const repair = await cases.next(relay.endpoint(server.admin));
      const { code, stderr } = await runPacked('kubectl-bmh', [...repair.words, '-y'], { env: repair.env });
      assert.equal(code, 1);
      assert.match(stderr, /^4\/9 Create the payload files: done$/m);
      assert.match(stderr, /^Error from server \(Forbidden\): not now; the pause was removed$/m);
      await repair.isGone();
    });

    test('uses and reports the next free port when the default port is taken', async () => {
      const { repair, code, stderr } = await runBesideDefaultPort();
      assert.equal(code, 0, stderr);
      const said = /^Warning: port 8001 is taken; the proxy listens on 127\.0\.0\.1:(\d+)$/m.exec(
        stderr,
      )?.[1];
      const port = Number(said);
      assert.ok(port > 8001 && port < 8051, stderr);
      assert.match(stderr, new RegExp(`^2/9 Start the API proxy: done \\(127\\.0\\.0\\.1:${port}\\)$`, 'm'));
      await repair.isRepaired();
    });

    /** Keeps the default port taken during a run: by this test, or by another process that already has it. */
    async function runBesideDefaultPort() {
      for (let tries = 1; ; tries += 1) {
        const holder = await listenOn(DEFAULT_PORT).catch((error: NodeJS.ErrnoException) => error.code);
        const repair = await cases.next();
        const ran = await runPacked('kubectl-bmh', [...repair.plainWords, '-y'], { env: repair.env });
        const isOurs = typeof holder === 'object';
        if (isOurs) holder.close();
        else assert.equal(holder, 'EADDRINUSE');
        // Another process may have released it before the run tried it.
        if (isOurs || tries === TRIES || ran.stderr.includes('is taken')) return { repair, ...ran };
      }
    }

    test('fails before any change when the requested port is taken', async (t) => {
      const holder = await listenOn(0);
      t.after(() => holder.close());
      const { port } = holder.address() as AddressInfo;
      const { plainWords, env, plan, isUntouched, isGone } = await cases.next();
      const words = [...plainWords, '-y', '--proxy-port', String(port)];
      assert.deepEqual(await runPacked('kubectl-bmh', words, { env }), {
        code: 1,
        signal: null,
        stdout: '',
        stderr: `${plan.join('\n')}
1/9 Verify access: done
error: cannot listen on 127.0.0.1:${port}: the address is already in use
Choose another port (--proxy-port), or omit the flag to use a free port.
`,
      });
      await isUntouched();
      await isGone();
    });
  });

/** Every address of this machine but 127.0.0.1. */
const otherAddresses = (): string[] => [
  ...Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    // A link-local address leads nowhere without the name of its link.
    .filter(({ address }) => address !== '127.0.0.1' && !address.startsWith('fe80:'))
    .map(({ address }) => address),
  ...(process.platform === 'linux' ? ['127.0.0.2'] : []),
];
