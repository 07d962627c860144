import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import type { Host } from '../../../lib/cli/command.ts';
import { showProgress } from '../../../lib/cli/progress.ts';
import { paintFor } from '../../../lib/cli/style.ts';
import { createScreen, type Screen } from '../../packed/support/screen.ts';

interface Terminal {
  host: Host;
  screen: Screen;
  /** Everything that was written, with its control sequences. */
  output(): string;
  /** Resolves when the screen shows it. */
  until(shown: string): Promise<void>;
}

function openTerminal(columns: number, env: Record<string, string>): Terminal {
  const screen = createScreen(columns);
  let output = '';
  let changed = Promise.withResolvers<void>();
  const stderr = new Writable({
    write(chunk, _encoding, written) {
      // As a terminal's line discipline has it.
      const text = String(chunk).replaceAll(/\r?\n/g, '\r\n');
      output += text;
      screen.write(text);
      changed.resolve();
      changed = Promise.withResolvers();
      written();
    },
  });
  return {
    host: { stderr: Object.assign(stderr, { isTTY: true, columns, rows: 60 }), env } as unknown as Host,
    screen,
    output: () => output,
    async until(shown) {
      while (!screen.lines().join('\n').includes(shown)) await changed.promise;
    },
  };
}

const TITLES = ['1/4 Verify access', '2/4 Start the API proxy', '3/4 Patch status', '4/4 Patch spec'];

/** Plays a procedure that fails: the screen in its middle, its spinner as `*`, and at its end. */
async function played(columns: number, env: Record<string, string>) {
  const terminal = openTerminal(columns, env);
  const { host, screen, until } = terminal;
  const progress = await showProgress(TITLES, host, paintFor(host.stderr, host, 'auto'));
  progress.done(1);
  progress.done(2, '127.0.0.1:8001');
  progress.note('waiting for the operator', 'and for others');
  await until('others');
  const middle = screen.lines().map((line) => line.replace(/^[^+\u2714] (?=3\/4)/, '* '));
  progress.skipped(3, 'done already');
  progress.failed(4, 'Error from server (Forbidden): no');
  await progress.end();
  return { ...terminal, middle, end: screen.lines() };
}

/** What a procedure looks like by the width of the terminal, with the signs of one that draws ASCII alone. */
const WIDTHS: Record<number, { middle: string[]; end: string[] }> = {
  20: {
    middle: [
      ...['+ 1/4 Verify', '  access'],
      ...['+ 2/4 Start the', '  API proxy:', '  127.0.0.1:8001'],
      ...['* 3/4 Patch status', '  > waiting for', '    the operator', '    and for others'],
      '. 4/4 Patch spec',
    ],
    end: [
      ...['+ 1/4 Verify', '  access'],
      ...['+ 2/4 Start the', '  API proxy:', '  127.0.0.1:8001'],
      ...['- 3/4 Patch', '  status: done', '  already'],
      ...['x 4/4 Patch spec', '  > Error from', '    server', '    (Forbidden): no'],
    ],
  },
  40: {
    middle: [
      '+ 1/4 Verify access',
      ...['+ 2/4 Start the API proxy:', '  127.0.0.1:8001'],
      ...['* 3/4 Patch status', '  > waiting for the operator', '    and for others'],
      '. 4/4 Patch spec',
    ],
    end: [
      '+ 1/4 Verify access',
      ...['+ 2/4 Start the API proxy:', '  127.0.0.1:8001'],
      '- 3/4 Patch status: done already',
      ...['x 4/4 Patch spec', '  > Error from server (Forbidden): no'],
    ],
  },
};

const DRAWN: Record<string, string> = {
  '+': '\u2714',
  x: '\u2716',
  '-': '\u2193',
  '.': '\u25fc',
  '>': '\u203a',
};
const drawn = (line: string): string => line.replace(/(?<=^ *)[+x.>-](?= )/, (sign) => DRAWN[sign] ?? sign);

for (const [width, { middle, end }] of Object.entries(WIDTHS)) {
  for (const [why, env] of [
    ['the C locale', { LC_ALL: 'C', TERM: 'xterm' }],
    ['no locale', { TERM: 'xterm' }],
    ['Latin-1', { LANG: 'de_DE.ISO-8859-1', TERM: 'xterm' }],
    ["the kernel's console", { LANG: 'C.UTF-8', TERM: 'linux' }],
  ] as [string, Record<string, string>][])
    test(`${width} columns, ${why}: ASCII alone`, {
      skip: process.platform === 'darwin' && why === 'no locale',
    }, async () => {
      const shown = await played(Number(width), env);
      assert.deepEqual({ middle: shown.middle, end: shown.end }, { middle, end });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what is beyond ASCII
      assert.doesNotMatch(shown.output(), /[^\x00-\x7f]/);
      assert.equal(shown.screen.cursor(), true);
    });

  test(`${width} columns, UTF-8: symbols`, async () => {
    const shown = await played(Number(width), { LC_ALL: 'C.UTF-8', TERM: 'xterm' });
    assert.deepEqual(
      { middle: shown.middle, end: shown.end },
      { middle: middle.map(drawn), end: end.map(drawn) },
    );
  });

  test(`${width} columns, NO_COLOR: no color`, async () => {
    const shown = await played(Number(width), { LC_ALL: 'C', TERM: 'xterm', NO_COLOR: '1' });
    assert.deepEqual({ middle: shown.middle, end: shown.end }, { middle, end });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
    assert.doesNotMatch(shown.output(), /\u001b\[[\d;]*m/);
  });
}

test('several skipped steps in a row are one line', async () => {
  const terminal = openTerminal(60, { LC_ALL: 'C', TERM: 'xterm' });
  const { host, screen } = terminal;
  const progress = await showProgress(
    ['1/5 A', '2/5 B', '3/5 C', '4/5 D', '5/5 E'],
    host,
    paintFor(host.stderr, host, 'auto'),
  );
  progress.done(1);
  for (const step of [2, 3, 4]) progress.skipped(step, 'nothing to do');
  progress.done(5);
  await progress.end();
  assert.deepEqual(screen.lines(), ['+ 1/5 A', '- 2-4/5 Other steps: nothing to do', '+ 5/5 E']);
});

const LINES = `1/4 Verify access: done
2/4 Start the API proxy: done (127.0.0.1:8001)
waiting for the operator
and for others
3/4 Patch status: not needed (done already)
4/4 Patch spec: failed (Error from server (Forbidden): no)
`;

for (const [why, env] of [
  ['TERM=dumb', { TERM: 'dumb', LC_ALL: 'C' }],
  ['a CI log without colours', { CI: 'true', TERM: 'xterm', NO_COLOR: '1', LC_ALL: 'C.UTF-8' }],
] as [string, Record<string, string>][])
  test(`${why}: prints one line per step and nothing else`, async () => {
    for (const columns of [20, 120])
      assert.equal((await played(columns, env)).output().replaceAll('\r\n', '\n'), LINES);
  });

test('a CI log with color: prints the same lines in color', async () => {
  const { output } = await played(40, { CI: 'true', TERM: 'xterm' });
  const [green, red, none] = [32, 31, 39].map((colour) => `\u001b[${colour}m`);
  assert.equal(
    output().replaceAll('\r\n', '\n'),
    LINES.replaceAll('done\n', `${green}done${none}\n`)
      .replace('done (1', `${green}done${none} (1`)
      .replace('failed', `${red}failed${none}`),
  );
});

test('updates progress on stderr when stdout is a pipe or a file', async (t) => {
  const { isTTY } = process.stdout;
  t.after(() => Object.assign(process.stdout, { isTTY }));
  for (const one of [false, true]) {
    Object.assign(process.stdout, { isTTY: one });
    const { end } = await played(40, { LC_ALL: 'C', TERM: 'xterm' });
    assert.deepEqual(end, WIDTHS[40]?.end);
  }
});

test('after a failed step, the others show whether they were reached', async () => {
  const { host, screen } = openTerminal(40, { LC_ALL: 'C', TERM: 'xterm' });
  const progress = await showProgress(TITLES, host, paintFor(host.stderr, host, 'auto'));
  progress.done(1);
  progress.failed(2, 'port 8001 is taken');
  progress.done(4);
  await progress.end();
  assert.deepEqual(screen.lines(), [
    '+ 1/4 Verify access',
    ...['x 2/4 Start the API proxy', '  > port 8001 is taken'],
    '- 3/4 Patch status: not reached',
    '+ 4/4 Patch spec',
  ]);
});
