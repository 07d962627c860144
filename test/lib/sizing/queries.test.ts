import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEASURES, QUESTIONS, sizingQueries } from '../../../lib/sizing/queries.ts';

const at = new Date('2026-01-02T03:04:05Z');

for (const measure of MEASURES)
  test(`${measure}: queries its series in one namespace, one value per pod`, () => {
    const { query, at: moment } = sizingQueries('a-b', at)[measure];
    assert.equal(moment, at);
    const selectors = query.match(/[a-z_]+\{[^}]*\}/g) ?? [];
    assert.ok(selectors.some((one) => one.startsWith(`${QUESTIONS[measure].metric}{`)));
    for (const selector of selectors) assert.match(selector, /\{namespace="a-b"[,}]/);
    assert.match(query, /^(sum|max) by \(pod\) \(/);
  });

test('excludes series of whole pods and pause containers', () => {
  for (const measure of ['cpu', 'memory'] as const)
    assert.match(sizingQueries('n', at)[measure].query, /container!="",container!="POD"\}/);
});

test('escapes quotes in the namespace', () => {
  assert.ok(sizingQueries('n"} or up{x="', at).series.query.includes('{namespace="n\\"} or up{x=\\""}'));
});
