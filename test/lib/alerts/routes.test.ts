import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Labels, Route } from '../../../lib/alerts/alert-facts.ts';
import { readConfig } from '../../../lib/alerts/config.ts';
import { groupLabels, pathsFor, receiverOf, routesFor } from '../../../lib/alerts/routes.ts';

const { route: root, receivers } = readConfig(`
route:
  receiver: root
  routes:
  - {receiver: watch, matchers: [alertname=Watchdog]}
  - receiver: audit
    matchers: [team=~"a|b"]
    continue: true
    routes:
    - {receiver: audit-a, matchers: [team=a]}
  - receiver: page
    matchers: [severity=critical]
    routes:
    - {receiver: page-a, matchers: [team=a], continue: true}
    - {receiver: page-eu, matchers: [region=eu]}
    - {receiver: page-not-eu, matchers: [region!=eu, region!=""]}
  - {receiver: all, continue: true}
receivers: [{name: root}, {name: watch}, {name: audit}, {name: audit-a}, {name: page}, {name: page-a}, {name: page-eu},
  {name: page-not-eu}, {name: all, webhook_configs: [{}]}]
`);

const TAKEN: [labels: Labels, receivers: string[]][] = [
  [{}, ['all']],
  [{ alertname: 'Watchdog', team: 'a' }, ['watch']],
  [{ team: 'a' }, ['audit-a', 'all']],
  [{ team: 'b' }, ['audit', 'all']],
  [{ severity: 'critical' }, ['page']],
  [{ severity: 'critical', team: 'a' }, ['audit-a', 'page-a']],
  [{ severity: 'critical', team: 'a', region: 'eu' }, ['audit-a', 'page-a', 'page-eu']],
  [{ severity: 'critical', region: 'us' }, ['page-not-eu']],
];
for (const [labels, taken] of TAKEN)
  test(`${JSON.stringify(labels)} goes to ${taken.join(', ')}`, () =>
    assert.deepEqual(
      routesFor(root, labels).map(({ receiver }) => receiver),
      taken,
    ));

test('a route of which no child matches is taken itself', () => {
  const childless: Route = { ...root, routes: root.routes.slice(0, 1) };
  assert.deepEqual(routesFor(childless, {}), [childless]);
});

test('a path leads from the root to the route that is taken', () => {
  const paths = pathsFor(root, { severity: 'critical', team: 'b', region: 'eu' });
  assert.deepEqual(
    paths.map((path) => path.map(({ receiver }) => receiver)),
    [
      ['root', 'audit'],
      ['root', 'page', 'page-eu'],
    ],
  );
});

test('a group has the labels that its route groups by and the alert has', () => {
  const labels = { alertname: 'A', namespace: 'n' };
  assert.deepEqual(groupLabels({ groupBy: ['namespace', 'pod'] }, labels), { namespace: 'n' });
  assert.deepEqual(groupLabels({ groupBy: [] }, labels), {});
  assert.deepEqual(groupLabels({ groupBy: 'all' }, labels), labels);
});

test('finds a receiver by its name', () => {
  assert.deepEqual(receiverOf({ receivers }, 'all')?.integrations, [{ type: 'webhook', sendResolved: true }]);
  assert.equal(receiverOf({ receivers }, 'none'), undefined);
});
