import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEASURES, QUESTIONS, sizingQueries } from '../../../lib/sizing/queries.ts';

const at = new Date('2026-01-02T03:04:05Z');

for (const measure of MEASURES)
  test(`${measure}: asks for its series, in the namespace alone, a value a pod`, () => {
    const { query, at: moment } = sizingQueries('a-b', at)[measure];
    assert.equal(moment, at);
    const selectors = query.match(/[a-z_]+\{[^}]*\}/g) ?? [];
    assert.ok(selectors.some((one) => one.startsWith(`${QUESTIONS[measure].metric}{`)));
    for (const selector of selectors) assert.match(selector, /\{namespace="a-b"[,}]/);
    assert.match(query, /^(sum|max) by \(pod\) \(/);
  });

test('neither whole pods nor their pause containers are counted beside their containers', () => {
  for (const measure of ['cpu', 'memory'] as const)
    assert.match(sizingQueries('n', at)[measure].query, /container!="",container!="POD"\}/);
});

test('a namespace can not end its quotes', () => {
  assert.ok(sizingQueries('n"} or up{x="', at).series.query.includes('{namespace="n\\"} or up{x=\\""}'));
});
