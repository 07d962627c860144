import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environmentWith, isPath, startOf } from '../../../lib/kube/auth/exec-program.ts';

const windows = (files: string[], env: Record<string, string> = {}) => ({
  platform: 'win32' as const,
  env: {
    Path: 'C:\\Tools;C:\\Cloud SDK\\bin;.',
    PATHEXT: '.COM;.EXE;.BAT;.CMD',
    SystemRoot: 'C:\\Windows',
    ...env,
  },
  exists: (path: string) => files.includes(path.toLowerCase()),
});

describe('how a credential plugin is started', () => {
  test('leaves the lookup to the system, except on Windows', () => {
    const machine = { platform: 'linux' as const, env: {}, exists: () => false };
    assert.deepEqual(startOf('aws', ['eks', 'get token'], machine), {
      file: 'aws',
      args: ['eks', 'get token'],
      verbatim: false,
    });
  });

  test('looks along PATH on Windows, with the extensions of PATHEXT in order', () => {
    const machine = windows(['c:\\tools\\aws.cmd', 'c:\\tools\\aws.exe']);
    assert.deepEqual(startOf('aws', ['eks'], machine), {
      file: 'C:\\Tools\\aws.exe',
      args: ['eks'],
      verbatim: false,
    });
    assert.equal(startOf('aws.exe', [], machine)?.file, 'C:\\Tools\\aws.exe');
    assert.equal(startOf('C:\\tools\\aws', [], machine)?.file, 'C:\\tools\\aws.exe');
    assert.equal(startOf('gcloud', [], machine), undefined);
  });

  test('never runs a program from the current folder', () => {
    assert.equal(startOf('aws', [], windows(['aws.exe', '.\\aws.exe'])), undefined);
  });

  test('runs a batch file with cmd.exe and quotes every argument', () => {
    const machine = windows(['c:\\cloud sdk\\bin\\gcloud.cmd']);
    assert.deepEqual(startOf('gcloud', ['config', 'a & calc.exe', '^|<>()!'], machine), {
      file: 'C:\\Windows\\System32\\cmd.exe',
      args: [
        '/d',
        '/e:on',
        '/v:off',
        '/s',
        '/c',
        '""C:\\Cloud SDK\\bin\\gcloud.cmd" "config" "a & calc.exe" "^|<>()!""',
      ],
      verbatim: true,
    });
  });

  for (const word of ['"&calc.exe', '%PATH%', 'a\nb', 'a\rb', 'a\0', 'C:\\folder\\'])
    test(`refuses to pass ${JSON.stringify(word)} to a batch file`, () => {
      assert.throws(
        () => startOf('x', [word], windows(['c:\\tools\\x.bat'])),
        /a batch file cannot be given/,
      );
    });
});

test('treats a command with a path separator as relative to the kubeconfig', () => {
  assert.deepEqual(
    ['a', './a', 'b\\a', 'C:a'].map((command) => isPath(command, 'linux')),
    [false, true, false, false],
  );
  assert.deepEqual(
    ['a', './a', 'b\\a', 'C:a'].map((command) => isPath(command, 'win32')),
    [false, true, true, true],
  );
});

test("a plugin's variable replaces one of the same name in another case on Windows", () => {
  const env = { Path: 'C:\\', Https_Proxy: 'http://a' };
  assert.deepEqual(environmentWith(env, { HTTPS_PROXY: 'http://b' }, 'win32'), {
    Path: 'C:\\',
    HTTPS_PROXY: 'http://b',
  });
  assert.deepEqual(environmentWith(env, { HTTPS_PROXY: 'http://b' }, 'linux'), {
    ...env,
    HTTPS_PROXY: 'http://b',
  });
});
