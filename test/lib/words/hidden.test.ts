import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { hidden } from '../../../lib/words/hidden.ts';

const SECRET = 'p"a&s <w>\'\u00f6\\\u{1f600}(x+)*';

describe('a secret in a text is hidden', () => {
  const html = SECRET.replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
  const FORMS: [string, string][] = [
    ['as it is', SECRET],
    ['in capitals', SECRET.toUpperCase()],
    ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
    ['in JSON of ASCII', Array.from(SECRET.split(''), (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`).join('')],
    ['in HTML', html],
    ['in HTML with numbers', [...SECRET].map((one) => `&#${one.codePointAt(0)};`).join('')],
    ['in HTML with hex numbers', [...SECRET].map((one) => `&#x00${hex(one.codePointAt(0) ?? 0)};`).join('')],
    ['in an address', encodeURIComponent(SECRET)],
    ['in an address, in small letters', encodeURIComponent(SECRET).toLowerCase()],
    ['in a form', String(new URLSearchParams({ a: SECRET })).slice(2)],
  ];
  for (const [form, text] of FORMS)
    test(form, () => assert.equal(hidden(`user ${text}, ${text}.`, SECRET), 'user ***, ***.'));
});

test('any secret is hidden, and a text without it stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (secret) => {
      assert.equal(hidden(secret, secret), '***');
      assert.equal(hidden('', secret), '');
    }),
  );
  assert.equal(hidden('plain', ''), 'plain');
  assert.equal(hidden('a.c', 'abc'), 'a.c');
});

function hex(code: number, digits = 1): string {
  return code.toString(16).padStart(digits, '0');
}
