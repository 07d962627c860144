import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { program as bmh } from '../../../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../../../cmd/kubectl-monitoring/program.ts';
import { shimOf } from '../../../../lib/cli/completion/shim.ts';
import { onPath } from '../../../cluster/on-path.ts';
import { runCommand } from '../../../support/run-command.ts';

for (const program of [bmh, monitoring])
  for (const shell of ['bash', 'zsh', 'fish'])
    test(`${program.name} completion ${shell}: ${shell} can read it`, async (t) => {
      const { code, stdout, stderr } = await runCommand(program, ['completion', shell]);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      if (!(await onPath(shell, process.env))) return t.skip(`${shell} is not installed`);
      assert.equal(await complaint(t, shell, stdout), '');
      assert.notEqual(await complaint(t, shell, `${stdout}\nif (`), '');
    });

/** What a shell says of a script that it reads without running it. */
async function complaint(t: TestContext, shell: string, script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bmh-script-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'script');
  await writeFile(file, script);
  return new Promise((resolve) => {
    execFile(shell, ['-n', file], (_error, _stdout, stderr) => resolve(stderr));
  });
}

// PowerShell itself is not asked: what can be told without it is that the script is whole, and calls what there is.
test('completion powershell: its structure', async () => {
  const { stdout } = await runCommand(bmh, ['completion', 'powershell']);
  const code = stdout.replaceAll(/^\s*#.*$/gm, '').replaceAll(/"[^"]*"|'(?:[^']|'')*'/g, "''");
  for (const [open, close] of ['{}', '()', '[]'].map((pair) => [...pair]))
    assert.equal(code.split(open ?? '').length, code.split(close ?? '').length, `${open}${close}`);
  assert.match(
    stdout,
    /^Register-ArgumentCompleter -Native -CommandName 'kubectl-bmh', 'kubectl-bmh\.exe' /m,
  );
  assert.match(stdout, /param\(\$wordToComplete, \$commandAst, \$cursorPosition\)/);
  assert.match(stdout, /& 'kubectl-bmh' __complete @words \$last 2>\$null/);
});

test('the file that kubectl runs on Windows', () => {
  assert.deepEqual(shimOf('kubectl monitoring', 'win32'), {
    file: 'kubectl_complete-monitoring.cmd',
    text: '@echo off\r\nrem Completes "kubectl monitoring" for kubectl. Written by: kubectl monitoring completion install\r\nkubectl-monitoring __complete %* 2>nul\r\n',
  });
});
