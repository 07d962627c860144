import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { type AlertStage, MANAGERS, openAlerts } from '../../support/alert-stage.ts';
import { listen } from '../../support/listen.ts';
import { plainText, type Ran, runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';

const CONFIG = `
route:
  receiver: "null"
  routes:
    - { receiver: pager, matchers: [severity="critical"], continue: true }
    - { receiver: chat, matchers: [severity=~"warning|critical"] }
    - { receiver: chat, matchers: [team="night"], mute_time_intervals: [always] }
receivers: [{ name: "null" }, { name: pager }, { name: chat }]
inhibit_rules:
  - source_matchers: [alertname="NodeDown"]
    target_matchers: [severity="warning"]
    equal: [namespace]
time_intervals: [{ name: always, time_intervals: [{ years: ['2000:2999'] }] }]
`;

for (const [kind, by] of servers().flatMap((one) => MANAGERS[one.name].map((by) => [one, by] as const)))
  describe(`alert list on the ${kind.name} server, with the Alertmanager ${by}`, () => {
    const now = new Date();
    const ago = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();
    const watchdog = { startsAt: ago(600), labels: { alertname: 'Watchdog', severity: 'none' } };
    const nodeDown = {
      startsAt: ago(20),
      labels: { alertname: 'NodeDown', severity: 'critical', namespace: 'shop', node: 'a\u001b[31m' },
    };
    const nodeSlow = {
      startsAt: ago(10),
      labels: { alertname: 'NodeSlow', severity: 'warning', namespace: 'shop' },
    };
    const night = { startsAt: ago(5), labels: { alertname: 'BackupLate', team: 'night' } };

    let opened: AlertStage | undefined;
    let stage: AlertStage;
    before(async () => {
      opened = await openAlerts(await kind.start(), by, { config: CONFIG, replicas: 2 });
      stage = opened;
      await stage.send(0, [watchdog, nodeDown, nodeSlow, night]);
      await stage.send(1, [watchdog, nodeDown]);
    });
    after(() => opened?.stop());

    const run = async (...words: string[]): Promise<Ran> => {
      const { namespace } = stage.stage;
      const argv = ['alert', 'list', ...words, '-n', namespace, '--kubeconfig', stage.config];
      const ran = await runCommand(program, argv, { now });
      return { ...ran, stderr: plainText(ran.stderr, { [namespace]: 'NS' }) };
    };

    test('shows each alert with its state, its receivers and its replicas, the newest first', async () => {
      assert.deepEqual(await run(), {
        code: 0,
        stdout: `NAME         STATE       SEVERITY   NAMESPACE   RECEIVERS     AGE   REPLICAS
BackupLate   muted       <none>     <none>      chat          5m    1/2
NodeSlow     inhibited   warning    shop        chat          10m   1/2
NodeDown     active      critical   shop        pager, chat   20m   2/2
Watchdog     active      none       <none>      null          10h   2/2
`,
        stderr: '',
      });
    });

    test('shows what suppresses each alert, and all labels, with -o wide', async () => {
      const { stdout } = await run('-o', 'wide', '--no-headers');
      assert.equal(
        stdout,
        `BackupLate   muted       <none>     <none>   chat          5m    1/2   time interval always   team="night"
NodeSlow     inhibited   warning    shop     chat          10m   1/2   alert NodeDown         <none>
NodeDown     active      critical   shop     pager, chat   20m   2/2   <none>                 node="a\\x1b[31m"
Watchdog     active      none       <none>   null          10h   2/2   <none>                 <none>
`,
      );
    });

    test('chooses alerts by name, matchers, state and receiver', async () => {
      const named = async (...words: string[]): Promise<string> =>
        (await run('--no-headers', ...words)).stdout.replaceAll(/^(\S+) .*\n/gm, '$1 ').trim();
      assert.equal(await named('NodeDown'), 'NodeDown');
      assert.equal(await named('namespace=shop', 'severity!=warning'), 'NodeDown');
      assert.equal(await named('--state', 'muted,inhibited'), 'BackupLate NodeSlow');
      assert.equal(await named('--receiver', 'pag.*'), 'NodeDown');
      assert.equal(await named('--receiver', 'pag'), '');
    });

    test('says that there are none as kubectl does', async () => {
      assert.deepEqual(await run('Other'), { code: 0, stdout: '', stderr: 'No resources found\n' });
    });

    test('shows data', async () => {
      const { code, stdout } = await run('NodeSlow', '-o', 'json');
      const { items, ...result } = JSON.parse(stdout);
      const [{ endsAt, fingerprint, inhibitedBy, ...item }] = items;
      assert.deepEqual(
        [code, result],
        [
          0,
          {
            apiVersion: 'monitoring.kubectl/v1',
            kind: 'AlertList',
            verdict: 'healthy',
            exitCode: 0,
            unread: [],
          },
        ],
      );
      assert.deepEqual(item, {
        metadata: { name: 'NodeSlow', namespace: 'shop' },
        state: 'inhibited',
        labels: nodeSlow.labels,
        annotations: {},
        startsAt: nodeSlow.startsAt,
        receivers: ['chat'],
        silencedBy: [],
        mutedBy: [],
        replicas: ['alertmanager-main-0'],
      });
      assert.match(fingerprint, /^[0-9a-f]{16}$/);
      assert.equal(inhibitedBy.length, 1);
      assert.ok(Date.parse(endsAt) > now.getTime());
    });

    for (const [words, message] of [
      [['a=~('], 'error: invalid matcher "a=~(": the regular expression of the label "a" is not valid: '],
      [
        ['--receiver', '('],
        'error: invalid value "(" for --receiver: it is not a valid regular expression\n',
      ],
      [['--state', 'firing'], 'error: invalid value "firing" for --state\n'],
    ] as const)
      test(`refuses ${words.join(' ')}`, async () => {
        const { code, stderr } = await run(...words);
        assert.equal(code, 1);
        assert.ok(stderr.startsWith(message), stderr);
      });

    test('warns of a replica that does not answer, and fails if none does', async () => {
      await stage.managers.kill(1);
      const { code, stdout, stderr } = await run('--no-headers');
      assert.equal(code, 2);
      assert.match(stdout, /^NodeDown .* 1\/1$/m);
      assert.match(stderr, /^Warning: alertmanager-main-1 is not asked: .*\n$/);
      const { stdout: data } = await run('Other', '-o', 'json');
      const { verdict, items, unread } = JSON.parse(data);
      assert.deepEqual([verdict, items, unread.length], ['unknown', [], 1]);

      await stage.managers.kill(0);
      const none = await run();
      assert.deepEqual([none.code, none.stdout], [1, '']);
      assert.match(
        none.stderr,
        /^error: no replica of Alertmanager main can be asked\n {2}alertmanager-main-0: /,
      );
    });
  });

test('lists the alerts of another program as an error, and those that cannot be read as none', async (t) => {
  let body = '';
  const { port, stop } = await listen((_request, response) => response.end(body));
  t.after(stop);
  const run = () => runCommand(program, ['alert', 'list', '--alerts-url', `http://127.0.0.1:${port}`]);
  for (body of ['<html>\u001b[31m</html>', '{}', '[{"labels":1}]', '['.repeat(10_000)]) {
    const { code, stdout, stderr } = await run();
    assert.deepEqual([code, stdout, stderr.includes('\u001b')], [1, '', false]);
    assert.match(
      stderr,
      /^error: no replica of Alertmanager http:\S+ can be asked\n.*\nCheck that --alerts-url /,
    );
  }
});

test('lists alerts of which it cannot tell whether they are muted, and says so', async (t) => {
  const alert = {
    ...{
      fingerprint: 'a',
      labels: { alertname: 'A\u001b[2J\nB' },
      annotations: {},
      receivers: [{ name: 'x' }],
    },
    ...{
      startsAt: '2026-01-02T03:00:05Z',
      endsAt: '2026-01-02T03:09:05Z',
      updatedAt: '2026-01-02T03:00:05Z',
    },
    status: { state: 'active', silencedBy: [], inhibitedBy: [], mutedBy: [] },
  };
  const status = { cluster: {}, config: { original: 'route: [' }, versionInfo: { version: '9.9.9' } };
  const { port, stop } = await listen((request, response) =>
    response.end(JSON.stringify(request.url?.endsWith('/status') ? status : [alert])),
  );
  t.after(stop);
  const { code, stdout, stderr } = await runCommand(program, [
    ...['alert', 'list', '--alerts-url', `http://127.0.0.1:${port}`],
  ]);
  assert.equal(code, 0);
  assert.match(stdout, /^A\\x1b\[2J\\x0aB +active +<none> +<none> +x +4m +1\/1$/m);
  assert.match(
    stderr,
    /^Warning: muted alerts are shown as active: cannot read the configuration of http:.*\n$/,
  );
});
