import assert from 'node:assert/strict';
import { test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../../cmd/kubectl-monitoring/program.ts';
import { runCommand } from '../../support/run-command.ts';

const overview = ` kubectl bmh repairs BareMetalHost records that are "provisioned" and yet carry
 a "provisioned registration error", because the image address in them was a
 fixed IP address and the cluster's network has changed.

 It runs the documented recovery (pause, patch status, patch spec, resume,
 verify) so that it can be interrupted at any point and gone on with, and never
 leaves a host to be wiped.

Host Commands:
  list      List hosts, and which of them need a repair
  repair    Repair a host with a "provisioned registration error"
  undo      Take an unfinished repair of a host back

Other Commands:
  rbac      Print the least rights that the commands need
  explain   Explain what refuses a change, and what can be accepted
  help      Help about a command
  options   List the options that every command takes
  version   Show the version of this plugin

Usage:
  kubectl bmh [command] [flags]

Use "kubectl bmh <command> --help" for more about a command.
Use "kubectl bmh options" for the flags that every command takes.
`;

for (const argv of [[], ['help'], ['--help'], ['-h']])
  test(`kubectl bmh ${argv.join(' ')}`, async () =>
    assert.deepEqual(await runCommand(program, argv), { code: 0, stdout: overview, stderr: '' }));

const versionHelp = ` Shows the version of this plugin.

Options:
        --client=false:
        Shows the version of this plugin alone; it never asks the cluster.

    -o, --output='':
        Output format. One of: json, yaml.

Usage:
  kubectl bmh version [options]
`;

for (const argv of [
  ['version', '--help'],
  ['version', '-h'],
  ['help', 'version'],
  ['--help', 'version'],
])
  test(`kubectl bmh ${argv.join(' ')}`, async () =>
    assert.deepEqual(await runCommand(program, argv), { code: 0, stdout: versionHelp, stderr: '' }));

test('help of every command of both plugins has lines of at most the terminal’s width, but for examples', async () => {
  for (const plugin of [program, monitoring])
    for (const { name, examples } of plugin.commands) {
      const { code, stdout } = await runCommand(plugin, ['help', name], { columns: 60 });
      assert.equal(code, 0);
      const shown = new Set(examples.map(({ command }) => `  ${command}`));
      for (const line of stdout.split('\n'))
        assert.ok(line.length <= 60 || shown.has(line) || line.startsWith('  #'), line);
    }
});

const bad: [string[], string][] = [
  [['bogus'], 'error: unknown command "bogus" for "kubectl bmh"\nRun \'kubectl bmh --help\' for usage.\n'],
  [
    ['help', 'bogus'],
    'error: unknown command "bogus" for "kubectl bmh"\nRun \'kubectl bmh --help\' for usage.\n',
  ],
  [['--bogus'], "error: unknown flag: --bogus\nSee 'kubectl bmh --help' for usage.\n"],
  [['version', '--bogus'], "error: unknown flag: --bogus\nSee 'kubectl bmh version --help' for usage.\n"],
  [['version', 'x'], 'error: unexpected argument "x"\nSee \'kubectl bmh version --help\' for usage.\n'],
  [['repair'], "error: HOST is missing\nSee 'kubectl bmh repair --help' for usage.\n"],
];
for (const [argv, stderr] of bad)
  test(`kubectl bmh ${argv.join(' ')} is refused`, async () =>
    assert.deepEqual(await runCommand(program, argv), { code: 1, stdout: '', stderr }));

test('version, as text, JSON and YAML', async () => {
  const { version } = program;
  const outputs: [string[], string][] = [
    [['version'], `Client Version: ${version}\n`],
    [['version', '--client'], `Client Version: ${version}\n`],
    [['version', '--context', 'nowhere'], `Client Version: ${version}\n`],
    [['version', '-o', 'json'], `{\n    "clientVersion": {\n        "gitVersion": "${version}"\n    }\n}\n`],
    [['version', '-oyaml'], `clientVersion:\n  gitVersion: ${version}\n`],
  ];
  for (const [argv, stdout] of outputs)
    assert.deepEqual(await runCommand(program, argv), { code: 0, stdout, stderr: '' });
});

test('flags of the connection may stand before the command', async () => {
  const { code, stderr } = await runCommand(program, [
    '-n',
    'metal',
    '--kubeconfig=/nowhere',
    '--as',
    'me',
    'list',
    '--bogus',
  ]);
  assert.deepEqual(
    { code, stderr },
    { code: 1, stderr: "error: unknown flag: --bogus\nSee 'kubectl bmh list --help' for usage.\n" },
  );
});

test('options lists the flags of the connection', async () => {
  const { stdout } = await runCommand(program, ['options']);
  for (const flag of ['-n, --namespace=', '-s, --server=', '--as-user-extra=', '--kubeconfig=', '-v, --v='])
    assert.ok(stdout.includes(flag), flag);
});

test('a defect is reported as one, without a stack', async () => {
  const broken = {
    ...program,
    commands: program.commands.map((command) => ({
      ...command,
      load: async () => async () => Promise.reject(new TypeError('x is not\u001b[2J a function')),
    })),
  };
  assert.deepEqual(await runCommand(broken, ['version']), {
    code: 1,
    stdout: '',
    stderr: `error: kubectl bmh ${program.version} has failed by a defect of its own: x is not\\x1b[2J a function\nPlease report it with the command that you ran.\n`,
  });
});
