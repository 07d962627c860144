import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upgradeFindings } from '../../../lib/upgrades/find-issues.ts';
import { crdsOf, factsOf, type Given, KINDS, runs } from './facts.ts';

const reasonsOf = (given: Given): string[] =>
  upgradeFindings(factsOf({ kubernetes: 'v1.31.0', ...given })).map(({ reason }) => reason);

test('a downgrade names the changes that it goes back over', () => {
  const [found] = upgradeFindings(factsOf({ from: '86.0.0', to: '83.0.0', kubernetes: 'v1.31.0' }));
  assert.equal(found?.reason, 'downgrade');
  assert.match(found.what, /^this is a downgrade from 86\.0\.0 to 83\.0\.0: /);
  assert.deepEqual(found.places, ['84.0.0 grafana-13', '85.0.0 distroless']);
});

const rows: [what: string, given: Given, expected: string[]][] = [
  ['an upgrade is none', { from: '83.0.0', to: '83.1.0' }, []],
  ['the same version is none', { from: '83.0.0', to: '83.0.0' }, []],
  ['an unknown version is none', { to: '40.0.0' }, []],
  ['a patch', { from: '83.0.1', to: '83.0.0' }, ['downgrade']],
  ['Prometheus 3 to 2.55', { from: '67.0.0', to: '66.0.0' }, ['downgrade']],
  [
    'Prometheus 3 to an older one, which cannot read its volume',
    { from: '67.0.0', to: '65.9.9' },
    ['unreadable-blocks', 'downgrade'],
  ],
  ['Prometheus 2 to 2', { from: '66.9.0', to: '60.0.0' }, ['downgrade']],
  [
    'fields that the older Prometheus drops',
    {
      from: '66.0.0',
      to: '44.0.0',
      rules: [{ rules: [{ alert: 'A', expr: 'up', keep_firing_for: '5m' }] }],
    },
    ['downgrade', 'rule-fields-dropped'],
  ],
  [
    'fields that it has',
    {
      from: '66.0.0',
      to: '45.0.0',
      rules: [{ rules: [{ alert: 'A', expr: 'up', keep_firing_for: '5m' }] }],
    },
    ['downgrade'],
  ],
];
for (const [what, given, expected] of rows)
  test(`downgrades: ${what}`, () => {
    const own = reasonsOf(given).filter((reason) =>
      /^(?:downgrade|unreadable|rule-fields-dropped)/.test(reason),
    );
    assert.deepEqual(own, expected);
  });

const applied = (given: Given) =>
  upgradeFindings(factsOf(given))
    .filter(({ reason }) => reason.startsWith('crds-'))
    .flatMap(({ before }) => before)
    .map(({ text, last = [] }) => last.at(-1)?.replace(/.*operator\/(v[^/]+)\/.*_/, '$1 ') ?? text);

const MISSING = crdsOf('0.93.0', KINDS.slice(1));
const UNKNOWN = [
  ...crdsOf(undefined, ['probes']),
  ...crdsOf(
    '0.93.0',
    KINDS.filter((kind) => kind !== 'probes'),
  ),
];
const olderRows: [what: string, given: Given, expected: string[]][] = [
  ['CRDs that were not read', { from: '88.5.3', to: '62.0.0' }, []],
  ['a missing one', { from: '88.5.3', to: '45.0.0', crds: MISSING }, ['v0.93.0 alertmanagerconfigs.yaml']],
  [
    'a missing one, and an operator that is newer than its chart',
    { from: '88.5.3', to: '45.0.0', crds: MISSING, programs: [runs('operator', 'v0.94.0')] },
    ['v0.94.0 alertmanagerconfigs.yaml'],
  ],
  [
    'a missing one, and an operator without a release',
    { from: '88.5.3', to: '45.0.0', crds: MISSING, programs: [runs('operator', 'v0.95.0-rc.0')] },
    ['Apply those of the operator that runs, or of a later one: not those of the older chart'],
  ],
  [
    'ones that are older than the operator that runs, and new enough',
    { from: '88.5.3', to: '62.0.0', crds: crdsOf('0.90.0'), programs: [runs('operator', 'v0.93.0')] },
    [],
  ],
  ['one of an unknown operator', { from: '88.5.3', to: '62.0.0', crds: UNKNOWN }, ['v0.93.0 probes.yaml']],
];
for (const [what, given, expected] of olderRows)
  test(`a downgrade never prints a command that makes CRDs older: ${what}`, () =>
    assert.deepEqual(applied(given), expected));

test('a downgrade lists the volumes to take snapshots of', () => {
  const found = upgradeFindings(factsOf({ from: '67.0.0', to: '65.0.0' }));
  const step = found.find(({ reason }) => reason === 'unreadable-blocks')?.before.at(-1);
  assert.deepEqual(step, {
    text: 'Take a snapshot of each volume; to list them',
    run: ['kubectl', 'monitoring', 'capacity'],
  });
});

test('a downgrade needs no older CRDs', () => {
  const crds = [{ name: 'probes.monitoring.coreos.com', operator: '0.93.0' }];
  const found = upgradeFindings(factsOf({ from: '88.0.0', to: '80.0.0', crds }));
  const [outdated] = found.filter(({ reason }) => reason === 'crds-outdated');
  assert.ok(outdated?.places.every((place) => place.endsWith(': not installed')));
});
