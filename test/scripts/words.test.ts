import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bannedIn } from '../../scripts/words.ts';

const rows: [string, string[]][] = [
  ['It mends hosts, and goes on.', ['mends', 'goes on']],
  ['Nobody can not do that anew.', ['Nobody', 'can not', 'anew']],
  ['"x" is none; the operator lets go of what others made.', ['is none', 'lets go of', 'what others']],
  ['The document says what somebody has begun.', ['The document', 'somebody', 'begun']],
  ['A run that is gone on with', ['gone on with']],
  ['We recommend to amend the documented YAML document if there is none.', []],
];
for (const [text, banned] of rows)
  test(`finds ${banned.length} banned words in: ${text}`, () => assert.deepEqual(bannedIn(text), banned));
