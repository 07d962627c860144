import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { knock } from '../support/ports.ts';
import { PAUSED } from '../support/records.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { type Cases, openCases } from './support/cases.ts';
import { startHolding } from './support/holding.ts';
import { ASKED, CTRL_C, openTerminal, type Terminal } from './support/terminal.ts';

for (const kind of servers())
  describe(`interrupting kubectl bmh repair on a terminal, on the ${kind.name} server`, () => {
    let server: TestServer;
    let cases: Cases;
    before(async () => {
      server = await kind.start();
      cases = await openCases(server, 5);
    });
    after(async () => {
      await cases?.stop();
      await server?.stop();
    });

    test('Ctrl-C at the prompt changes nothing', async () => {
      const { words, env, isUntouched, isGone } = await cases.next();
      const terminal = openTerminal('kubectl-bmh', words, { env });
      await terminal.until(ASKED);
      terminal.type(CTRL_C);
      assert.equal(await terminal.ended, 130);
      assert.equal(terminal.screen.lines().at(-1), 'Interrupted: nothing was changed.');
      await isUntouched();
      await isGone();
    });

    test('closing the terminal at the prompt changes nothing', async () => {
      const { words, env, isUntouched, isGone } = await cases.next();
      const terminal = openTerminal('kubectl-bmh', words, { env });
      await terminal.until(ASKED);
      terminal.close();
      assert.equal(await terminal.ended, 130);
      await isUntouched();
      await isGone();
    });

    test("Ctrl-C during the run waits for the request in flight, then prints the host's state and the command that resumes", async (t) => {
      const { heldOf, release, through, stop } = await startHolding(server.admin);
      t.after(stop);
      const repair = await cases.next(through);
      const { name, namespace, words, env, port, goOn } = repair;
      const terminal = openTerminal('kubectl-bmh', [...words, '-y'], { env, columns: 400 });
      await heldOf(terminal);
      await interrupt(terminal, port);
      release();
      assert.equal(await terminal.ended, 130);
      assert.equal(
        terminal.screen.lines().at(-1),
        `Interrupted: host ${namespace}/${name} is paused by an unfinished repair, and its two image addresses differ: resuming it by hand now would wipe it; to continue: ${goOn}`,
      );
      assert.equal(terminal.screen.cursor(), true);
      await repair.isGone();
      await repair.isHalfDone();

      const { code, stdout } = await repair.again();
      assert.deepEqual({ code, stdout }, { code: 0, stdout: `baremetalhost.metal3.io/${name} repaired\n` });
      await repair.isRepaired();
    });

    test('a second Ctrl-C exits immediately', async (t) => {
      const { heldOf, through, stop } = await startHolding(server.admin);
      t.after(stop);
      const { words, env, port, now, isGone } = await cases.next(through);
      const terminal = openTerminal('kubectl-bmh', [...words, '-y'], { env });
      await heldOf(terminal);
      await interrupt(terminal, port);
      terminal.type(CTRL_C);
      assert.equal(await terminal.ended, 130);
      assert.equal(terminal.screen.cursor(), true);
      await isGone();
      assert.equal((await now()).metadata.annotations[PAUSED], 'true');
    });

    test('ends cleanly when the terminal is closed during the run', async (t) => {
      const { heldOf, release, through, stop } = await startHolding(server.admin);
      t.after(stop);
      const { words, env, port, isGone, isHalfDone } = await cases.next(through);
      const terminal = openTerminal('kubectl-bmh', [...words, '-y'], { env });
      await heldOf(terminal);
      terminal.close();
      assert.equal(await knock(port), 403);
      release();
      assert.equal(await terminal.ended, 130);
      await isGone();
      await isHalfDone();
    });
  });

/** Types Ctrl-C into a run whose proxy is up; resolves when the run has taken it in. */
async function interrupt(terminal: Terminal, port: number): Promise<void> {
  terminal.type(CTRL_C);
  // The terminal echoes it when it has sent the signal, and a program handles signals before what comes after them.
  await terminal.until(/\^C/);
  assert.equal(await knock(port), 403);
}
