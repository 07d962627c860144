import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../cmd/kubectl-monitoring/program.ts';
import type { Program } from '../../lib/cli/command.ts';
import { root } from '../../scripts/root.ts';
import { type PackedName, packedFile, runPacked, startPacked } from '../support/packed.ts';
import { runCommand } from '../support/run-command.ts';

const programs: Record<PackedName, Program> = { 'kubectl-bmh': bmh, 'kubectl-monitoring': monitoring };

/** What every one of these calls has to do without. */
const environments: [string, Record<string, string>][] = [
  ['an empty environment', {}],
  ['a HOME that is not there', { HOME: '/nowhere' }],
  ['a kubeconfig that is no file', { HOME: '/nowhere', KUBECONFIG: '/' }],
  ['options that Node does not have', { NODE_OPTIONS: '--bogus' }],
];

for (const name of Object.keys(programs) as PackedName[])
  for (const [what, env] of environments)
    test(`${name} in ${what}: prints version, help and errors`, async () => {
      const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
      const plugin = name.replace('-', ' ');
      const run = (...words: string[]) => runPacked(name, words, { env });
      const good = (stdout: string) => ({ code: 0, signal: null, stdout, stderr: '' });
      const bad = (stderr: string) => ({ code: 1, signal: null, stdout: '', stderr });

      assert.deepEqual(await run('version', '--client'), good(`Client Version: v${version}\n`));
      assert.deepEqual(
        await run('nothing'),
        bad(`error: unknown command "nothing" for "${plugin}"\nRun '${plugin} --help' for usage.\n`),
      );
      assert.deepEqual(
        await run('version', '--nothing'),
        bad(`error: unknown flag: --nothing\nSee '${plugin} version --help' for usage.\n`),
      );
      const { stdout } = await run('help');
      assert.match(
        stdout,
        new RegExp(`^ ${plugin} .*\\n\\nUsage:\\n {2}${plugin} \\[command\\] \\[flags\\]\\n`, 's'),
      );
    });

for (const [name, program] of Object.entries(programs) as [PackedName, Program][])
  test(`${name} prints what its sources print`, async () => {
    const calls = [
      [],
      ['help'],
      ['--help'],
      ['options'],
      ['version', '--client', '-o', 'yaml'],
      ...program.commands.flatMap((command) => [
        ['help', command.name],
        [command.name, '--help'],
        [command.name, '--nothing'],
      ]),
    ];
    for (const words of calls) {
      const { signal, ...packed } = await runPacked(name, words);
      assert.deepEqual(
        { words, ...packed, signal },
        { words, ...(await runCommand(program, words)), signal: null },
      );
    }
  });

test('a closed pipe (`| head -1`) is no error', async () => {
  const run = startPacked('kubectl-bmh', ['options']);
  run.closeStdout();
  assert.deepEqual(await run.ended, { code: 0, signal: null, stdout: '', stderr: '' });
  const output = execFileSync('/bin/sh', ['-c', '"$0" options | head -1', packedFile('kubectl-bmh')]);
  assert.match(String(output), /^The following options .*\n$/);
});

test('a full disk prints one line and exits with 1, whatever is written', {
  skip: !existsSync('/dev/full') && 'this system has no /dev/full',
}, () => {
  for (const name of Object.keys(programs) as PackedName[])
    for (const words of [
      ['help'],
      ['options'],
      ['help', 'version'],
      ['version', '--client'],
      ['version', '--client', '-o', 'json'],
      ['completion', 'print'],
    ]) {
      const shell = ['-c', '"$0" "$@" > /dev/full', packedFile(name), ...words];
      const { status, stderr } = spawnSync('/bin/sh', shell, { encoding: 'utf8' });
      assert.deepEqual(
        { words, status, stderr },
        { words, status: 1, stderr: 'error: cannot write to standard output: no space left on device\n' },
      );
    }
});

describe('a kubeconfig that blocks its reader', () => {
  let folder: string;
  let env: { HOME: string; KUBECONFIG: string };
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bmh-basics-'));
    env = { HOME: folder, KUBECONFIG: join(folder, 'config') };
    execFileSync('mkfifo', [env.KUBECONFIG]);
  });
  after(() => rm(folder, { recursive: true }));

  for (const words of [
    ['help'],
    ['help', 'repair'],
    ['repair', '--help'],
    ['options'],
    ['version', '--client'],
  ])
    test(`${words.join(' ')} does not read it`, async () => {
      assert.equal((await runPacked('kubectl-bmh', words, { env })).code, 0);
    });

  test('a command that needs it refuses it immediately', async () => {
    const { code, stderr } = await runPacked('kubectl-bmh', ['list'], { env });
    assert.equal(code, 1);
    assert.match(stderr, /^error: error loading config file ".*": is a FIFO, not a file\n/);
  });
});
