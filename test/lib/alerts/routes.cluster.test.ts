import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Alert, AlertConfig } from '../../../lib/alerts/alert-facts.ts';
import { ALERTS, GROUPS, readAlerts, readGroups, readStatus, STATUS } from '../../../lib/alerts/answers.ts';
import { readConfig } from '../../../lib/alerts/config.ts';
import { inhibitedBy } from '../../../lib/alerts/inhibition.ts';
import { groupLabels, receiverOf, routesFor } from '../../../lib/alerts/routes.ts';
import { untilReady } from '../../cluster/ready.ts';
import { type RunningServer, startServer } from '../../metrics/running-server.ts';

const names = fc.constantFrom('a', 'b', 'c');
const values = fc.constantFrom('x', 'y', 'z', 'x"y', '', 'z\\\ny');
const expressions = fc.constantFrom('x|y', 'x.*', '.*', '.+', '', 'x)|(y', '(?i)X', '[^x]', String.raw`\w`);

const matchers = fc.array(
  fc
    .oneof(
      fc.tuple(names, fc.constantFrom('=', '!='), values),
      fc.tuple(names, fc.constantFrom('=~', '!~'), expressions),
    )
    .map(([name, op, value]) => `${name}${op}${JSON.stringify(value)}`),
  { maxLength: 2 },
);

const receivers = ['r0', 'r1', 'r2', 'r3'];

const { route } = fc.letrec<{ route: object }>((tie) => ({
  route: fc.record(
    {
      receiver: fc.constantFrom(...receivers),
      match: fc.dictionary(names, values, { maxKeys: 1 }),
      match_re: fc.dictionary(
        names,
        // Alertmanager anchors these twice, so that two halves of a group mean something else.
        expressions.filter((text) => text !== '' && !text.includes(')|(')),
        { maxKeys: 1 },
      ),
      matchers,
      continue: fc.boolean(),
      // An empty list is the parent's for some versions, and none for others, and none of them prints it.
      group_by: fc.oneof(fc.constant(['...']), fc.uniqueArray(names, { minLength: 1, maxLength: 2 })),
      routes: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constant([]),
        fc.array(tie('route'), { maxLength: 4 }),
      ),
    },
    { requiredKeys: ['matchers'] },
  ),
}));

const configs = fc.record({
  route: fc.record({
    receiver: fc.constant('r0'),
    // Groups have a first notification, which nobody gets, within the test.
    group_wait: fc.constant('0s'),
    routes: fc.array(route, { minLength: 2, maxLength: 5 }),
  }),
  inhibit_rules: fc.array(
    fc.record({
      source_matchers: matchers,
      target_matchers: matchers,
      equal: fc.uniqueArray(names, { maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
  receivers: fc.constant(receivers.map((name) => ({ name }))),
});

/** Every combination of some values, each label absent, too. */
const all = ['', 'x', 'y', 'z', 'x"y'].flatMap((a) =>
  ['', 'x', 'y', 'z\\\ny'].flatMap((b) => ['', 'x', 'X'].map((c) => ({ alertname: 'T', a, b, c }))),
);

for (const [at, config] of fc.sample(configs, { seed: 20, numRuns: 12 }).entries())
  describe(`a real Alertmanager, with configuration ${at}`, () => {
    let server: RunningServer;
    let running: AlertConfig;
    let alerts: Alert[];
    const ask = async (path: string, init?: RequestInit) => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, init);
      assert.equal(answer.status, 200, await answer.clone().text());
      return answer.text();
    };
    before(async () => {
      server = await startServer('prometheus-alertmanager', {
        flags: ['--config.file=alertmanager.yaml', '--storage.path=data', '--cluster.listen-address='],
        files: { 'alertmanager.yaml': JSON.stringify(config) },
        isReady: async (port) => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok,
      });
      await ask(ALERTS, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(all.map((labels) => ({ labels }))),
      });
      running = readConfig(readStatus(await ask(STATUS)).config);
      alerts = readAlerts(await ask(ALERTS));
    });
    after(() => server.stop());

    test('prints the configuration that it was given', () =>
      assert.deepEqual(readConfig(JSON.stringify(config)).receivers, running.receivers));

    test('routes alerts as computed', () => {
      assert.equal(alerts.length, all.length);
      for (const { labels, receivers } of alerts) {
        const taken = routesFor(running.route, labels).map(({ receiver }) => receiver);
        assert.deepEqual(taken, receivers, JSON.stringify(labels));
        assert.ok(taken.every((name) => receiverOf(running, name)));
        const given = routesFor(readConfig(JSON.stringify(config)).route, labels);
        assert.deepEqual(
          given.map(({ receiver }) => receiver),
          taken,
        );
      }
    });

    test('groups alerts as computed', async () => {
      const text = (receiver: string, labels: object, alert: Alert): string =>
        JSON.stringify([receiver, Object.entries(labels).toSorted(), alert.fingerprint]);
      const computed = alerts.flatMap((alert) =>
        routesFor(running.route, alert.labels).map((route) =>
          text(route.receiver, groupLabels(route, alert.labels), alert),
        ),
      );
      // Alerts are stored at once, and put into groups soon after.
      let real: string[] = [];
      await untilReady('every group', [], async () => {
        real = readGroups(await ask(GROUPS)).flatMap(({ receiver, labels, alerts }) =>
          alerts.map((alert) => text(receiver, labels, alert)),
        );
        return real.length >= computed.length;
      });
      assert.deepEqual(real.toSorted(), computed.toSorted());
    });

    test('suppresses alerts as computed, and names one of those that do it', async () => {
      const differs = ({ labels, inhibitedBy: named }: Alert): boolean => {
        const computed = inhibitedBy(running, labels, alerts).map(({ fingerprint }) => fingerprint);
        return computed.length > 0 ? !named.some((one) => computed.includes(one)) : named.length > 0;
      };
      await untilReady('inhibition as computed', [], async () => {
        alerts = readAlerts(await ask(ALERTS));
        return !alerts.some(differs);
      });
    });
  });
