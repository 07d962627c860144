import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nameFor, namesFor, titleFor, uidFor } from '../../../../lib/dashboards/write/names.ts';
import { isObjectName } from '../../../../lib/kube/api/object-name.ts';

for (const [title, name] of [
  ['Cluster Capacity (prod)', 'cluster-capacity-prod'],
  ['  Übersicht: Café  ', 'ubersicht-cafe'],
  ['../../etc/passwd', 'etc-passwd'],
  ['监控', 'abc-1'],
  ['\u001b[31m', '31m'],
  ['a'.repeat(80), 'a'.repeat(63)],
] as const)
  test(`${JSON.stringify(title)} is called ${name}`, () => assert.equal(nameFor(title, 'AbC_1'), name));

test('any title and uid make a valid name', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (title, uid) =>
      assert.ok(isObjectName(nameFor(title, uid))),
    ),
  ));

test('dashboards with one title have different names, and every name is valid', () => {
  const all = [
    { uid: 'a', title: 'Shop' },
    { uid: 'b', title: 'Shop!' },
    { uid: 'B', title: 'shop' },
    { uid: 'c', title: 'Shop b' },
  ];
  assert.deepEqual(
    [...namesFor(all)],
    [
      ['a', 'shop'],
      ['b', 'shop-b'],
      ['B', 'shop-2'],
      ['c', 'shop-b-c'],
    ],
  );
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 20 }), (uids) => {
      const names = [...namesFor(uids.map((uid) => ({ uid, title: 'T'.repeat(70) }))).values()];
      assert.equal(new Set(names).size, uids.length);
      assert.ok(names.every(isObjectName));
    }),
  );
});

for (const [name, uid] of [
  ['shop', 'shop'],
  ['shop.api', /^shop-api-[0-9a-f]{8}$/],
  ['a'.repeat(60), /^a{31}-[0-9a-f]{8}$/],
] as const)
  test(`the uid of ${name} fits the dashboard UI`, () => {
    const made = uidFor(name);
    assert.ok(made.length <= 40);
    if (typeof uid === 'string') assert.equal(made, uid);
    else assert.match(made, uid);
  });

test('the title of a name is made of its words', () => assert.equal(titleFor('shop-api.v2'), 'Shop api v2'));
