import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hidesSecret, valuesOf, withReceiver } from '../../../lib/alerts/watchdog/receiver-values.ts';

const OUTSIDE = { url: 'https://hc.test/ping', alert: 'Watchdog', grace: 300 };

const ROUTE = {
  receiver: 'watchdog',
  matchers: ['alertname = "Watchdog"'],
  group_wait: '0s',
  group_interval: '1m',
  repeat_interval: '1m',
};
const RECEIVER = { name: 'watchdog', webhook_configs: [{ url: OUTSIDE.url, send_resolved: false }] };
const NULL = { name: 'null' };

/** Of a running configuration: its routes and receivers. */
const running = (routes: object[], receivers: object[]): string =>
  JSON.stringify({ route: { receiver: 'null', routes }, receivers });

const TO_NULL = { receiver: 'null', matchers: ['alertname="Watchdog"'] };
const PAGER = { name: 'pager', pagerduty_configs: [{ routing_key: '<secret>' }] };
const TO_PAGER = { receiver: 'pager', matchers: ['severity="critical"'] };

test('without a configuration: the receiver "null", and the new one with its route', () =>
  assert.deepEqual(withReceiver(undefined, OUTSIDE), {
    routes: [ROUTE],
    receivers: [NULL, RECEIVER],
    left: [],
  }));

const rows: [name: string, config: string, routes: object[], receivers: object[]][] = [
  ["replaces the chart's own route to null", running([TO_NULL], [NULL]), [ROUTE], [NULL, RECEIVER]],
  [
    'keeps other routes and receivers as they are',
    running([TO_NULL, TO_PAGER], [NULL, PAGER]),
    [ROUTE, TO_PAGER],
    [NULL, PAGER, RECEIVER],
  ],
  [
    'adds null where it is missing',
    JSON.stringify({ route: { receiver: 'pager' }, receivers: [PAGER] }),
    [ROUTE],
    [NULL, PAGER, RECEIVER],
  ],
  [
    'replaces itself',
    running(
      [{ ...ROUTE, repeat_interval: '9m' }],
      [NULL, { name: 'watchdog', webhook_configs: [{ url: '<secret>' }] }],
    ),
    [ROUTE],
    [NULL, RECEIVER],
  ],
  [
    'keeps a route of the alert that notifies somebody, behind the new one',
    running([{ ...TO_NULL, receiver: 'pager' }], [NULL, PAGER]),
    [
      { ...ROUTE, continue: true },
      { ...TO_NULL, receiver: 'pager' },
    ],
    [NULL, PAGER, RECEIVER],
  ],
  [
    'keeps a route to null of other alerts',
    running([{ receiver: 'null', matchers: ['alertname=~"Watchdog|InfoInhibitor"'] }], [NULL]),
    [ROUTE, { receiver: 'null', matchers: ['alertname=~"Watchdog|InfoInhibitor"'] }],
    [NULL, RECEIVER],
  ],
];
for (const [name, config, routes, receivers] of rows)
  test(name, () => assert.deepEqual(withReceiver(config, OUTSIDE), { routes, receivers, left: [] }));

test('leaves out what the operator adds from AlertmanagerConfig resources', () => {
  const theirs = { name: 'team/app/hook', webhook_configs: [{ url: '<secret>' }] };
  const route = { receiver: 'team/app/hook', matchers: ['namespace="team"'], continue: true };
  assert.deepEqual(withReceiver(running([route, TO_NULL], [NULL, theirs]), OUTSIDE), {
    routes: [ROUTE],
    receivers: [NULL, RECEIVER],
    left: ['team/app/hook'],
  });
});

test('sends pings more often than every half of the grace time', () => {
  for (const [grace, interval] of [
    [60, '12s'],
    [300, '1m'],
    [3600, '12m'],
    [61, '12s'],
  ] as const)
    assert.equal(withReceiver(undefined, { ...OUTSIDE, grace }).routes[0]?.repeat_interval, interval);
});

test('throws on a configuration that cannot be read', () =>
  assert.throws(() => withReceiver('route: {', OUTSIDE), SyntaxError));

test('puts the lists below the keys of the chart, or those of the platform', () => {
  const lists = withReceiver(undefined, OUTSIDE);
  const config = { route: { routes: lists.routes }, receivers: lists.receivers };
  assert.deepEqual(valuesOf(lists, 'upstream'), { alertmanager: { config } });
  assert.deepEqual(valuesOf(lists, 'platform'), { alerts: { config } });
});

test('finds hidden secrets at any depth', () => {
  assert.ok(hidesSecret({ a: [{ b: '<secret>' }] }));
  assert.ok(!hidesSecret({ a: ['secret', null, 1] }));
});
