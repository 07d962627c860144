import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platforms } from '../../scripts/plugins.ts';
import { optionsOf } from '../../scripts/release/options.ts';

test('uses defaults', () => {
  assert.deepEqual(optionsOf([]), { baseUrl: '', platforms, help: false });
});

test('an address, with or without a slash at its end', () => {
  for (const end of ['', '/', '//'])
    assert.equal(optionsOf(['--base-url', `https://a.example/b${end}`]).baseUrl, 'https://a.example/b');
});

test('platforms', () => {
  assert.deepEqual(optionsOf(['--platform', 'windows/arm64', '--platform=linux/amd64']).platforms, [
    { os: 'windows', arch: 'arm64' },
    { os: 'linux', arch: 'amd64' },
  ]);
});

for (const address of ['', 'a.example/b', 'ftp://a.example', 'https://a.example/?b', 'https://a.example/#b'])
  test(`refuses the address ${JSON.stringify(address)}`, () => {
    assert.throws(() => optionsOf(['--base-url', address]), {
      message: `--base-url ${address} is no address of a folder: give one like https://HOST/PATH.`,
    });
  });

test('refuses an unknown platform', () => {
  assert.throws(() => optionsOf(['--platform', 'plan9/amd64']), {
    message: /^--platform plan9\/amd64 is not in plugin\.yaml: linux\/amd64, /,
  });
});

for (const words of [['--nothing'], ['word'], ['--base-url']])
  test(`refused: ${words}`, () => {
    assert.throws(() => optionsOf(words));
  });
