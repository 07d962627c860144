import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listSplitter } from '../../../lib/kube/http/split-list.ts';

/** The splitter's result for a text that arrives in chunks of these sizes, repeated. */
function split(text: string, sizes: number[]) {
  const splitter = listSplitter();
  const bytes = Buffer.from(text);
  const objects: string[] = [];
  let most = 0;
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    objects.push(...splitter.take(bytes.subarray(at, at + size)));
    most = Math.max(most, splitter.held());
    at += size;
  }
  return { objects, envelope: splitter.envelope(), most };
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const metadata = fc.record({ resourceVersion: fc.string({ unit: 'binary' }), continue: fc.string() });
const items = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()));

test('finds the same objects and envelope as a parser, in any chunks', () => {
  fc.assert(
    fc.property(
      metadata,
      items,
      fc.record({ sizes, indent: fc.constantFrom(0, 2), itemsFirst: fc.boolean() }),
      (about, list, { sizes: pieces, indent, itemsFirst }) => {
        const whole = itemsFirst
          ? { items: list, kind: 'L', metadata: about }
          : { kind: '"items":[{', metadata: about, items: list };
        const { objects, envelope } = split(JSON.stringify(whole, null, indent), pieces);
        assert.deepEqual(
          objects.map((text) => JSON.parse(text)),
          JSON.parse(JSON.stringify(list)),
        );
        assert.deepEqual(JSON.parse(envelope), JSON.parse(JSON.stringify({ ...whole, items: [] })));
      },
    ),
  );
});

test('holds no more than one object and the envelope', () => {
  const one = { text: 'x'.repeat(1000) };
  const { objects, most } = split(JSON.stringify({ items: Array.from({ length: 500 }, () => one) }), [700]);
  assert.equal(objects.length, 500);
  assert.ok(most < 2000, String(most));
});

const whole: [what: string, text: string][] = [
  ['a list of other things', '{"groups":[{"name":"a"}]}'],
  ['items inside something else', '{"spec":{"items":[{"a":1}]}}'],
  ['items that are null', '{"items":null,"metadata":{}}'],
  ['a Status', '{"kind":"Status","message":"\\"items\\":[{}]"}'],
];
for (const [what, text] of whole)
  test(`does not split ${what}`, () =>
    assert.deepEqual(split(text, [3]), { objects: [], envelope: text, most: text.length }));

const broken: [what: string, text: string][] = [
  ['cut off inside an object', '{"items":[{"a":1},{"b":'],
  ['cut off after an object', '{"items":[{"a":1}'],
  ['closed twice', '{"items":[{"a":1}}]}'],
  ['not JSON', '<html>{"items":[</html>'],
];
for (const [what, text] of broken)
  test(`${what}: leaves invalid JSON`, () => {
    assert.throws(() => JSON.parse(split(text, [4]).envelope), SyntaxError);
  });

test('keeps items that are not objects in the envelope', () => {
  assert.deepEqual(JSON.parse(split('{"items":[{"a":1},7]}', [2]).envelope), { items: [7] });
});
