import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../lib/alerts/config.ts';
import { reachedIn, settingsOf, viewRoutes, whyUnnotified } from '../../../lib/alerts/route-view.ts';

const NOW = new Date('2026-01-02T03:04:05Z');

const config = readConfig(`
route:
  receiver: "null"
  group_by: [alertname]
  routes:
    - receiver: pager
      matchers: [a=b]
      continue: true
    - receiver: chat
      matchers: [a=~"b|c"]
      group_wait: 1s
      mute_time_intervals: [always]
receivers:
  - { name: "null" }
  - { name: pager, webhook_configs: [{ url: "http://127.0.0.1/" }] }
  - { name: chat, slack_configs: [{ api_url: "http://127.0.0.1/" }] }
time_intervals: [{ name: always, time_intervals: [{ years: ['2026'] }] }]
`);

for (const [labels, receivers, why] of [
  [{ a: 'b' }, ['pager', 'chat'], undefined],
  [{ a: 'c' }, ['chat'], 'muted'],
  [{ a: 'd' }, ['null'], 'no-receiver'],
] as const)
  test(`an alert with a=${labels.a} reaches ${receivers.join(' and ')}${why ? `: ${why}` : ''}`, () => {
    const reached = reachedIn(viewRoutes(config, labels, NOW));
    assert.deepEqual([reached.map(({ route }) => route.receiver), whyUnnotified(reached)], [receivers, why]);
  });

test('without labels no route is taken', () =>
  assert.ok(
    [viewRoutes(config, undefined, NOW)].every(
      ({ isTaken, routes }) => !isTaken && !routes.some((one) => one.isTaken),
    ),
  ));

test('a route that only differs in one setting shows that one', () => {
  const { route } = config;
  assert.deepEqual(settingsOf(route, undefined), {
    groupBy: ['alertname'],
    groupWait: 30,
    groupInterval: 300,
    repeatInterval: 14_400,
  });
  assert.deepEqual(
    route.routes.map((child) => settingsOf(child, route)),
    [{}, { groupWait: 1 }],
  );
  assert.deepEqual(settingsOf({ ...route, groupBy: 'all' }, { ...route, groupBy: ['all'] }), {
    groupBy: 'all',
  });
});
