import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alert, AlertGroup, Labels } from '../../../lib/alerts/alert-facts.ts';
import { readConfig } from '../../../lib/alerts/config.ts';
import { confirmed, receiversOf, type Target, targetsOf } from '../../../lib/alerts/target.ts';

const config = readConfig(`
route:
  receiver: root
  group_by: [namespace]
  group_wait: 30s
  group_interval: 5m
  routes:
  - {receiver: audit, matchers: [team=~".+"], group_by: [team], group_wait: 10s, continue: true}
  - {receiver: pager, matchers: [severity=critical], group_interval: 10s, mute_time_intervals: [first-minute, never]}
  - {receiver: chat, matchers: [severity=warning], group_by: [...], active_time_intervals: [first-minute]}
  - {receiver: none, matchers: [severity=none]}
receivers:
- {name: root, email_configs: [{to: a}]}
- {name: audit, webhook_configs: [{url: 'http://a'}, {url: 'http://b', send_resolved: false}]}
- {name: pager, pagerduty_configs: [{}]}
- {name: chat, slack_configs: [{}]}
- {name: none}
time_intervals:
- {name: first-minute, time_intervals: [{times: [{start_time: '03:00', end_time: '03:01'}]}]}
- {name: never, time_intervals: [{years: ['1999']}]}
`);

const alert = (more: Partial<Alert> = {}): Alert => ({
  ...{ fingerprint: 'f', labels: {}, annotations: {}, startsAt: 0, endsAt: 0, updatedAt: 0 },
  ...{ receivers: [], state: 'active', silencedBy: [], inhibitedBy: [], mutedBy: [] },
  ...more,
});
const group = (receiver: string, labels: Labels, alerts = [alert()]): AlertGroup => ({
  receiver,
  labels,
  alerts,
});

/** 03:00 UTC, and as many seconds. */
const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 2, 3, 0, seconds));

const targets = (
  labels: Labels,
  given: { groups?: AlertGroup[]; hasEnded?: boolean; now?: Date } = {},
): Target[] => targetsOf(config, labels, { groups: [], hasEnded: false, now: at(600), ...given });

const shown = ({ receiver, group, joined, mayJoin, wait, muted, path }: Target) => ({
  receiver: receiver.name,
  group,
  joined,
  mayJoin,
  wait,
  muted,
  depth: path.length,
});

test('a new group waits for group_wait', () => {
  assert.deepEqual(targets({ alertname: 'A', namespace: 'shop' }).map(shown), [
    {
      ...{ receiver: 'root', group: { namespace: 'shop' }, joined: 0, mayJoin: false },
      ...{ wait: 30, muted: [], depth: 1 },
    },
  ]);
});

test('a group that is there waits for group_interval, and tells how many alerts it has', () => {
  const groups = [
    group('root', { namespace: 'other' }),
    group('pager', { namespace: 'shop' }),
    group('root', { namespace: 'shop', team: 'a' }),
    group('root', {}),
    group('root', { namespace: 'shop' }, [alert(), alert()]),
  ];
  const [target] = targets({ namespace: 'shop' }, { groups });
  assert.deepEqual([target?.joined, target?.mayJoin, target?.wait], [2, false, 300]);
});

for (const [what, labels] of [
  ['of another value', { namespace: 'b' }],
  ['with a label more', { namespace: 'a', node: 'n' }],
  ['without labels', {}],
] as const)
  test(`a group ${what} is another one`, () => {
    const [target] = targets({ namespace: 'a' }, { groups: [group('root', labels)] });
    assert.deepEqual([target?.joined, target?.wait], [0, 30]);
  });

test('a group that has just ended may be joined, and is waited for as long', () => {
  const [target] = targets({ namespace: 'shop' }, { hasEnded: true });
  assert.deepEqual([target?.joined, target?.mayJoin, target?.wait], [0, true, 300]);
});

test('a group that is there is no one that has ended', () => {
  const [target] = targets(
    { namespace: 'shop' },
    { hasEnded: true, groups: [group('root', { namespace: 'shop' })] },
  );
  assert.deepEqual([target?.joined, target?.mayJoin, target?.wait], [1, false, 300]);
});

test('an interval that is shorter than the first wait does not shorten it', () => {
  const [target] = targets({ severity: 'critical' }, { hasEnded: true });
  assert.equal(target?.wait, 30);
});

test('an alert goes by every route that continues, each with its own group', () => {
  const labels = { alertname: 'A', namespace: 'shop', team: 'a', severity: 'critical' };
  assert.deepEqual(targets(labels, { groups: [group('audit', { team: 'a' })] }).map(shown), [
    {
      ...{ receiver: 'audit', group: { team: 'a' }, joined: 1, mayJoin: false, wait: 300 },
      muted: [],
      depth: 2,
    },
    {
      ...{ receiver: 'pager', group: { namespace: 'shop' }, joined: 0, mayJoin: false, wait: 30 },
      ...{ muted: [], depth: 2 },
    },
  ]);
});

test('each alert is a group of its own where a route groups by all labels', () => {
  const labels = { alertname: 'A', severity: 'warning' };
  assert.deepEqual(targets(labels)[0]?.group, labels);
});

test('a route is muted by what applies when the group is notified of, and not when the alert is sent', () => {
  const critical = { severity: 'critical' };
  const muted = (now: Date, more = {}): string[] | undefined => targets(critical, { now, ...more })[0]?.muted;
  assert.deepEqual(muted(at(29)), ['first-minute']);
  assert.deepEqual(muted(at(31)), []);
  assert.deepEqual(muted(at(-29)), ['first-minute']);
  assert.deepEqual(muted(at(-31)), []);
  assert.deepEqual(muted(at(1), { hasEnded: true }), ['first-minute']);
});

test('a route is muted outside of the time intervals in which it is active', () => {
  const warning = { severity: 'warning' };
  assert.deepEqual(targets(warning, { now: at(29) })[0]?.muted, []);
  assert.deepEqual(targets(warning, { now: at(31) })[0]?.muted, ['first-minute']);
});

test('a receiver without integrations is a target, too', () => {
  const [target] = targets({ severity: 'none' });
  assert.deepEqual(target?.receiver, { name: 'none', integrations: [] });
});

test('alerts are notified to their receivers, each once, unless they are suppressed', () => {
  const alerts = [
    alert({ receivers: ['pager', 'chat'] }),
    alert({ receivers: ['pager'], state: 'unprocessed' }),
    alert({ receivers: ['audit'], state: 'suppressed' }),
    alert({ receivers: ['gone'] }),
  ];
  assert.deepEqual(
    receiversOf(config, alerts).map(({ name }) => name),
    ['pager', 'chat'],
  );
});

test('Alertmanager confirms where an alert goes', () => {
  const expected = targets({ team: 'a', severity: 'critical' });
  assert.deepEqual(confirmed(config, expected, ['pager', 'audit']), expected);
});

test('a receiver that Alertmanager does not name is no target', () => {
  const expected = targets({ team: 'a', severity: 'critical' });
  assert.deepEqual(confirmed(config, expected, ['audit']), expected.slice(0, 1));
});

test('a receiver that only Alertmanager names is a target that waits as long as the others', () => {
  const expected = targets({ team: 'a', severity: 'critical' });
  const [first, other, unknown] = confirmed(config, expected, ['audit', 'chat', 'new']);
  assert.equal(first, expected[0]);
  assert.deepEqual([other?.receiver.name, other?.wait, other?.receiver.integrations.length], ['chat', 30, 1]);
  assert.deepEqual([unknown?.receiver, unknown?.wait], [{ name: 'new', integrations: [] }, 30]);
});
