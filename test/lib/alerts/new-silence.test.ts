import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Matcher } from '../../../lib/alerts/alert-facts.ts';
import { readSilences } from '../../../lib/alerts/answers.ts';
import { givenMatchers } from '../../../lib/alerts/given-matchers.ts';
import {
  createdId,
  isCreated,
  matchesAlmostAll,
  matchesOnlyEmpty,
  type NewSilence,
  silenceBody,
} from '../../../lib/alerts/new-silence.ts';

const made: NewSilence = {
  matchers: givenMatchers(['a=b', 'c!=d', 'e=~f', 'g!~h']),
  endsAt: Date.UTC(2026, 0, 2),
  createdBy: 'ann',
  comment: 'known',
};

test('a silence is found again among those of an Alertmanager by all that it says', () => {
  const sent = { ...JSON.parse(silenceBody(made)), id: 'a', status: { state: 'active' } };
  const isFound = (more: object) =>
    readSilences(JSON.stringify([{ ...sent, ...more }])).some((silence) => isCreated(silence, made));
  assert.ok(isFound({}));
  assert.ok(isFound({ matchers: sent.matchers.toReversed(), startsAt: '2026-01-01T00:00:00Z' }));
  for (const other of [{ comment: 'x' }, { createdBy: 'x' }, { endsAt: '2026-01-03T00:00:00Z' }])
    assert.ok(!isFound(other));
  assert.ok(!isFound({ matchers: sent.matchers.slice(1) }));
});

test('the id of a created silence is read from the answer', () =>
  assert.equal(createdId('{"silenceID":"0a25dc1d-a703"}'), '0a25dc1d-a703'));

for (const body of ['', '[]', '{}', '{"silenceID":1}', '{"silenceID":""}', '{"silenceID":"a\\nb"}'])
  test(`an answer ${JSON.stringify(body)} has no id`, () =>
    assert.throws(() => createdId(body), SyntaxError));

const byText = (text: string): Matcher[] => givenMatchers([text]);

for (const [text, onlyEmpty, almostAll] of [
  ['a=b', false, false],
  ['a=', true, false],
  ['a=~.*', true, true],
  ['a=~b|', true, false],
  ['a=,b=c', false, false],
  ['a!=b', false, true],
  ['a=~.+', false, true],
  ['a!~b', false, true],
  ['a=~.+,b=c', false, false],
] as const)
  test(`${text} ${onlyEmpty ? 'is refused' : 'is taken'}${almostAll ? ', and matches almost all alerts' : ''}`, () =>
    assert.deepEqual(
      [matchesOnlyEmpty(byText(text)), matchesAlmostAll(byText(text))],
      [onlyEmpty, almostAll],
    ));
