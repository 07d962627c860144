import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { type Case, type Cases, openCases } from './support/cases.ts';
import { startHolding } from './support/holding.ts';
import { ASKED, ENTER, openTerminal, QUESTION } from './support/terminal.ts';

const ESCAPE = '\u001b';

for (const kind of servers())
  describe(`kubectl bmh repair on a terminal, on the ${kind.name} server`, () => {
    let server: TestServer;
    let cases: Cases;
    before(async () => {
      server = await kind.start();
      cases = await openCases(server, 10);
    });
    after(async () => {
      await cases?.stop();
      await server?.stop();
    });

    for (const [answer, shown] of [
      [`n${ENTER}`, `${QUESTION} n`],
      [ENTER, QUESTION],
      [`yes please${ENTER}`, `${QUESTION} yes please`],
    ] as const)
      test(`the prompt shows the repair; ${JSON.stringify(answer)} declines`, async () => {
        const { words, env, plan, isUntouched, isGone } = await cases.next();
        const terminal = openTerminal('kubectl-bmh', words, { env });
        await terminal.until(ASKED);
        assert.deepEqual(terminal.screen.lines(), [...plan, QUESTION]);
        terminal.type(answer);
        assert.equal(await terminal.ended, 1);
        const declined = 'error: not repaired: nothing was changed';
        assert.deepEqual(terminal.screen.lines(), [...plan, shown, declined]);
        await isUntouched();
        await isGone();
      });

    test('"y" repairs and shows each finished step', async (t) => {
      const { heldOf, release, through, stop } = await startHolding(server.admin);
      t.after(stop);
      const repair = await cases.next(through);
      const { words, env } = repair;
      const terminal = openTerminal('kubectl-bmh', words, { env });
      await terminal.until(ASKED);
      terminal.type(`y${ENTER}`);
      await heldOf(terminal);
      await terminal.until(
        /✔ 5\/9 Validate the payload files\n[^✔◼✖] 6\/9 Patch status\n◼ 7\/9 Patch spec\n/,
      );
      assert.equal(terminal.screen.cursor(), false);
      release();
      assert.equal(await terminal.ended, 0);
      assert.deepEqual(terminal.screen.lines(), wholeOf(repair));
      assert.equal(terminal.screen.cursor(), true);
      assert.ok(terminal.output().includes(`${ESCAPE}[32m✔`), 'no colour');
      await repair.isRepaired();
      await repair.isGone();
    });

    test('NO_COLOR disables color but not the live progress', async () => {
      const { words, env, port, isRepaired } = await cases.next();
      const terminal = openTerminal('kubectl-bmh', [...words, '-y'], { env: { ...env, NO_COLOR: '1' } });
      assert.equal(await terminal.ended, 0);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
      assert.doesNotMatch(terminal.output(), /\u001b\[[\d;]*m/);
      assert.deepEqual(terminal.screen.lines().slice(-11, -1), steps(port));
      await isRepaired();
    });

    for (const [why, asIt] of [
      ['a terminal that knows no control sequences', { TERM: 'dumb' }],
      ['the log of a CI system', { CI: 'true', NO_COLOR: '1' }],
    ] as const)
      test(`${why}: prints one line per step`, async () => {
        const repair = await cases.next();
        const isAsked = !('CI' in asIt);
        const words = [...repair.words, ...(isAsked ? [] : ['-y'])];
        const terminal = openTerminal('kubectl-bmh', words, { env: { ...repair.env, ...asIt } });
        if (isAsked) {
          await terminal.until(ASKED);
          terminal.type(`y${ENTER}`);
        }
        assert.equal(await terminal.ended, 0);
        assert.ok(!terminal.output().includes(ESCAPE));
        assert.deepEqual(
          terminal.screen.lines().filter((line) => !line.startsWith('waiting for ')),
          wholeOf(repair)
            .filter((line) => isAsked || !line.startsWith(QUESTION))
            .map((line) =>
              line.replace(/^✔ ([^:]*)(?:: (.*))?$/, (_line, title, note) =>
                note ? `${title}: done (${note})` : `${title}: done`,
              ),
            ),
        );
        await repair.isRepaired();
      });

    test('20 columns and the C locale: prints only ASCII and cuts nothing off', async () => {
      const repair = await cases.next();
      const env = { ...repair.env, LC_ALL: 'C' };
      const terminal = openTerminal('kubectl-bmh', [...repair.words, '-y'], { env, columns: 20 });
      assert.equal(await terminal.ended, 0);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what is beyond ASCII
      assert.doesNotMatch(terminal.output(), /[^\x00-\x7f]/);
      const words = (lines: string[]): string => lines.join('').replaceAll(/\s+/g, '');
      const lines = wholeOf(repair).filter((line) => !line.startsWith(QUESTION));
      assert.equal(words(terminal.screen.lines()), words(lines).replaceAll('✔', '+'));
      await repair.isRepaired();
    });

    for (const columns of [40, 160])
      test(`${columns} columns: shows nothing twice and cuts nothing off`, async () => {
        const repair = await cases.next();
        const terminal = openTerminal('kubectl-bmh', repair.words, { env: repair.env, columns });
        await terminal.until(ASKED);
        terminal.type(`y${ENTER}`);
        assert.equal(await terminal.ended, 0);
        const lines = wholeOf(repair, columns === 40 ? narrowSteps : steps);
        assert.deepEqual(
          terminal.screen.lines(),
          lines.flatMap((line) => folded(line, columns)),
        );
        await repair.isRepaired();
      });
  });

/** What is on the screen after a repair that went well. */
const wholeOf = ({ name, plan, port }: Case, shownSteps = steps): string[] => [
  ...plan,
  `${QUESTION} y`,
  ...shownSteps(port),
  `baremetalhost.metal3.io/${name} repaired`,
];

const steps = (port: number): string[] => [
  '✔ 1/9 Verify access',
  `✔ 2/9 Start the API proxy: 127.0.0.1:${port}`,
  '✔ 3/9 Pause reconciliation',
  '✔ 4/9 Create the payload files',
  '✔ 5/9 Validate the payload files',
  '✔ 6/9 Patch status',
  '✔ 7/9 Patch spec',
  '✔ 8/9 Resume reconciliation',
  '✔ 9/9 Stop the API proxy',
  '✔ Verification: the operator reports the host healthy',
];

/** The same in 40 columns: a long title wraps below itself. */
const narrowSteps = (port: number): string[] =>
  steps(port).flatMap((line) => {
    if (line.includes('127.0.0.1')) return ['✔ 2/9 Start the API proxy:', `  127.0.0.1:${port}`];
    return line.includes('healthy') ? ['✔ Verification: the operator reports', '  the host healthy'] : [line];
  });

/** A line as a terminal of so many columns shows it: between words, set in below what leads it; a long word goes on by itself. */
function folded(line: string, columns: number): string[] {
  const lead = /^( {2}\S+ {2,}| *)/.exec(line)?.[0] ?? '';
  const lines = [lead];
  // An arrow stays with what it points at.
  for (const word of line.slice(lead.length).split(/(?<!->) /)) {
    const last = lines.at(-1) ?? '';
    const isFirst = last.trim() === '' || last === lead;
    const text = isFirst ? last + word : `${last} ${word}`;
    if (isFirst || text.length <= columns) lines[lines.length - 1] = text;
    else lines.push(' '.repeat(lead.length) + word);
  }
  return lines.flatMap((text) => text.match(new RegExp(`.{1,${columns}}`, 'gu')) ?? ['']);
}
