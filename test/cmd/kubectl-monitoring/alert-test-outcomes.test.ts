import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ask } from '../../alerts/ask.ts';
import type { ReceiverMode } from '../../alerts/receivers.ts';
import { untilReady } from '../../cluster/ready.ts';
import { sendAlerts } from '../../support/alert-stage.ts';
import { type Addressed, type Answer, configuration, receive, startAddressed } from './alert-test-runs.ts';

/** Starts an Alertmanager with a webhook, and the alerts of these names. */
async function start(
  t: TestContext,
  { mode = '200', like, answer, alerts = [], ...more }: StartOptions = {},
): Promise<Addressed & { received(): string[]; port: number }> {
  const receiver = await receive(t, mode);
  const addressed = await startAddressed(t, {
    config: configuration(receiver.url, more),
    ...(like && { like }),
    ...(answer && { answer }),
  });
  const [port = 0] = addressed.managers.ports;
  const isTold = (): boolean => receiver.received.length > 0 || !alerts.includes('Other');
  if (alerts.length > 0)
    await sendAlerts(
      port,
      alerts.map((alertname) => ({ labels: { alertname } })),
    );
  await untilReady('The first notification', [], async () => isTold());
  return { ...addressed, port, received: () => receiver.received.map(({ status }) => status) };
}

interface StartOptions {
  mode?: ReceiverMode;
  like?: 'system' | 'newest';
  answer?: Answer;
  sendResolved?: boolean;
  alerts?: string[];
}

const silence = (port: number) =>
  ask(port, {
    path: '/api/v2/silences',
    body: {
      matchers: [{ name: 'alertname', value: 'TestAlert', isRegex: false, isEqual: true }],
      startsAt: new Date().toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      createdBy: 'ann',
      comment: 'x',
    },
  });

const plan = (
  version: string,
  labels = '',
): string => `  Alertmanager http://127.0.0.1:PORT (1 replica, ${version})
  Labels       alertname="TestAlert"
${labels}               severity="warning"
               kubectl_monitoring_test="ID"
`;
const PAGER = `  Route        {alertname="TestAlert", to!="nobody"}
  Receiver     pager (webhook)
  Group        by alertname; a new one: notified after 100ms (group_wait)
`;

/** What is written on stderr where the alert goes to `pager`, and this came of it. */
const progress = (outcome: string): string => `${plan('0.31.1')}${PAGER}${steps(outcome)}`;

const steps = (outcome: string, api = 'v2'): string =>
  `1/3 Send the alert: done (1 of 1 replica by API ${api}, http://127.0.0.1:PORT)
2/3 Wait for the notification: done (${outcome})
3/3 Resolve the alert: done (at 1 replica)
`;

const RESOLVED = 'The alert is resolved at 1 of 1 replica.\n';
const TOLD = 'Receiver "pager" is told so within 1s (send_resolved); --wait-resolved waits for it.\n';
const ROUTES = `Next: kubectl monitoring alert routes --label alertname=TestAlert`;

describe('what comes of a test alert', { concurrency: 8 }, () => {
  for (const [like, version, api] of [
    ['system', '0.25.0', 'v1'],
    ['newest', '0.31.1', 'v2'],
  ] as const)
    test(`sent, by API ${api} of ${version}`, async (t) => {
      const { run, received } = await start(t, { like });
      assert.deepEqual(await run(), {
        code: 0,
        stdout: `sent: receiver "pager" was notified through webhook after Ns\n${RESOLVED}${TOLD}`,
        stderr: `${plan(version)}${PAGER}${steps('sent', api)}`,
      });
      // That it is resolved may be told already.
      assert.equal(received()[0], 'firing');
    });

  test('sent, and no one is told that it is resolved', async (t) => {
    const { run } = await start(t, { sendResolved: false });
    const { code, stdout } = await run();
    assert.equal(code, 0);
    assert.match(stdout, /\nNo one is told that it is resolved: send_resolved is false\.\n$/);
    // Of another Alertmanager: this one may count the end of the first alert without a request.
    const waited = await (await start(t, { sendResolved: false })).run(['--wait-resolved']);
    assert.match(waited.stdout, /\nNo one is told that it is resolved: send_resolved is false\.\n$/);
    assert.match(
      waited.stderr,
      /^4\/4 Wait for the notification of its end: not needed \(send_resolved is false\)$/m,
    );
  });

  test('sent, and its end, too', async (t) => {
    const { run, received } = await start(t);
    assert.deepEqual(await run(['--wait-resolved']), {
      code: 0,
      stdout: `sent: receiver "pager" was notified through webhook after Ns
${RESOLVED}Its end: sent: receiver "pager" was notified through webhook after Ns.
`,
      stderr: `${plan('0.31.1')}${PAGER}${steps('sent').replaceAll('/3 ', '/4 ')}4/4 Wait for the notification of its end: done (sent)
`,
    });
    assert.deepEqual(received(), ['firing', 'resolved']);
  });

  test('sent at a later attempt', async (t) => {
    const receiver = await receive(t, '500');
    const { run } = await startAddressed(t, { config: configuration(receiver.url) });
    const attempted = untilReady('An attempt', [], async () => receiver.received.length > 0);
    const running = run([]);
    await attempted;
    receiver.become('200');
    const { code, stdout } = await running;
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^sent: receiver "pager" was notified through webhook after Ns, after \d failed attempts?\n/,
    );
  });

  test('probably sent: another alert is notified of through a webhook, too', async (t) => {
    const { run } = await start(t, { alerts: ['Other'] });
    assert.deepEqual(await run(['--timeout', '3s']), {
      code: 2,
      stdout: `probably sent: 1 request succeeded through webhook within Ns, but other alerts are notified of through it, too: it is not proven that receiver "pager" got this one
${RESOLVED}${TOLD}`,
      stderr: progress('probably sent'),
    });
  });

  for (const [mode, reason] of [
    ['500', '1 of 1 request failed'],
    ['404', '1 of 1 request failed'],
    ['refused', '1 of 1 request failed'],
    ['bad-tls', '1 of 1 request failed'],
    ['hangs', 'it does not answer'],
  ] as const)
    test(`failing: the webhook is ${mode}`, async (t) => {
      const { run } = await start(t, { mode });
      const { code, stdout, stderr } = await run(['--timeout', '3s']);
      assert.deepEqual([code, stderr], [1, progress('failing')]);
      const plain = stdout.replace(/\d of \d requests? failed/, '1 of 1 request failed');
      assert.equal(
        plain,
        `failing: receiver "pager" was not notified through webhook: ${reason}\n${RESOLVED}`,
      );
    });

  test('failing: the second of two webhooks', async (t) => {
    const [good, bad] = [await receive(t), await receive(t, 'hangs')];
    const webhooks = [{ url: good.url }, { url: bad.url }];
    const more = {
      receivers: ['null', 'pager', 'chat'].map((name) => ({ name, webhook_configs: webhooks })),
    };
    const { run } = await startAddressed(t, { config: configuration(good.url, { more }) });
    const { code, stdout } = await run(['--timeout', '3s']);
    assert.deepEqual(
      [code, stdout],
      [1, `failing: receiver "pager" was not notified through webhook: it does not answer\n${RESOLVED}`],
    );
  });

  test('no receiver', async (t) => {
    const { run, url } = await start(t);
    const { code, stdout, stderr } = await run(['--label', 'to=nobody']);
    assert.deepEqual(
      [code, stdout],
      [1, `no receiver: receiver "null" notifies no one: it has no integrations\n${RESOLVED}`],
    );
    assert.equal(
      stderr,
      `${plan('0.31.1', '               to="nobody"\n')}  Route        the default route
  Receiver     null (notifies no one)
  Group        by alertname; a new one: notified after 100ms (group_wait)
${steps('no receiver')}${ROUTES} --label to=nobody --label severity=warning --alerts-url ${url.replace(/\d+$/, 'PORT')}
`,
    );
  });

  test('silenced', async (t) => {
    const { run, port, received } = await start(t);
    const { silenceID: id } = JSON.parse((await silence(port)).text);
    const { code, stdout, stderr } = await run();
    assert.deepEqual([code, stdout], [1, `silenced: silence ${id} suppressed it\n${RESOLVED}`]);
    assert.equal(
      stderr,
      `${progress('silenced')}Next: kubectl monitoring alert silence list --alerts-url http://127.0.0.1:PORT\n`,
    );
    assert.deepEqual(received(), []);
  });

  test('inhibited', async (t) => {
    const { run } = await start(t, { alerts: ['Source'] });
    assert.deepEqual(await run(), {
      code: 1,
      stdout: `inhibited: alert Source suppressed it\n${RESOLVED}`,
      stderr: `${progress('inhibited')}Next: kubectl monitoring alert list --alerts-url http://127.0.0.1:PORT\n`,
    });
  });

  for (const like of ['system', 'newest'] as const)
    test(`muted, with one like ${like}`, async (t) => {
      const { run } = await start(t, { like });
      const { code, stdout, stderr } = await run(['--label', 'to=night', '--timeout', '3s']);
      assert.deepEqual([code, stdout], [1, `muted: its route is muted by always\n${RESOLVED}`]);
      assert.match(stderr, /^ {2}Muted {8}by always$/m);
      assert.match(
        stderr,
        /^Next: kubectl monitoring alert routes --label alertname=TestAlert --label to=night /m,
      );
    });

  test('sent by one route, and muted by another', async (t) => {
    const { run, received } = await start(t);
    const { code, stdout } = await run(['--label', 'to=both', '--timeout', '3s']);
    assert.deepEqual([code, received().length], [0, 1]);
    assert.match(
      stdout,
      /^sent: receiver "chat" was notified through webhook after Ns; the route to receiver "pager" is muted by always\n/,
    );
  });

  test('pending: nothing was counted in time', async (t) => {
    const counted =
      'alertmanager_notifications_total{integration="webhook"} 7\nalertmanager_dispatcher_aggregation_groups 0\n';
    const { run } = await start(t, {
      answer: ({ path, response }) => path === '/metrics' && response.end(counted),
    });
    const { code, stdout, stderr } = await run(['--timeout', '500ms']);
    assert.deepEqual(
      [code, stdout],
      [124, `pending: receiver "pager" was not notified within Ns\n${RESOLVED}`],
    );
    assert.equal(stderr, progress('pending'));
  });

  test('dry run: nothing is sent', async (t) => {
    const { run, active } = await start(t, { alerts: ['Other'] });
    assert.deepEqual(await run(['--dry-run', 'client', '--name', 'Other']), {
      code: 0,
      stdout: 'dry run: nothing was sent; it would go to receiver "chat"\n',
      stderr: `${plan('0.31.1').replace('TestAlert', 'Other')}  Route        {alertname="Other"}
  Receiver     chat (webhook)
  Group        by alertname; joins 1 other alert: notified within 1s (group_interval)
`,
    });
    assert.deepEqual(await active(), ['Other']);
  });

  test('kept', async (t) => {
    const { run, active } = await start(t);
    const { code, stdout, stderr } = await run(['--keep']);
    assert.deepEqual(
      [code, stdout],
      [
        0,
        'sent: receiver "pager" was notified through webhook after Ns\nThe alert is left: it ends by itself at TIME UTC.\n',
      ],
    );
    assert.match(stderr, /^3\/3 Leave the alert: done \(it ends by itself\)$/m);
    assert.deepEqual(await active(), ['TestAlert']);
  });

  test('warns of alerts that it inhibits', async (t) => {
    const { run } = await start(t, { alerts: ['TestAlert'] });
    const { stderr } = await run(['--name', 'Source', '--label', 'to=nobody']);
    assert.match(
      stderr,
      /^Warning: while it fires, the test alert inhibits TestAlert \(inhibit_rules\): no one is notified of that$/m,
    );
  });

  test('as data', async (t) => {
    const { run } = await start(t);
    const { code, stdout } = await run(['-o', 'json', '--label', 'team=a, b']);
    const { labels, endsAt, seconds, ...result } = JSON.parse(stdout);
    assert.equal(code, 0);
    assert.deepEqual(labels, {
      ...{ alertname: 'TestAlert', team: 'a, b', severity: 'warning', kubectl_monitoring_test: 'ID' },
    });
    assert.ok(Date.parse(endsAt) > Date.now() && seconds < 60);
    assert.deepEqual(result, {
      apiVersion: 'monitoring.kubectl/v1',
      kind: 'AlertTest',
      ...{ verdict: 'healthy', exitCode: 0, reason: 'sent' },
      message: 'receiver "pager" was notified through webhook after Ns',
      metadata: { name: 'TestAlert', namespace: '' },
      items: [
        {
          metadata: { name: 'pager', namespace: '' },
          integrations: [{ type: 'webhook', sendResolved: true }],
          group: { alertname: 'TestAlert' },
          ...{ joined: 0, waitSeconds: 0.1, repeatSeconds: 3600, muted: [] },
        },
      ],
      sent: [{ replica: 'http://127.0.0.1:PORT', api: 'v2', message: null }],
      counted: [{ integration: 'webhook', expected: 1, started: 1, failed: 0, succeeded: 1, isBusy: false }],
      suppressedBy: [],
      resolved: { replicas: ['http://127.0.0.1:PORT'], failed: [] },
      ...{ resolvedReason: null, next: null },
    });
  });
});
