import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DEEPEST, TOO_DEEP } from '../../lib/input/json.ts';
import { jsonErrorIn, jsonFault } from '../../lib/input/json-error.ts';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('jsonErrorIn finds the first syntax error', () => {
  for (const [text, line, column, message] of [
    ['', 1, 1, 'unexpected end of file'],
    ['xyz', 1, 1, 'unexpected "xyz"'],
    ['{"a": 1,}', 1, 9, 'unexpected "}"'],
    ['{"a" 1}', 1, 6, 'unexpected "1"'],
    ['{a: 1}', 1, 2, 'unexpected "a"'],
    ["{'a': 1}", 1, 2, 'unexpected "\'"'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'unexpected "\\"b"'],
    ['[1, 2', 1, 6, 'unexpected end of file'],
    ['{"a": [}', 1, 8, 'unexpected "}"'],
    ['{"a": 1}}', 1, 9, 'unexpected "}"'],
    ['{"a": 01}', 1, 8, 'unexpected "1"'],
    ['{"a": tru}', 1, 7, 'unexpected "tru"'],
    ['"never closed', 1, 1, 'unexpected "\\"never closed"'],
    ['{"a": 1} // why', 1, 10, 'unexpected "/"'],
  ] as const)
    test(JSON.stringify(text), () => {
      const offset = [...text.matchAll(/^/gm)].map(({ index }) => index)[line - 1];
      assert.deepEqual(jsonErrorIn(text), { line, column, offset: (offset ?? 0) + column - 1, message });
    });

  test('accepts everything that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        assert.equal(jsonErrorIn(JSON.stringify(value, null, indent)), undefined);
      }),
    );
  });

  test("agrees with Node's parser on random texts", () => {
    const tokens = fc.constantFrom(
      ...'{}[],:"\\ \n-+.eE01ntrue',
      'null',
      'true',
      '"a"',
      '\u0007',
      '\u0085',
      '\ufeff',
      '\\u12',
      '1e5',
    );
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        assert.equal(jsonErrorIn(text) === undefined, parses(text), JSON.stringify(text));
      }),
      { numRuns: 3000 },
    );
  });

  test('accepts the deepest nesting that is read', () => {
    assert.equal(jsonErrorIn(`${'['.repeat(DEEPEST)}${']'.repeat(DEEPEST)}`), undefined);
  });

  test('as a sentence, with deep nesting as a fault', () => {
    assert.equal(jsonFault('{"a": 1}'), undefined);
    assert.equal(jsonFault('{\n  "a": 1,\n}'), 'line 3, column 1: unexpected "}"');
    assert.equal(jsonFault('{"a":'.repeat(50_000)), TOO_DEEP);
  });
});
