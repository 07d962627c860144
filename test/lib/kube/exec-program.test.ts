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
  test('elsewhere than on Windows the system looks for it', () => {
    const machine = { platform: 'linux' as const, env: {}, exists: () => false };
    assert.deepEqual(startOf('aws', ['eks', 'get token'], machine), {
      file: 'aws',
      args: ['eks', 'get token'],
      verbatim: false,
    });
  });

  test('on Windows along PATH, by the endings of PATHEXT in their order', () => {
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

  test('never from the folder that the person is in', () => {
    assert.equal(startOf('aws', [], windows(['aws.exe', '.\\aws.exe'])), undefined);
  });

  test('a batch file by cmd.exe, every word in quotes', () => {
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
    test(`a batch file is not given ${JSON.stringify(word)}, which it could read as something else`, () => {
      assert.throws(
        () => startOf('x', [word], windows(['c:\\tools\\x.bat'])),
        /a batch file can not be given/,
      );
    });
});

test('a command with a separator is a path beside the kubeconfig; Windows has three', () => {
  assert.deepEqual(
    ['a', './a', 'b\\a', 'C:a'].map((command) => isPath(command, 'linux')),
    [false, true, false, false],
  );
  assert.deepEqual(
    ['a', './a', 'b\\a', 'C:a'].map((command) => isPath(command, 'win32')),
    [false, true, true, true],
  );
});

test("a plugin's variable takes the place of one that Windows takes for the same", () => {
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
