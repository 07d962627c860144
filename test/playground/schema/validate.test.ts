import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema } from './types.ts';
import { validate } from './validate.ts';

const schema: Schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 3 },
    port: { 'x-kubernetes-int-or-string': true },
    ratio: { type: 'number', exclusiveMaximum: true, maximum: 1, multipleOf: 0.25 },
    when: { type: 'string', format: 'date-time' },
    names: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string' } },
    either: { oneOf: [{ required: ['a'] }, { required: ['b'] }], type: 'object' },
    free: { type: 'object', maxProperties: 1, additionalProperties: { type: 'integer' } },
  },
};

const table: [value: Record<string, unknown>, found: string[]][] = [
  [{ name: 'ab', port: 80, ratio: 0.5, names: ['a'] }, []],
  [{ name: 'ab', port: 'http' }, []],
  [{}, ['FieldValueRequired name']],
  [{ name: 'a' }, ['FieldValueInvalid name: name in body should be at least 2 chars long']],
  [{ name: 'abcd' }, ['FieldValueTooLong name: may not be more than 3 bytes']],
  [
    { name: 'ab', port: true },
    ['FieldValueTypeInvalid port: port in body must be of type integer,string: "boolean"'],
  ],
  [{ name: 'ab', ratio: 1 }, ['FieldValueInvalid ratio: ratio in body should be less than 1']],
  [{ name: 'ab', ratio: 0.3 }, ['FieldValueInvalid ratio: ratio in body should be a multiple of 0.25']],
  [
    { name: 'ab', when: 'now' },
    ['FieldValueTypeInvalid when: when in body must be of type date-time: "now"'],
  ],
  [{ name: 'ab', when: '2026-01-02T03:04:05Z' }, []],
  [{ name: 'ab', names: [] }, ['FieldValueInvalid names: names in body should have at least 1 items']],
  [{ name: 'ab', names: ['a', 'b', 'c'] }, ['FieldValueTooMany names: must have at most 2 items']],
  [
    { name: 'ab', names: [1] },
    ['FieldValueTypeInvalid names[0]: names[0] in body must be of type string: "integer"'],
  ],
  [
    { name: 'ab', either: { a: 1, b: 1 } },
    [
      'FieldValueInvalid either: "either" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ],
  ],
  [
    { name: 'ab', free: { x: 'y' } },
    ['FieldValueTypeInvalid free.x: free.x in body must be of type integer: "string"'],
  ],
];

for (const [value, found] of table) {
  test(`${JSON.stringify(value)}: ${found.length === 0 ? 'nothing' : found}`, () => {
    const said = validate(value, schema).map(({ reason, field, detail }) =>
      detail === undefined ? `${reason} ${field}` : `${reason} ${field}: ${detail}`,
    );
    assert.deepEqual(said, found);
  });
}

test('ignores unchanged invalid fields, and reports changed ones', () => {
  const old = { name: 'abcd', names: [] };
  assert.deepEqual(validate({ ...old, port: 80 }, schema, { old }), []);
  const fields = validate({ name: 'abcde', names: [] }, schema, { old }).map(({ field }) => field);
  assert.deepEqual(fields, ['name']);
});
