import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command, Program } from '../../../lib/cli/command.ts';
import { completionsFor } from '../../../lib/cli/completion/complete.ts';
import { helpCommand } from '../../../lib/cli/help.ts';
import { runCommand } from '../../support/run-command.ts';

const command = (name: string, more: Partial<Command> = {}): Command => ({
  name,
  summary: `Run ${name}`,
  description: `Runs ${name}.`,
  group: 'Commands',
  examples: [],
  args: ['[FILE]'],
  complete: ['file'],
  flags: { depth: { type: 'number', describe: 'How deep.' } },
  connects: false,
  load:
    async () =>
    async ({ args, values }, host) => {
      host.stdout.write(`${name} ${args.join(' ')} ${values.depth ?? '-'}\n`);
      return 0;
    },
  ...more,
});

const program: Program = {
  name: 'kubectl sample',
  version: 'v1',
  description: 'Shows groups.',
  commands: [command('rules lint'), command('rules new'), command('status'), helpCommand],
  groups: { rules: 'Check and write rules' },
  names: async () => ({}),
};

const run = (line: string) => runCommand(program, line.split(' '));

const GROUP = ` Check and write rules.

Available Commands:
  lint   Run rules lint
  new    Run rules new

Usage:
  kubectl sample rules [command] [flags]

Use "kubectl sample rules <command> --help" for more information about a
command.
`;

for (const line of ['rules', 'rules --help', 'help rules', '-h rules', '--context there rules'])
  test(`"${line}" lists the commands of the group`, async () =>
    assert.deepEqual(await run(line), { code: 0, stdout: GROUP, stderr: '' }));

const HELP = ` Runs rules lint.

Options:
    --depth=:
        How deep.

Usage:
  kubectl sample rules lint [FILE] [options]
`;

for (const line of ['rules lint --help', 'help rules lint', 'rules --help lint'])
  test(`"${line}" shows the help of the command`, async () =>
    assert.deepEqual(await run(line), { code: 0, stdout: HELP, stderr: '' }));

for (const line of ['rules lint f --depth 3', '--depth 3 rules lint f', 'rules --depth=3 lint f'])
  test(`"${line}" runs the command with its flag and argument`, async () =>
    assert.deepEqual(await run(line), { code: 0, stdout: 'rules lint f 3\n', stderr: '' }));

const unknown = (
  word: string,
  near: string,
): string => `error: unknown command "${word}" for "kubectl sample rules"

Did you mean this?
\t${near}

Run 'kubectl sample rules --help' for usage.
`;

for (const line of ['rules lnt f', 'help rules lnt', 'rules lnt --help'])
  test(`"${line}" is refused with the command of the group that was meant`, async () =>
    assert.deepEqual(await run(line), { code: 1, stdout: '', stderr: unknown('lnt', 'lint') }));

test('the name of a group is among the near misses of a command', async () =>
  assert.deepEqual(await run('ruls'), {
    code: 1,
    stdout: '',
    stderr: `error: unknown command "ruls" for "kubectl sample"

Did you mean this?
\trules

Run 'kubectl sample --help' for usage.
`,
  }));

test('a flag that is unknown without a command is refused', async () =>
  assert.deepEqual(await run('rules --bogus'), {
    code: 1,
    stdout: '',
    stderr: `error: unknown flag: --bogus
See 'kubectl sample rules --help' for usage.
`,
  }));

const offered: [line: string, candidates: string[]][] = [
  ['', ['rules\tCheck and write rules', 'status\tRun status', 'help\tShow help for a command']],
  ['rules ', ['lint\tRun rules lint', 'new\tRun rules new']],
  ['rules l', ['lint\tRun rules lint']],
  ['rules lint --d', ['--depth\tHow deep.']],
  ['rules lnt ', []],
  ['help r', ['rules\tCheck and write rules']],
  ['help rules ', ['lint\tRun rules lint', 'new\tRun rules new']],
  ['help status ', []],
];
for (const [line, candidates] of offered)
  test(`after "${line}", completion offers ${candidates.length || 'nothing'}`, () => {
    const words = line.split(' ');
    const found = completionsFor(program, words.slice(0, -1), words.at(-1) ?? '').candidates;
    assert.deepEqual(
      found.map(({ value, description }) => `${value}\t${description}`),
      candidates,
    );
  });

const deep: Program = {
  ...program,
  commands: [
    command('alert list'),
    command('alert silence create'),
    command('alert silence list'),
    command('watch', {
      args: [],
      complete: [],
      flags: { follow: { type: 'boolean', short: 'f', describe: 'Follow.' } },
    }),
    command('watch receiver'),
    helpCommand,
  ],
  groups: { alert: 'See alerts', 'alert silence': 'Create and expire silences' },
};

const runDeep = (line: string) => runCommand(deep, line.split(' '));

for (const [line, stdout] of [
  ['alert silence create f', 'alert silence create f -\n'],
  ['alert --depth 2 silence list f', 'alert silence list f 2\n'],
  ['watch', 'watch  -\n'],
  ['watch -f', 'watch  -\n'],
  ['watch receiver f', 'watch receiver f -\n'],
] as const)
  test(`"${line}" runs the command of the longest name`, async () =>
    assert.deepEqual(await runDeep(line), { code: 0, stdout, stderr: '' }));

test('a group of a group is listed with its own text', async () => {
  const { stdout } = await runDeep('alert --help');
  assert.match(stdout, /^ {2}list {6}Run alert list\n {2}silence {3}Create and expire silences$/m);
});

test('the help of a command lists the commands below it', async () => {
  const { stdout } = await runDeep('help watch');
  assert.match(stdout, /^Available Commands:\n {2}receiver {3}Run watch receiver$/m);
});

for (const [line, message] of [
  ['alert silence crate', 'unknown command "crate" for "kubectl sample alert silence"'],
  ['help alert silent', 'unknown command "silent" for "kubectl sample alert"'],
  ['watch recever', 'unexpected argument "recever"'],
] as const)
  test(`"${line}" is refused where the name stops being one`, async () => {
    const { code, stderr } = await runDeep(line);
    assert.deepEqual([code, stderr.split('\n')[0]], [1, `error: ${message}`]);
  });

for (const [line, candidates] of [
  ['alert ', ['list', 'silence']],
  ['alert silence ', ['create', 'list']],
  ['watch ', ['receiver']],
  ['help alert silence ', ['create', 'list']],
] as const)
  test(`after "${line}", completion offers the next words of a longer name`, () => {
    const words = line.split(' ');
    const found = completionsFor(deep, words.slice(0, -1), words.at(-1) ?? '').candidates;
    assert.deepEqual(
      found.map(({ value }) => value),
      candidates,
    );
  });
