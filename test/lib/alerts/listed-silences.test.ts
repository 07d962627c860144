import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Silence } from '../../../lib/alerts/alert-facts.ts';
import { hasMatchers, listSilences, silencesMeant } from '../../../lib/alerts/listed-silences.ts';

const silence = (id: string, more: Partial<Silence> = {}): Silence => ({
  id,
  matchers: [{ name: 'a', op: '=', value: 'b' }],
  startsAt: 1_000,
  endsAt: 2_000,
  createdBy: 'ann',
  comment: 'known',
  state: 'active',
  ...more,
});

const idsOf = (...replicas: Silence[][]): string[] =>
  listSilences(replicas.map((value, at) => ({ replica: { name: `main-${at}` }, value }))).map(({ id }) => id);

test('silences are listed in the order in which they end, then those that start, then those that ended', () => {
  const expired = (id: string, endsAt: number) => silence(id, { state: 'expired', endsAt });
  const pending = (id: string, startsAt: number) => silence(id, { state: 'pending', startsAt });
  assert.deepEqual(
    idsOf([
      expired('e1', 1),
      expired('e2', 2),
      pending('p2', 9),
      pending('p1', 8),
      silence('a2', { endsAt: 7 }),
      silence('a1', { endsAt: 6 }),
    ]),
    ['a1', 'a2', 'p1', 'p2', 'e2', 'e1'],
  );
});

test('a silence that one replica does not know to be expired is active', () => {
  const [listed] = listSilences([
    { replica: { name: 'main-0' }, value: [silence('a', { state: 'expired' })] },
    { replica: { name: 'main-1' }, value: [silence('a')] },
  ]);
  assert.deepEqual([listed?.state, listed?.replicas], ['active', ['main-0', 'main-1']]);
});

test('an id that controls a terminal or leads to another path is none', () =>
  assert.deepEqual(idsOf([silence('..'), silence('a/b'), silence('a\nb'), silence(''), silence('a-b')]), [
    'a-b',
  ]));

test('a silence has matchers if it has each of them as it is', () => {
  const wanted = { name: 'a', op: '=', value: 'b' } as const;
  assert.ok(hasMatchers(silence('a'), [wanted]));
  assert.ok(hasMatchers(silence('a'), []));
  for (const other of [
    { ...wanted, value: 'c' },
    { ...wanted, op: '=~' as const },
    { ...wanted, name: 'c' },
  ])
    assert.ok(!hasMatchers(silence('a'), [wanted, other]));
});

for (const [word, ids] of [
  ['0a25dc1d', ['0a25dc1d']],
  ['0a', ['0a25dc1d', '0a25dc1d-2']],
  ['0A25DC1D-', ['0a25dc1d-2']],
  ['silence/b1', ['b1']],
  ['silences/b', ['b1']],
  ['c', []],
  ['', []],
  ['silence/', []],
] as const)
  test(`${JSON.stringify(word)} means ${ids.join(' and ') || 'no silence'}`, () =>
    assert.deepEqual(
      silencesMeant([silence('0a25dc1d'), silence('0a25dc1d-2'), silence('b1')], word).map(({ id }) => id),
      ids,
    ));
