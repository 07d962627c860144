import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { applyMergePatch, patchChanges } from '../../lib/objects/merge-patch.ts';

const leaf = fc.oneof(
  fc.constantFrom('a', 'b', '', 0, 1, true),
  fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
);
const key = fc.constantFrom('url', 'checksum', 'image');
const sizes = { minKeys: 1, maxKeys: 3, noNullPrototype: true };
const small = { depthSize: 'small', withCrossShrink: true } as const;
const { record, patch } = fc.letrec<{ record: object; patch: object }>((tie) => ({
  record: fc.dictionary(key, fc.oneof(small, leaf, tie('record')), sizes),
  patch: fc.dictionary(key, fc.oneof(small, leaf, fc.constant(null), tie('patch')), sizes),
}));

/** Whether a patch has an object of nothing but removals: it makes an empty object where there was none. */
const makesEmpty = (change: object): boolean =>
  Object.values(change).some(
    (part) =>
      typeof part === 'object' &&
      part !== null &&
      !Array.isArray(part) &&
      (Object.values(part).every((one) => one === null) || makesEmpty(part)),
  );

test('patchChanges agrees with applyMergePatch', () => {
  fc.assert(
    fc.property(record, patch, (target, change) => {
      fc.pre(!makesEmpty(change));
      assert.equal(patchChanges(target, change), !isDeepStrictEqual(applyMergePatch(target, change), target));
    }),
    { numRuns: 2_000 },
  );
});

test('reports no change for present values, an empty patch and the removal of absent fields', () => {
  const target = { image: { url: 'a', checksum: 'b' }, online: true };
  for (const change of [
    {},
    { image: {} },
    { image: { url: 'a' } },
    { state: null },
    { provisioning: { image: null } },
  ])
    assert.ok(!patchChanges(target, change), JSON.stringify(change));
  for (const change of [
    { image: null },
    { image: { url: 'b' } },
    { image: { url: null } },
    { online: false },
  ])
    assert.ok(patchChanges(target, change), JSON.stringify(change));
  assert.ok(!patchChanges(undefined, {}));
  assert.ok(patchChanges(undefined, { url: 'a' }));
});
