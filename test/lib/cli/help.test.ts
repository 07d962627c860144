import assert from 'node:assert/strict';
import { test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { runCommand } from '../../support/run-command.ts';

for (const argv of [[], ['help'], ['--help'], ['-h'], ['-n', 'metal']])
  test(`kubectl bmh ${argv.join(' ')}`, async () =>
    assert.deepEqual(await runCommand(program, argv), { code: 0, stdout: OVERVIEW, stderr: '' }));

for (const argv of [
  ['options', '--help'],
  ['options', '-h'],
  ['help', 'options'],
  ['--help', 'options'],
  ['options', '--bogus', '--help'],
])
  test(`kubectl bmh ${argv.join(' ')}`, async () =>
    assert.deepEqual(await runCommand(program, argv), { code: 0, stdout: OPTIONS, stderr: '' }));

const runHelp = "Run 'kubectl bmh --help' for usage.";
const seeHelp = "See 'kubectl bmh --help' for usage.";
const seeRepair = "See 'kubectl bmh repair --help' for usage.";
const meant = (...names: string[]): string =>
  `\nDid you mean this?\n${names.map((name) => `\t${name}\n`).join('')}`;

const wrong: [words: string, message: string, ...lines: string[]][] = [
  ['bogus', 'unknown command "bogus" for "kubectl bmh"', runHelp],
  ['help bogus', 'unknown command "bogus" for "kubectl bmh"', runHelp],
  ['repiar', 'unknown command "repiar" for "kubectl bmh"', meant('repair'), runHelp],
  ['help repiar', 'unknown command "repiar" for "kubectl bmh"', meant('repair'), runHelp],
  ['repiar --help', 'unknown command "repiar" for "kubectl bmh"', meant('repair'), runHelp],
  ['--bogus', 'unknown flag: --bogus', seeHelp],
  ['--contxt', 'unknown flag: --contxt', meant('--context'), seeHelp],
  ['repair --bogus', 'unknown flag: --bogus', seeRepair],
  ['repair h --image-ulr=x', 'unknown flag: --image-ulr', meant('--image-url'), seeRepair],
  ['--image-ulr x repair h', 'unknown flag: --image-ulr', meant('--image-url'), seeRepair],
  ['repair -Z h', 'unknown shorthand flag: -Z', seeRepair],
  [
    'repair h -o jsn',
    'invalid value "jsn" for --output',
    meant('json'),
    'Valid values: json, yaml, jsonpath=, name.',
  ],
  ['repair h -o csv', 'invalid value "csv" for --output', 'Valid values: json, yaml, jsonpath=, name.'],
  ['options x', 'unexpected argument "x"', "See 'kubectl bmh options --help' for usage."],
  ['repair', 'no host is named or selected', 'Name one or more hosts, or select them with -l or --all.'],
  ['undo', 'no host is named or selected', 'Name one or more hosts, or select them with -l or --all.'],
  ['reenroll', 'HOST is missing', "See 'kubectl bmh reenroll --help' for usage."],
  [
    'explain guards git-ops',
    'there is no guard "git-ops"',
    meant('gitops'),
    "'kubectl bmh explain guards' lists them.",
  ],
];
for (const [words, message, ...lines] of wrong)
  test(`kubectl bmh ${words} is refused: ${message}`, async () => {
    const stderr = `${[`error: ${message}`, ...lines].join('\n')}\n`;
    assert.deepEqual(await runCommand(program, words.split(' ')), { code: 1, stdout: '', stderr });
  });

for (const words of [
  '-n metal --kubeconfig=/nowhere --as me list --bogus',
  '-v 6 -o json list --bogus',
  '-A --insecure-skip-tls-verify list --bogus',
])
  test(`accepts flags before the command: ${words}`, async () => {
    const { code, stderr } = await runCommand(program, words.split(' '));
    assert.deepEqual(
      { code, stderr },
      { code: 1, stderr: "error: unknown flag: --bogus\nSee 'kubectl bmh list --help' for usage.\n" },
    );
  });

test('options lists the connection flags', async () => {
  const { stdout } = await runCommand(program, ['options']);
  for (const flag of [
    '    -n, --namespace=',
    '    -s, --server=',
    '    --as-user-extra=',
    '    --kubeconfig=',
    '    -v, --v=',
  ])
    assert.ok(stdout.includes(`\n${flag}`), flag);
});

test('reports a bug without a stack trace', async () => {
  const broken = {
    ...program,
    commands: program.commands.map((command) => ({
      ...command,
      load: async () => async () => Promise.reject(new TypeError('x is not\u001b[2J a function')),
    })),
  };
  assert.deepEqual(await runCommand(broken, ['options']), {
    code: 1,
    stdout: '',
    stderr: `error: unexpected error in kubectl bmh ${program.version}: x is not\\x1b[2J a function\nThis is a bug. Please report it with the command that you ran.\n`,
  });
});

const OVERVIEW = ` kubectl bmh repairs BareMetalHost records that are "provisioned" but have a
 "provisioned registration error", because their image address was a fixed IP
 address and the cluster's network has changed.

 It runs the nine steps of the platform's recovery procedure (pause, patch
 status, patch spec, resume, verify). You can interrupt it at any point and
 continue with the same command, and it never leaves a host to be wiped.

Host Commands:
  list         List hosts and show which need attention
  diagnose     Diagnose hosts and show the next command to run
  repair       Repair hosts with a "provisioned registration error"
  undo         Undo unfinished repairs of hosts
  reenroll     Re-enroll the Ironic node of a repaired host
  verify       Verify that hosts are repaired
  wait         Wait until hosts are healthy and stay healthy
  pause        Pause hosts until they are resumed
  resume       Resume hosts paused by "kubectl bmh pause"
  payload      Write the payload files for a manual repair
  validate     Validate the payload files of a manual repair
  audit        Find addresses that the next network change would break

Other Commands:
  rbac         Print the RBAC roles that the commands need
  job          Print a Job that runs repair or audit inside the cluster
  report       Make an HTML page from the saved result of a run
  explain      Explain the guards, and which of them you can override
  completion   Set up shell completion
  help         Show help for a command
  options      List the global options
  version      Show the versions of the plugin, the server and the operators

Usage:
  kubectl bmh [command] [flags]

Use "kubectl bmh <command> --help" for more information about a command.
Use "kubectl bmh options" for a list of global options.
`;

const OPTIONS = ` List kubectl's connection flags. Every command that connects to a cluster
 accepts them.

Usage:
  kubectl bmh options
`;
