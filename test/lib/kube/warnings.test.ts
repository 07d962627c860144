import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { warningsIn } from '../../../lib/kube/http/client.ts';

const cases: [string, string | string[] | undefined, string[]][] = [
  ['none', undefined, []],
  ['one', '299 - "v1beta1 is deprecated"', ['v1beta1 is deprecated']],
  ['several in a header', '299 - "first, really", 299 - "second"', ['first, really', 'second']],
  ['several headers', ['299 - "first"', '299 - "second"'], ['first', 'second']],
  ['quotes', '299 - "say \\"hello\\""', ['say "hello"']],
  ['a date', '299 agent "old" "Sat, 01 Jan 2000 00:00:00 GMT"', ['old']],
  ['another code', '199 - "cached"', []],
  ['control characters', '299 - "\u001b[31mred"', ['\\x1b[31mred']],
  ['nonsense', '299 - unquoted', []],
];

for (const [name, header, expected] of cases) {
  test(`warning headers: ${name}`, () => assert.deepEqual(warningsIn(header), expected));
}
