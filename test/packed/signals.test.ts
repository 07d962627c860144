import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startPacked } from '../support/packed.ts';
import { knock } from '../support/ports.ts';
import { PAUSED } from '../support/records.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { type Cases, openCases } from './support/cases.ts';
import { startHolding } from './support/holding.ts';

/** How long a run waits for the request in flight, in milliseconds. */
const GRACE = 5_000;

for (const kind of servers())
  describe(`signals to kubectl bmh repair, on the ${kind.name} server`, () => {
    let server: TestServer;
    let cases: Cases;
    before(async () => {
      server = await kind.start();
      cases = await openCases(server, 6);
    });
    after(async () => {
      await cases?.stop();
      await server?.stop();
    });

    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      test(`${signal} during a request waits for the response and ends the run cleanly`, async (t) => {
        const { heldOf, release, through, stop } = await startHolding(server.admin);
        t.after(stop);
        const repair = await cases.next(through);
        const { name, namespace, words, env, port, goOn } = repair;
        const run = startPacked('kubectl-bmh', [...words, '-y'], { env });
        await heldOf(run);
        run.kill(signal);
        // A program handles signals before what comes after them, so here it has; and its proxy is still there.
        assert.equal(await knock(port), 403);
        release();
        const { stderr, ...end } = await run.ended;
        assert.deepEqual(end, { code: 130, signal: null, stdout: '' });
        assert.equal(
          stderr.trimEnd().split('\n').at(-1),
          `Interrupted: host ${namespace}/${name} is paused by an unfinished repair, and its two image addresses differ: resuming it by hand now would wipe it; to continue: ${goOn}`,
        );
        await repair.isGone();
        await repair.isHalfDone();
        assert.equal((await repair.again()).code, 0);
        await repair.isRepaired();
      });

    test('waits at most five seconds for a request without a response', async (t) => {
      const { heldOf, through, stop } = await startHolding(server.admin);
      t.after(stop);
      const { name, namespace, words, env, goOn, now, isGone } = await cases.next(through);
      const run = startPacked('kubectl-bmh', [...words, '-y'], { env });
      await heldOf(run);
      const signalled = performance.now();
      run.kill('SIGTERM');
      const { code, stderr } = await run.ended;
      const waited = performance.now() - signalled;
      assert.equal(code, 130);
      // Timers are exact to a millisecond; beyond that a busy machine may need its time to end a program.
      assert.ok(waited > GRACE - 50 && waited < 2 * GRACE, `it waited ${waited} ms`);
      const currentState = `host ${namespace}/${name} is paused by an unfinished repair`;
      assert.ok(stderr.endsWith(`\nInterrupted: ${currentState}; to continue: ${goOn}\n`), stderr);
      await isGone();
      const { metadata, status } = await now();
      assert.equal(metadata.annotations[PAUSED], 'true');
      assert.notEqual(status.errorCount, 0);
    });

    test('continues a repair when stderr is closed', async () => {
      const { name, words, env, isRepaired, isGone } = await cases.next();
      const run = startPacked('kubectl-bmh', [...words, '-y'], { env });
      run.closeStderr();
      const { code, stdout } = await run.ended;
      assert.deepEqual({ code, stdout }, { code: 0, stdout: `baremetalhost.metal3.io/${name} repaired\n` });
      await isRepaired();
      await isGone();
    });
  });
