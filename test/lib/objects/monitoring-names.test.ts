import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monitoringNames } from '../../../lib/objects/monitoring-names.ts';
import { VALUES_KEYS } from '../../../lib/objects/names.ts';

test('every name is listed once, and no two things share a name in one spelling', () => {
  for (const field of ['name', 'platform', 'upstream'] as const) {
    const all = monitoringNames().map((name) => `${name.type} ${name[field]}`);
    assert.deepEqual([...new Set(all)], all, field);
  }
});

test('the given group replaces the placeholder in every name, and no other text', () => {
  const before = monitoringNames();
  const after = monitoringNames('rules.example.com');
  assert.deepEqual(
    after.flatMap(({ name, platform }, at) => (platform === before[at]?.platform ? [] : [[name, platform]])),
    [
      ['api-group', 'rules.example.com'],
      ['rule-api-version', 'rules.example.com/v1'],
    ],
  );
  assert.deepEqual(
    after.map(({ upstream }) => upstream),
    before.map(({ upstream }) => upstream),
  );
});

test('a group with characters that a replacement interprets is taken as it is', () => {
  assert.equal(monitoringNames('$&')[0]?.platform, '$&');
});

test('sections of values keys are those that a resize edits', () => {
  const sections = Object.values(VALUES_KEYS).flatMap(({ sections: [upstream, platform] }) => [
    `${platform} ${upstream}`,
  ]);
  const named = monitoringNames()
    .filter(({ name }) => name === 'metrics-values' || name === 'receivers')
    .map(({ platform, upstream }) => `${platform.split('.')[0]} ${upstream.split('.')[0]}`);
  assert.deepEqual(
    named.filter((pair) => sections.includes(pair)),
    ['metrics prometheus', 'alerts alertmanager'],
  );
});
