import assert from 'node:assert/strict';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { program } from '../../../../cmd/kubectl-bmh/program.ts';
import { shimOf } from '../../../../lib/cli/completion/install.ts';
import { type Ran, runCommand } from '../../../support/run-command.ts';

const SHIM = `#!/bin/sh
# Completes "kubectl bmh" for kubectl. Written by: kubectl bmh completion install
exec kubectl-bmh __complete "$@" 2>/dev/null
`;
const LOADED =
  "Completion works in shells that load kubectl's own completion: source <(kubectl completion zsh)\n";

describe('completion install and uninstall', () => {
  let home: string;
  /** A folder on PATH with the plugin, one in the home folder without it, and a system folder. */
  let plugin: string;
  let local: string;
  let system: string;
  beforeEach(async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'bmh-install-')));
    [home, system] = [join(folder, 'home'), join(folder, 'system')];
    [plugin, local] = [join(home, '.krew/bin'), join(home, '.local/bin')];
    for (const one of [system, plugin, local]) await mkdir(one, { recursive: true });
    await writeFile(join(plugin, 'kubectl-bmh'), '', { mode: 0o755 });
  });
  afterEach(() => rm(join(home, '..'), { recursive: true }));

  const completion = (words: string[], path = [system, local, plugin]): Promise<Ran> =>
    runCommand(program, ['completion', ...words], {
      env: { HOME: home, PATH: path.join(delimiter), SHELL: '/usr/bin/zsh' },
      cwd: home,
    });
  const shimIn = (folder: string): string => join(folder, 'kubectl_complete-bmh');

  test('writes an executable beside the plugin, keeps it when repeated and replaces one of another version', async () => {
    const file = shimIn(plugin);
    const said = (change: string): Ran => ({ code: 0, stdout: `${file} ${change}\n`, stderr: LOADED });
    assert.deepEqual(await completion(['install']), said('created'));
    assert.equal(await readFile(file, 'utf8'), SHIM);
    assert.equal((await stat(file)).mode & 0o777, 0o755 & ~process.umask());
    assert.deepEqual(await completion(['install']), said('unchanged'));
    await writeFile(file, `${SHIM}# older\n`);
    assert.deepEqual(await completion(['install']), said('configured'));
    assert.equal(await readFile(file, 'utf8'), SHIM);
    assert.deepEqual(await readdir(plugin), ['kubectl-bmh', 'kubectl_complete-bmh']);
    assert.deepEqual(await completion(['uninstall']), { ...said('deleted'), stderr: '' });
    assert.deepEqual(await completion(['uninstall']), {
      code: 0,
      stdout: '',
      stderr: 'No completion file for kubectl bmh was found.\n',
    });
  });

  test('a dry run prints the same and changes nothing', async () => {
    const file = shimIn(plugin);
    const { stdout } = await completion(['install', '--dry-run=client']);
    assert.equal(stdout, `${file} created (dry run)\n`);
    assert.deepEqual(await readdir(plugin), ['kubectl-bmh']);
    await completion(['install']);
    assert.equal((await completion(['uninstall', '--dry-run=client'])).stdout, `${file} deleted (dry run)\n`);
    assert.equal(await readFile(file, 'utf8'), SHIM);
  });

  test('never overwrites or removes a foreign file, a link or a folder', async () => {
    const file = shimIn(plugin);
    const refused = {
      code: 1,
      stdout: '',
      stderr: `error: ${file} already exists and was not written by kubectl bmh\nRemove it, or choose another folder on PATH with --directory.\n`,
    };
    for (const make of [
      () => writeFile(file, '#!/bin/sh\necho mine\n'),
      () => symlink('/nowhere', file),
      () => mkdir(file),
    ]) {
      await make();
      assert.deepEqual(await completion(['install']), refused);
      assert.deepEqual(await completion(['uninstall']), {
        code: 0,
        stdout: '',
        stderr: `Warning: ${file} was not written by kubectl bmh; it is kept\n`,
      });
      await rm(file, { recursive: true });
    }
  });

  test('uses the first PATH folder in the home folder and warns if the plugin is not on PATH', async () => {
    const { stdout, stderr } = await completion(['install'], [system, local]);
    assert.equal(stdout, `${shimIn(local)} created\n`);
    const warning =
      'Warning: kubectl-bmh is not on PATH, where this file looks for it: add its folder to PATH\n';
    assert.equal(stderr, warning + LOADED);
  });

  test('fails if no folder on PATH is writable', async () => {
    assert.deepEqual(await completion(['install'], [system]), {
      code: 1,
      stdout: '',
      stderr:
        'error: no writable folder on PATH: tried the one with the plugin and those in your home folder\nAdd a folder of yours to PATH, such as ~/.local/bin, or choose one with --directory.\n',
    });
    assert.deepEqual(await readdir(system), []);
  });

  test('creates a given folder and warns if kubectl does not look there', async () => {
    const given = join(home, 'new/bin');
    const away = await completion(['install', '--directory', 'new/bin']);
    assert.equal(away.stdout, `${shimIn(given)} created\n`);
    assert.equal(
      away.stderr,
      `Warning: ${given} is not on PATH, where kubectl looks for this file: add it to PATH\n${LOADED}`,
    );
    await completion(['install']);
    const hidden = await completion(['install', '--directory', given], [plugin, given]);
    assert.equal(
      hidden.stderr,
      `Warning: kubectl runs ${shimIn(plugin)}, which comes first on PATH: remove it\n${LOADED}`,
    );
    const { stdout } = await completion(['uninstall', '--directory', given]);
    assert.equal(stdout, `${shimIn(given)} deleted\n`);
    assert.equal(await readFile(shimIn(plugin), 'utf8'), SHIM);
  });

  test('fails if the folder is inside a file', async () => {
    const file = join(home, 'file');
    await writeFile(file, '');
    assert.deepEqual(await completion(['install', '--directory', join(file, 'bin')]), {
      code: 1,
      stdout: '',
      stderr: `error: cannot write ${shimIn(join(file, 'bin'))}: its folder is a file\nChoose a writable folder with --directory.\n`,
    });
  });

  test('skips a folder that is not writable', {
    skip: process.getuid?.() === 0 && 'root may write anywhere',
  }, async () => {
    await chmod(plugin, 0o555);
    assert.equal((await completion(['install'])).stdout, `${shimIn(local)} created\n`);
  });
});

const wrong: [string[], string][] = [
  [
    [],
    "error: an argument is missing: install, uninstall or print\nSee 'kubectl bmh completion --help' for usage.\n",
  ],
  [['nothing'], 'error: unknown argument "nothing"\nValid values: install, uninstall, print.\n'],
  [
    ['print', '--directory', 'x'],
    'error: --directory and --dry-run cannot be used with print\nOmit them: print writes no file.\n',
  ],
];
for (const [words, stderr] of wrong)
  test(`completion ${words.join(' ')} is a usage error`, async () => {
    assert.deepEqual(await runCommand(program, ['completion', ...words]), { code: 1, stdout: '', stderr });
  });

test('completion print writes the file that install would write', async () => {
  assert.deepEqual(await runCommand(program, ['completion', 'print']), {
    code: 0,
    stdout: process.platform === 'win32' ? shimOf('kubectl bmh', 'win32').text : SHIM,
    stderr: '',
  });
});

test('writes a batch file on Windows', () => {
  assert.deepEqual(shimOf('kubectl monitoring', 'win32'), {
    file: 'kubectl_complete-monitoring.cmd',
    text: '@echo off\r\nrem Completes "kubectl monitoring" for kubectl. Written by: kubectl monitoring completion install\r\nkubectl-monitoring __complete %* 2>nul\r\n',
  });
});
