import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'shell-quote';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../cmd/kubectl-monitoring/program.ts';
import type { Program } from '../../lib/cli/command.ts';
import { connectionFlags } from '../../lib/cli/flags.ts';
import { root } from '../../scripts/root.ts';
import { runCommand } from '../support/run-command.ts';

const PROGRAMS = [bmh, monitoring];

for (const program of PROGRAMS)
  for (const { name, examples } of program.commands)
    for (const { command: line } of examples)
      test(`an example of ${program.name} ${name} parses: ${line}`, async () => {
        const calls = callsIn(line, program.name.split(' '));
        assert.ok(calls.length > 0, 'it calls the program');
        const called: string[] = [];
        for (const words of calls)
          assert.deepEqual(await runCommand(recording(program, called), words), {
            code: 0,
            stdout: '',
            stderr: '',
          });
        assert.ok(called.includes(name), `it calls ${name}, not only ${called}`);
      });

test('detects an unknown flag and an unknown command', async () => {
  for (const line of ['kubectl bmh repair worker-0 --bogus | cat', 'kubectl bmh bogus --help']) {
    const [words = []] = callsIn(line, ['kubectl', 'bmh']);
    assert.equal((await runCommand(recording(bmh, []), words)).code, 1);
  }
});

const PAGES = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
/** The flags that a page may name without a command; the last two are those of npm scripts. */
const FLAGS = new Set([
  ...PROGRAMS.flatMap(({ commands }) => commands.flatMap(({ flags }) => Object.keys(flags))),
  ...Object.keys(connectionFlags),
  ...['scenario', 'base-url'],
]);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

for (const page of PAGES.filter((path) => path === 'README.md' || path.startsWith('docs/guides/')))
  test(`every command and flag in ${page} exists`, async () => {
    const lines = commandLines(textOf(page));
    assert.ok(lines.length > 0 || page.endsWith('guides/README.md'), 'it has commands');
    for (const line of lines) {
      const [, flag] = /^--([a-z-]+)/.exec(line) ?? [];
      assert.ok(flag === undefined || FLAGS.has(flag), `no command has the flag --${flag}`);
      for (const program of PROGRAMS)
        for (const words of callsIn(line, program.name.split(' '))) {
          // Prose names a command without its arguments.
          const { code, stderr } = await runCommand(
            recording(program, []),
            words.length === 1 ? [...words, '--help'] : words,
          );
          assert.deepEqual({ line, code, stderr }, { line, code: 0, stderr: '' });
        }
      for (const words of callsIn(line, ['npm'])) {
        const [first = '', second = ''] = words.filter((word) => !word.startsWith('-'));
        assert.ok((first === 'run' ? second : first) in scripts, `package.json has no script for: ${line}`);
      }
    }
  });

for (const page of PAGES)
  test(`every relative link in ${page} leads to a file or a heading`, () => {
    for (const [, target = ''] of textOf(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = '', heading] = target.split('#');
      const file = path ? join(dirname(page), path) : page;
      assert.ok(existsSync(join(root, file)), `there is no file ${target}`);
      if (heading) assert.ok(headingsOf(textOf(file)).includes(heading), `there is no heading ${target}`);
    }
  });

test('finds the commands in a page', () => {
  const page =
    'Run `kubectl bmh list`:\n```console\n$ npm test \\\n  -- x\n```\n```sh\nnpm run demo\n```\nor `-A`\n';
  assert.deepEqual(commandLines(page), ['npm test    -- x', 'npm run demo', 'kubectl bmh list', '-A']);
});

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

const FENCED = /^```.*\n([\s\S]*?)^```$/gm;

/** Every line of the code blocks of a page, without a prompt and with its continuation lines, and every piece of code in its prose. */
const commandLines = (markdown: string): string[] => [
  ...[...markdown.matchAll(FENCED)].flatMap(([, code = '']) =>
    code
      .replaceAll('\\\n', ' ')
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^\$? */, '')),
  ),
  ...[...markdown.replaceAll(FENCED, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
];

/** The anchors of a page's headings, as GitHub makes them. */
const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

/** The program with its real parser, and handlers that only note that they were called. */
const recording = (program: Program, called: string[]): Program => ({
  ...program,
  commands: program.commands.map((command) => ({
    ...command,
    load: async () => async () => {
      called.push(command.name);
      return 0;
    },
  })),
});

/** The words of every call of a program in a line of shell, without its name, up to whatever ends a call there. */
function callsIn(line: string, name: string[]): string[][] {
  const calls: string[][] = [[]];
  let isTarget = false;
  for (const token of parse(line, (variable) => `$${variable}`)) {
    const word = typeof token === 'string' ? token : 'pattern' in token ? token.pattern : undefined;
    const operator = typeof token === 'object' && 'op' in token ? token.op : undefined;
    if (word !== undefined && !isTarget) calls.at(-1)?.push(word);
    isTarget = operator === '>' || operator === '>>';
    if (operator !== undefined && operator !== 'glob' && !isTarget) calls.push([]);
  }
  return calls
    .filter((words) => name.every((word, index) => words[index] === word))
    .map((words) => words.slice(name.length));
}
