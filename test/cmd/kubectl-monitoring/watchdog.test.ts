import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ask } from '../../alerts/ask.ts';
import { type Receiver, startReceiver } from '../../alerts/receivers.ts';
import { startPlayground } from '../../playground/server.ts';
import { listen } from '../../support/listen.ts';
import { openWatchdog, type WatchdogStage } from '../../support/watchdog-stage.ts';
import { watchdogAt } from './watching.ts';

const CONFIG = (url: string): string => `
route:
  receiver: "null"
  routes:
    - receiver: outside
      matchers: ['alertname = "Watchdog"']
      group_wait: 0s
      group_interval: 1m
      repeat_interval: 1m
receivers:
  - name: "null"
  - name: outside
    webhook_configs: [{ url: '${url}', send_resolved: false }]
`;

/** What is said of links that hold. */
const HOLDS = {
  rule: 'rule loaded 2/2: 2 replicas of k8s',
  firing: 'firing 2/2: 2 replicas of k8s',
  delivery: 'delivered 2/2: to 2 of main',
  arrival: 'arrived 2/2: at 2 replicas of main',
  receiver: 'receiver 2/2: to outside (webhook)',
};

const list = (...lines: [state: string, said: string][]): string =>
  lines.map(([state, said]) => `${state.padEnd(11)}  ${said}\n`).join('');

describe('kubectl monitoring watchdog on the embedded server', () => {
  let outside: Receiver;
  let opened: WatchdogStage;
  before(async () => {
    outside = await startReceiver('200');
    opened = await openWatchdog(await startPlayground(), 'stand-in', CONFIG(outside.url));
    while (outside.received.length === 0) await new Promise(setImmediate);
  });
  after(async () => {
    await opened?.stop();
    await outside?.stop();
  });

  test('shows a chain that holds, whose outside check is not asked', async () => {
    const { code, stdout, stderr } = await watchdogAt(opened);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(
      stdout.replace(/\d+ requests?/, 'N requests'),
      `NS/Watchdog: healthy\n\n${list(
        ['healthy', HOLDS.rule],
        ['healthy', HOLDS.firing],
        ['healthy', HOLDS.delivery],
        ['healthy', HOLDS.arrival],
        ['healthy', HOLDS.receiver],
        ['healthy', 'notification sent 1/1: N requests to webhook since its start'],
        [
          'not checked',
          'outside check: give the address that tells whether the outside check is fresh with --check-url',
        ],
      )}`,
    );
  });

  test('names the rule that does not fire, and judges nothing behind it', async () => {
    opened.say({ state: 'pending' });
    try {
      assert.deepEqual(await watchdogAt(opened), {
        code: 1,
        stdout: `NS/Watchdog: degraded\n\n${list(
          ['healthy', HOLDS.rule],
          [
            'degraded',
            'firing 0/2: prometheus-k8s-0, prometheus-k8s-1: rule Watchdog does not fire: it is pending',
          ],
          ['not reached', 'delivered'],
          ['not reached', 'arrived'],
          ['not reached', 'receiver'],
          ['not reached', 'notification sent'],
          ['not reached', 'outside check'],
        )}
Wait until its "for" is over, or remove "for" from the rule.
  kubectl get prometheusrules -A --kubeconfig KUBECONFIG
`,
        stderr: '',
      });
    } finally {
      opened.say({ state: 'firing' });
    }
  });

  test('names the pod that is not sent to', async () => {
    opened.say({ found: 'first' });
    try {
      const { code, stdout } = await watchdogAt(opened);
      assert.equal(code, 1);
      assert.match(
        stdout,
        /^degraded {5}delivered 0\/2: prometheus-k8s-0, prometheus-k8s-1: it does not send to alertmanager-main-1$/m,
      );
      assert.match(
        stdout,
        /\n {2}kubectl get endpoints alertmanager-operated -n NS --kubeconfig KUBECONFIG\n$/,
      );
    } finally {
      opened.say({ found: 'all' });
    }
  });

  test('names the silence, and the command that ends it', async () => {
    const now = Date.now();
    const { text } = await ask(opened.managers.ports[0] ?? 0, {
      path: '/api/v2/silences',
      body: {
        matchers: [{ name: 'alertname', value: 'Watchdog', isRegex: false, isEqual: true }],
        startsAt: new Date(now - 1_000).toISOString(),
        endsAt: new Date(now + 3_600_000).toISOString(),
        createdBy: 'test',
        comment: 'none',
      },
    });
    const { silenceID: id } = JSON.parse(text);
    try {
      const { code, stdout } = await watchdogAt(opened);
      assert.equal(code, 1);
      assert.match(
        stdout,
        new RegExp(`^degraded {5}arrived \\d/2: .*: the alert Watchdog is silenced \\(${id}\\)$`, 'm'),
      );
      assert.match(
        stdout,
        new RegExp(
          `\\n {2}kubectl monitoring alert silence expire ${id} --alertmanager main -n NS --kubeconfig KUBECONFIG\\n$`,
        ),
      );
    } finally {
      await ask(opened.managers.ports[0] ?? 0, { path: `/api/v2/silence/${id}`, method: 'DELETE' });
    }
  });

  test('is unknown where a replica does not answer', async () => {
    const path = `${opened.stage.path('pods', 'alertmanager-main-1')}`;
    const { status } = await opened.stage.get(path);
    const address = `${status.podIP}:9093`;
    const port = opened.stage.server.pods.get(address);
    const silent = await listen((_request, response) => void response.writeHead(503).end());
    opened.stage.server.pods.set(address, silent.port);
    try {
      const { code, stdout } = await watchdogAt(opened);
      assert.equal(code, 2);
      assert.match(stdout, /^NS\/Watchdog: unknown$/m);
      assert.match(stdout, /^unknown {6}arrived 1\/2: alertmanager-main-1: it answered 503$/m);
      assert.match(stdout, /^healthy {6}notification sent 1\/1: /m);
    } finally {
      if (port !== undefined) opened.stage.server.pods.set(address, port);
      await silent.stop();
    }
  });

  test('asks the outside check, and prints only its host', async () => {
    let body = '{"status":"up"}';
    let isCut = false;
    const check = await listen((request, response) => {
      response.writeHead(request.url === '/badge/s3cret/?key=k3y' ? 200 : 404);
      if (isCut) response.write(body, () => response.destroy());
      else response.end(body);
    });
    const url = `http://127.0.0.1:${check.port}/badge/s3cret/?key=k3y`;
    try {
      const fresh = await watchdogAt(opened, ['--check-url', url]);
      assert.equal(fresh.code, 0, fresh.stdout);
      assert.match(fresh.stdout, /^healthy {6}outside check 1\/1: 127\.0\.0\.1:PORT is fresh$/m);
      isCut = true;
      const cut = await watchdogAt(opened, ['--check-url', url]);
      assert.equal(cut.code, 2);
      assert.match(cut.stdout, /^unknown {6}outside check 0\/1: .* to GET ended early$/m);
      isCut = false;
      body = '{"status":"late"}';
      const late = await watchdogAt(opened, ['--check-url', url]);
      assert.equal(late.code, 1);
      assert.match(late.stdout, /^degraded {5}outside check 0\/1: 127\.0\.0\.1:PORT: its ping is late$/m);
      await check.stop();
      const gone = await watchdogAt(opened, ['--check-url', url]);
      assert.equal(gone.code, 2);
      assert.match(
        gone.stdout,
        /^unknown {6}outside check 0\/1: 127\.0\.0\.1:PORT: no response from 127\.0\.0\.1:PORT: /m,
      );
      for (const { stdout, stderr } of [fresh, cut, late, gone])
        assert.doesNotMatch(stdout + stderr, /s3cret|k3y/);
    } finally {
      await check.stop().catch(() => {});
    }
  });

  test('refuses an address that is none, and does not repeat it', async () => {
    assert.deepEqual(await watchdogAt(opened, ['--check-url', 'no-s3cret']), {
      code: 1,
      stdout: '',
      stderr:
        'error: invalid value for --check-url: it is not a web address\nUse an address that tells whether the check is fresh, such as that of its badge: https://HOST/badge/ID.json.\n',
    });
  });

  test('finds no rule of another name', async () => {
    const { code, stdout } = await watchdogAt(opened, ['--watchdog', 'DeadMansSwitch']);
    assert.equal(code, 1);
    assert.match(stdout, /^NS\/DeadMansSwitch: degraded$/m);
    assert.match(stdout, /^degraded {5}rule loaded 0\/2: .*: no rule DeadMansSwitch is loaded$/m);
  });

  test('gives its links as data', async () => {
    const { code, stdout } = await watchdogAt(opened, ['-o', 'json']);
    assert.equal(code, 0);
    const { items, ...result } = JSON.parse(stdout);
    assert.deepEqual(result, {
      apiVersion: 'monitoring.kubectl/v1',
      kind: 'Watchdog',
      verdict: 'healthy',
      exitCode: 0,
      metadata: { name: 'Watchdog', namespace: 'NS' },
      reason: null,
      broken: null,
    });
    assert.deepEqual(items[3], {
      metadata: { name: 'arrival', namespace: 'NS' },
      verdict: 'healthy',
      reason: null,
      message: 'at 2 replicas of main',
      hint: null,
      next: null,
      places: [
        { name: 'alertmanager-main-0', verdict: 'healthy', message: null },
        { name: 'alertmanager-main-1', verdict: 'healthy', message: null },
      ],
    });
    const names = await watchdogAt(opened, ['-o', 'jsonpath={.items[*].metadata.name}']);
    assert.equal(names.stdout, 'rule firing delivery arrival receiver notification outside-check');
  });

  test('fits a narrow terminal', async () => {
    opened.say({ state: 'pending' });
    try {
      for (const columns of [40, 60, 80]) {
        const { stdout } = await watchdogAt(opened, [], { columns, env: { LANG: 'C' } });
        for (const line of stdout.split('\n'))
          assert.ok(line.length <= columns || /^ *(kubectl .*|\S+)$/.test(line), `${columns}: ${line}`);
        assert.match(stdout, /^x degraded {2,}firing 0\/2/m);
        assert.match(stdout, /^- not reached {2}delivered$/m);
      }
    } finally {
      opened.say({ state: 'firing' });
    }
  });

  test('-w prints the chain whenever it changes', async () => {
    const interruption = new AbortController();
    const { code, stdout } = await watchdogAt(opened, ['-w'], {
      late: Promise.resolve(),
      interrupted: interruption.signal,
      onStdout(text) {
        if (text.includes(': healthy\n')) opened.say({ state: 'pending' });
        if (text.includes(': degraded\n')) interruption.abort();
      },
    });
    opened.say({ state: 'firing' });
    assert.equal(code, 130);
    assert.match(
      stdout,
      /^2026-01-02T03:04:05Z\nNS\/Watchdog: healthy\n[\s\S]*\n\n2026-01-02T03:04:05Z\nNS\/Watchdog: degraded\n/,
    );
  });

  test('is unknown in a namespace without a Prometheus', async () => {
    const { code, stdout, stderr } = await watchdogAt(opened, ['-n', 'default']);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^error: there is no Prometheus in namespace default\n/);
  });
});
