import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { ALERTS } from '../../../lib/alerts/answers.ts';
import { ask } from '../../alerts/ask.ts';
import { OPERATOR, startManagers } from '../../alerts/manager.ts';
import { createAuthority } from '../../support/certificates.ts';
import { folderWith } from '../../support/folder.ts';
import { runCommand } from '../../support/run-command.ts';
import { configuration, plainRan, receive, startAddressed } from './alert-test-runs.ts';

const NOWHERE = 'http://127.0.0.1:9/';

test('flags that are not valid: asks no one', async () => {
  const ROWS: [words: string[], message: string][] = [
    [['--label', 'a'], 'error: "a" is not a label: it needs a name and a value\nUse --label NAME=VALUE.\n'],
    [['--label', '=a'], 'error: a label needs a name\n'],
    [['--label', 'a='], 'error: the label "a" has no value: Alertmanager drops it\n'],
    [['--label', 'a=b', '--label', 'a=c'], 'error: the label "a" is given twice\n'],
    [['--label', 'alertname=A', '--name', 'B'], 'error: --name and --label alertname exclude each other\n'],
    [
      ['--label', 'severity=a', '--severity', 'b'],
      'error: --severity and --label severity exclude each other\n',
    ],
    [['--name', ''], 'error: the label "alertname" has no valid value\n'],
    [['--severity', ''], 'error: the label "severity" has no valid value\n'],
    [
      ['--annotation', 'x\u001b'],
      'error: invalid value "x\\x1b" for --annotation\nUse --annotation NAME=VALUE.\n',
    ],
    [['--timeout', 'soon'], 'error: invalid value "soon" for --timeout\n'],
    [['--timeout', '-1s'], 'error: invalid value "-1s" for --timeout\n'],
    [['--dry-run', 'server'], 'error: invalid value "server" for --dry-run'],
    [['--alertmanager', 'main'], 'error: --alertmanager and --alerts-url exclude each other\n'],
    [['--http-config', 'missing.yaml'], 'error: cannot read the HTTP configuration missing.yaml: '],
  ];
  for (const [words, message] of ROWS) {
    const { code, stdout, stderr } = await runCommand(program, [
      'alert',
      'test',
      '--alerts-url',
      NOWHERE,
      ...words,
    ]);
    assert.deepEqual([code, stdout], [1, ''], words.join(' '));
    assert.ok(stderr.startsWith(message), `${words.join(' ')}: ${stderr}`);
  }
});

test('an address at which nothing listens: says so', async () => {
  const { code, stdout, stderr } = await runCommand(program, ['alert', 'test', '--alerts-url', NOWHERE]);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /^error: no replica of Alertmanager http:\/\/127\.0\.0\.1:9 can be asked\n.*ECONNREFUSED.*\nCheck that --alerts-url /,
  );
});

/** As a webhook is told. */
interface Told {
  alerts: { labels: Record<string, string>; annotations: object }[];
}

describe('the labels of a test alert', { concurrency: 4 }, () => {
  test('those that lead to a receiver are added', async (t) => {
    const receiver = await receive(t);
    const { run } = await startAddressed(t, { config: configuration(receiver.url) });
    const { code, stdout, stderr } = await run(['--receiver', 'chat', '--label', 'team=a']);
    assert.equal(code, 0);
    assert.match(stdout, /^sent: receiver "chat" was notified /);
    assert.match(
      stderr,
      /^ {2}Labels {7}alertname="TestAlert"\n {15}team="a"\n {15}to="chat"\n {15}severity="warning"\n/m,
    );
  });

  for (const [receiver, message] of [
    [
      'pagr',
      'error: there is no receiver "pagr"\n\nDid you mean this?\n\tpager\n\nReceivers: null, pager, chat, unused.\n',
    ],
    [
      'unused',
      'error: no route leads to the receiver "unused"\nAdd a route for it to the configuration of Alertmanager.\n',
    ],
  ] as const)
    test(`the receiver ${receiver} is refused`, async (t) => {
      const { run, active } = await startAddressed(t, { config: configuration(NOWHERE) });
      assert.deepEqual(await run(['--receiver', receiver]), { code: 1, stdout: '', stderr: message });
      assert.deepEqual(await active(), []);
    });

  test('those given are never changed to lead to a receiver', async (t) => {
    const { run } = await startAddressed(t, { config: configuration(NOWHERE) });
    const { code, stderr } = await run(['--receiver', 'chat', '--label', 'to=pager']);
    assert.equal(code, 1);
    assert.match(stderr, /^error: no labels were found that lead an alert to the receiver "chat"\n/);
  });

  test('a name with a dash is refused before 0.27, and sent since then', async (t) => {
    const receiver = await receive(t);
    const [old, recent] = [
      await startAddressed(t, { config: configuration(receiver.url), like: 'system' }),
      await startAddressed(t, { config: configuration(receiver.url), like: 'newest' }),
    ];
    assert.deepEqual(await old.run(['--label', 'x-y=1']), {
      code: 1,
      stdout: '',
      stderr:
        'error: Alertmanager 0.25.0 takes no label "x-y"\nBefore 0.27, names of labels consist of letters, digits and underscores.\n',
    });
    assert.deepEqual(await old.active(), []);
    assert.equal((await recent.run(['--label', 'x-y=1'])).code, 0);
  });

  test('labels and annotations have commas and equals signs', async (t) => {
    const receiver = await receive(t);
    const { run } = await startAddressed(t, { config: configuration(receiver.url) });
    const texts = [
      '--annotation',
      'summary=a, b=c',
      '--annotation',
      'url=http://x/?a=b,c',
      '--label',
      'team=a,b',
    ];
    assert.equal((await run(texts)).code, 0);
    const [notification] = receiver.received as unknown as Told[];
    const { labels: given = {}, annotations } = notification?.alerts[0] ?? {};
    const { kubectl_monitoring_test: id, ...labels } = given;
    assert.match(id ?? '', /^[0-9a-f]{8}$/);
    assert.deepEqual(labels, { alertname: 'TestAlert', team: 'a,b', severity: 'warning' });
    assert.deepEqual(annotations, {
      summary: 'a, b=c',
      description: 'Sent with "kubectl monitoring alert test". Nothing is wrong.',
      url: 'http://x/?a=b,c',
    });
  });
});

test('an Alertmanager with a route prefix, TLS and basic authentication', async (t) => {
  const receiver = await receive(t);
  const authority = await createAuthority();
  const web = { prefix: '/alerts', tls: await authority.serverCertificate(), user: OPERATOR };
  const managers = await startManagers('stand-in', { config: configuration(receiver.url), web });
  t.after(() => managers.stop());
  const [port = 0] = managers.ports;
  const folder = await folderWith(t, {
    'ca.pem': authority.ca,
    password: `${OPERATOR.password}\n`,
    'http.yaml': `basic_auth: { username: ${OPERATOR.name}, password_file: password }\ntls_config: { ca_file: ca.pem }\n`,
  });
  const url = `https://127.0.0.1:${port}`;
  const run = async (...words: string[]) =>
    plainRan(await runCommand(program, ['alert', 'test', ...words], { cwd: folder, now: new Date() }));

  const { code, stdout } = await run('--alerts-url', `${url}/alerts/`, '--http-config', 'http.yaml');
  assert.equal(code, 0);
  assert.match(stdout, /^sent: /);
  assert.equal((await ask(port, { path: ALERTS }, web)).text.trim(), '[]');

  const muted = await run(
    '--alerts-url',
    `${url}/alerts`,
    '--http-config',
    'http.yaml',
    '--label',
    'to=nobody',
  );
  assert.match(
    muted.stderr,
    /^Next: kubectl monitoring alert routes .* --alerts-url https:\/\/127\.0\.0\.1:PORT\/alerts --http-config http\.yaml$/m,
  );
  const given = await run('--alerts-url', `https://ann:hunter2@127.0.0.1:${port}/alerts`);
  assert.equal(given.code, 1);
  assert.doesNotMatch(given.stdout + given.stderr, /hunter2/);
  for (const address of [url, `${url}/other`])
    assert.match(
      (await run('--alerts-url', address, '--http-config', 'http.yaml')).stderr,
      /^error: no replica of Alertmanager https:\S+ can be asked\n.*404.*\nCheck that --alerts-url is the address of an Alertmanager, including its path\.\n$/,
    );
});
