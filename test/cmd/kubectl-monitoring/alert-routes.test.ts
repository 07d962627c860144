import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { startManagers } from '../../alerts/manager.ts';
import { type AlertStage, MANAGERS, openAlerts } from '../../support/alert-stage.ts';
import { listen } from '../../support/listen.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';

const CONFIG = `
route:
  receiver: "null"
  group_by: [alertname, namespace]
  routes:
    - { receiver: "null", matchers: [alertname="Watchdog"] }
    - receiver: pager
      matchers: [severity="critical"]
      continue: true
      group_wait: 10s
      routes:
        - { receiver: db, matchers: [team=~"db|store"], mute_time_intervals: [always] }
    - receiver: chat
      matchers: [severity=~"warning|critical"]
      group_by: ['...']
      active_time_intervals: [always]
receivers:
  - name: "null"
  - name: pager
    webhook_configs: [{ url: "http://127.0.0.1:1/" }, { url: "http://127.0.0.1:1/" }]
  - { name: db, webhook_configs: [{ url: "http://127.0.0.1:1/" }] }
  - { name: chat, webhook_configs: [{ url: "http://127.0.0.1:1/" }] }
time_intervals: [{ name: always, time_intervals: [{ years: ['2000:2999'] }] }]
`;

for (const [kind, by] of servers().flatMap((one) => MANAGERS[one.name].map((by) => [one, by] as const)))
  describe(`alert routes on the ${kind.name} server, with the Alertmanager ${by}`, () => {
    let opened: AlertStage | undefined;
    let stage: AlertStage;
    before(async () => {
      opened = await openAlerts(await kind.start(), by, { config: CONFIG, replicas: 2 });
      stage = opened;
    });
    after(() => opened?.stop());

    const run = async (words: string[] = [], options: RunOptions = {}): Promise<Ran> => {
      const { namespace } = stage.stage;
      const argv = ['alert', 'routes', ...words, '-n', namespace, '--kubeconfig', stage.config];
      const ran = await runCommand(program, argv, options);
      return { ...ran, stderr: plainText(ran.stderr, { [namespace]: 'NS' }) };
    };

    test('draws the tree, with what a route sets otherwise than the one above', async () => {
      assert.deepEqual(await run(), {
        code: 0,
        stdout: `every alert -> null (notifies no one)
|  group by alertname, namespace; wait 30s; interval 5m; repeat 4h
|- alertname="Watchdog" -> null (notifies no one)
|- severity="critical" -> pager (2 webhook), continues
|  |  wait 10s
|  \`- team=~"db|store" -> db (webhook)
|        muted in always; muted now
\`- severity=~"warning|critical" -> chat (webhook)
      group by all labels
      active in always
`,
        stderr: '',
      });
    });

    test('draws it with lines and within the width of a terminal', async () => {
      const { stdout } = await run([], { env: { LANG: 'C.UTF-8' }, columns: 44 });
      assert.equal(
        stdout,
        `every alert -> null (notifies no one)
│  group by alertname, namespace; wait 30s;
│  interval 5m; repeat 4h
├─ alertname="Watchdog" -> null (notifies
│     no one)
├─ severity="critical" -> pager (2
│  │  webhook), continues
│  │  wait 10s
│  └─ team=~"db|store" -> db (webhook)
│        muted in always; muted now
└─ severity=~"warning|critical" -> chat
      (webhook)
      group by all labels
      active in always
`,
      );
    });

    test('marks the path that an alert takes, and names the receivers that it reaches', async () => {
      const { code, stdout } = await run(['--label', 'severity=critical', '--label', 'team=db']);
      assert.equal(code, 0);
      assert.deepEqual(
        stdout.split('\n').filter((line) => !line.startsWith('  ')),
        [
          '* every alert -> null (notifies no one)',
          '* |- severity="critical" -> pager (2 webhook), continues',
          '* |  `- team=~"db|store" -> db (webhook)',
          '* `- severity=~"warning|critical" -> chat (webhook)',
          '',
          'An alert with severity="critical", team="db" reaches db (webhook), muted now; chat (webhook).',
          '',
        ],
      );
    });

    test('says that no one is notified, and why, with the exit code 1', async () => {
      const { code, stdout } = await run([
        '--label',
        'alertname=Watchdog',
        '-o',
        'jsonpath={.reason} {.receivers}',
      ]);
      assert.deepEqual([code, stdout], [1, 'no-receiver ["null"]']);
      const { stdout: text } = await run(['--label', 'alertname=Watchdog']);
      assert.match(
        text,
        /\n\nAn alert with alertname="Watchdog" reaches null \(notifies no one\)\. No one is notified of it\.\n$/,
      );
      const late = await run(['--label', 'severity=warning'], { now: new Date('3000-01-01T00:00:00Z') });
      assert.equal(late.code, 1);
      assert.match(late.stdout, /reaches chat \(webhook\), muted now\. No one is notified of it now\.\n$/);
    });

    test('shows data, with the settings that a route inherits', async () => {
      const { stdout } = await run(['--label', 'severity=critical', '-o', 'json']);
      const { route, ...result } = JSON.parse(stdout);
      assert.deepEqual(result, {
        apiVersion: 'monitoring.kubectl/v1',
        kind: 'AlertRoutes',
        verdict: 'healthy',
        exitCode: 0,
        reason: null,
        labels: { severity: 'critical' },
        receivers: ['pager', 'chat'],
        differing: [],
        unread: [],
      });
      assert.deepEqual(route.routes[1].routes[0], {
        matchers: ['team=~"db|store"'],
        receiver: 'db',
        integrations: ['webhook'],
        continue: false,
        groupBy: ['alertname', 'namespace'],
        groupWaitSeconds: 10,
        groupIntervalSeconds: 300,
        repeatIntervalSeconds: 14_400,
        muteTimeIntervals: ['always'],
        activeTimeIntervals: [],
        mutedBy: ['always'],
        taken: false,
        routes: [],
      });
    });

    for (const [label, message] of [
      ['severity', '"severity" is not a label: it needs a name and a value'],
      ['=a', 'a label needs a name'],
      ['a=', 'the label "a" has no value: Alertmanager drops it'],
    ] as const)
      test(`refuses the label ${label}`, async () =>
        assert.deepEqual(await run(['--label', label]), {
          code: 1,
          stdout: '',
          stderr: `error: invalid value for --label: ${message}\nUse NAME=VALUE, such as severity=critical.\n`,
        }));

    test('warns of a label that the version does not take', async () => {
      const { stderr } = await run(['--label', 'a b=c']);
      const warning =
        'Warning: the label name "a b" needs Alertmanager 0.27 or later: older ones take letters, digits and _\n';
      assert.equal(stderr, by === 'system' ? warning : '');
    });

    test('warns of a replica that runs another configuration, with the exit code 2', async (t) => {
      const [, port = 0] = stage.managers.ports;
      const other = await startManagers(by, { config: 'route: { receiver: x }\nreceivers: [{ name: x }]\n' });
      t.after(async () => {
        await stage.attach(1, port);
        await other.stop();
      });
      await stage.attach(1, other.ports[0] ?? 0);
      const { code, stdout, stderr } = await run();
      assert.equal(code, 2);
      assert.match(stdout, /^every alert -> null /);
      assert.equal(
        stderr,
        'Warning: alertmanager-main-1 runs another configuration: a change may be on its way\n',
      );
    });
  });

/** A server that says that this is its configuration. */
const withConfig = (original: string) =>
  listen((_request, response) =>
    response.end(JSON.stringify({ cluster: {}, config: { original }, versionInfo: { version: '0.31.1' } })),
  );

test('text of a configuration does not control the terminal', async (t) => {
  const { port, stop } = await withConfig(
    JSON.stringify({
      route: {
        receiver: 'a\u001b[2J\nb',
        group_by: ['c\u0007'],
        routes: [{ matchers: ['"d\u009b"="e\u202e"'] }],
      },
      receivers: [{ name: 'a\u001b[2J\nb' }],
    }),
  );
  t.after(stop);
  const { code, stdout } = await runCommand(program, [
    'alert',
    'routes',
    '--alerts-url',
    `http://127.0.0.1:${port}`,
  ]);
  assert.equal(code, 0);
  assert.equal(
    stdout,
    `every alert -> a\\x1b[2J\\x0ab (notifies no one)
|  group by c\\x07; wait 30s; interval 5m; repeat 4h
\`- d\\x9b="e\\u202e" -> a\\x1b[2J\\x0ab (notifies no one)
`,
  );
});

test('a configuration that cannot be read is an error', async (t) => {
  const { port, stop } = await withConfig('route: { receiver: x }');
  t.after(stop);
  const { code, stdout, stderr } = await runCommand(program, [
    ...['alert', 'routes', '--alerts-url', `http://127.0.0.1:${port}`],
  ]);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /^error: cannot read the configuration of http:\S+: a route uses the receiver "x", which is not defined\n/,
  );
});
