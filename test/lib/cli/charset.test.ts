import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawsUnicode } from '../../../lib/cli/style.ts';

const CASES: [platform: NodeJS.Platform, env: Record<string, string>, draws: boolean][] = [
  ['linux', { LANG: 'en_GB.UTF-8' }, true],
  ['linux', { LANG: 'de_DE.utf8' }, true],
  ['linux', { LANG: 'de_DE.ISO-8859-15' }, false],
  ['linux', { LANG: 'C' }, false],
  ['linux', {}, false],
  ['linux', { LC_ALL: 'C', LC_CTYPE: 'C.UTF-8', LANG: 'en_GB.UTF-8' }, false],
  ['linux', { LC_ALL: 'POSIX' }, false],
  ['linux', { LC_ALL: '', LC_CTYPE: 'C.UTF-8', LANG: 'C' }, true],
  ['linux', { LANG: 'en_GB.UTF-8', TERM: 'linux' }, false],
  ['darwin', {}, true],
  ['darwin', { LC_ALL: 'C' }, false],
  ['win32', {}, false],
  ['win32', { WT_SESSION: 'id' }, true],
  ['win32', { TERM_PROGRAM: 'vscode' }, true],
];

for (const [platform, env, draws] of CASES)
  test(`${platform} with ${JSON.stringify(env)} ${draws ? 'draws' : 'does not draw'} more than ASCII`, () => {
    assert.equal(drawsUnicode({ env }, platform), draws);
  });
