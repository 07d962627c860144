import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alert } from '../../../lib/alerts/alert-facts.ts';
import { readConfig } from '../../../lib/alerts/config.ts';
import { alertCounts, isChosen, type ListedAlert, listAlerts } from '../../../lib/alerts/listed-alerts.ts';

const NOW = new Date('2026-01-02T03:04:05Z');

const alert = (fingerprint: string, more: Partial<Alert> = {}): Alert => ({
  fingerprint,
  labels: { alertname: fingerprint },
  annotations: {},
  startsAt: 1_000,
  endsAt: 2_000,
  updatedAt: 1_000,
  receivers: ['pager'],
  state: 'active',
  silencedBy: [],
  inhibitedBy: [],
  mutedBy: [],
  ...more,
});

const answers = (...replicas: Alert[][]) =>
  replicas.map((value, at) => ({ replica: { name: `main-${at}` }, value }));

test('an alert is one whatever replicas have it, and those that have it are named', () => {
  const [one, other] = listAlerts(
    answers([alert('a'), alert('b')], [alert('b', { startsAt: 500, endsAt: 3_000, receivers: ['chat'] })]),
    undefined,
    NOW,
  );
  assert.deepEqual([one?.fingerprint, one?.replicas], ['a', ['main-0']]);
  const { replicas, startsAt, endsAt, receivers } = other as ListedAlert;
  assert.deepEqual(
    { replicas, startsAt, endsAt, receivers },
    { replicas: ['main-0', 'main-1'], startsAt: 500, endsAt: 3_000, receivers: ['pager', 'chat'] },
  );
});

test('an alert that a replica answers very often is one', () => {
  const listed = listAlerts(answers(Array.from({ length: 200_000 }, () => alert('a'))), undefined, NOW);
  assert.deepEqual(
    listed.map(({ replicas, startsAt, endsAt }) => ({ replicas, startsAt, endsAt })),
    [{ replicas: ['main-0'], startsAt: 1_000, endsAt: 2_000 }],
  );
});

test('the newest alert is first', () => {
  const listed = listAlerts(
    answers([alert('a'), alert('c', { startsAt: 3_000 }), alert('b')]),
    undefined,
    NOW,
  );
  assert.deepEqual(
    listed.map(({ fingerprint }) => fingerprint),
    ['c', 'a', 'b'],
  );
});

const suppressed: Partial<Alert> = { state: 'suppressed', silencedBy: ['id'] };

for (const [what, copies, state] of [
  ['silenced and inhibited', [{ ...suppressed, inhibitedBy: ['a'] }], 'silenced'],
  ['inhibited', [{ state: 'suppressed', inhibitedBy: ['a'] }], 'inhibited'],
  ['suppressed by what is not told', [{ state: 'suppressed' }], 'muted'],
  ['not routed yet', [{ state: 'unprocessed' }], 'unprocessed'],
  ['silenced on one replica only', [suppressed, {}], 'active'],
  ['silenced on each replica', [suppressed, suppressed], 'silenced'],
] as const)
  test(`an alert that is ${what} is ${state}`, () => {
    const [listed] = listAlerts(
      answers(...copies.map((more) => [alert('a', more as Partial<Alert>)])),
      undefined,
      NOW,
    );
    assert.equal(listed?.state, state);
  });

const config = readConfig(`
route:
  receiver: chat
  routes:
    - { receiver: chat, matchers: [a=b], mute_time_intervals: [always], continue: true }
    - { receiver: pager, matchers: [c=d] }
receivers: [{ name: chat }, { name: pager }]
time_intervals: [{ name: always, time_intervals: [{ years: ['2026'] }] }]
`);

test('an alert is muted if every route that it takes is muted now', () => {
  const stateFor = (labels: Alert['labels'], now: Date) => {
    const [{ state, mutedBy } = { state: undefined, mutedBy: [] }] = listAlerts(
      answers([alert('a', { labels })]),
      config,
      now,
    );
    return [state, mutedBy];
  };
  assert.deepEqual(stateFor({ a: 'b' }, NOW), ['muted', ['always']]);
  assert.deepEqual(stateFor({ a: 'b', c: 'd' }, NOW), ['active', []]);
  assert.deepEqual(stateFor({ a: 'b' }, new Date('2027-01-02T03:04:05Z')), ['active', []]);
});

test('alerts are chosen by matchers, states and the whole name of a receiver', () => {
  const [listed] = listAlerts(answers([alert('a')]), undefined, NOW) as [ListedAlert];
  const choose = (choice: Partial<Parameters<typeof isChosen>[1]>) =>
    isChosen(listed, { matchers: [], states: [], receiver: undefined, ...choice });
  const receiver = (value: string) => ({ receiver: { name: 'receiver', op: '=~' as const, value } });
  assert.ok(choose({}));
  assert.ok(choose({ matchers: [{ name: 'alertname', op: '=', value: 'a' }], states: ['active', 'muted'] }));
  assert.ok(!choose({ matchers: [{ name: 'alertname', op: '!=', value: 'a' }] }));
  assert.ok(!choose({ states: ['muted'] }));
  assert.ok(choose(receiver('p.*')));
  assert.ok(!choose(receiver('page')));
});

test('counts name the most frequent alert first', () => {
  const named = (alertname: string) => ({ labels: { alertname } });
  assert.deepEqual(alertCounts([named('b'), named('a'), named('b'), { labels: {} }]), [
    'b (2)',
    'without a name',
    'a',
  ]);
});
