import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { runCommand } from '../../support/run-command.ts';

const VALUES = `# The values of the platform.
prometheus:
  prometheusSpec:
    replicas: 2   # two
    storageSpec: {volumeClaimTemplate: {spec: {resources: {requests: {storage: 100Gi}}}}}
grafana:
  # the admin
  admin: {existingSecret: grafana-admin}
  replicas: 2
alertmanager:
  config:
    receivers:
      - name: "null"
      - name: pager # on call
        webhook_configs:
          - url: https://pager.example.com/hook
    route:
      routes:
        - receiver: "null"
          matchers: [alertname = "Watchdog"]
`;

interface Folder {
  run(words: readonly string[], stdin?: string): ReturnType<typeof runCommand>;
  read(name: string): string;
  git(...words: string[]): string;
}

/** A folder with these files, without a cluster. */
function folder(t: TestContext, files: Record<string, string>, { git = false } = {}): Folder {
  const cwd = mkdtempSync(join(tmpdir(), 'values-'));
  t.after(() => rmSync(cwd, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  const env = {
    PATH: process.env.PATH,
    KUBECONFIG: join(cwd, 'none'),
    ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' },
  };
  const runGit = (...words: string[]): string =>
    execFileSync('git', words, { cwd, env: { ...process.env, ...env }, encoding: 'utf8' });
  if (git) {
    runGit('init', '--quiet');
    runGit('add', '.');
    runGit('commit', '--quiet', '--message=first');
  }
  return {
    run: (words, stdin = '') =>
      runCommand(program, ['values', ...words], { cwd, env, stdin: Readable.from([stdin]) }),
    read: (name) => readFileSync(join(cwd, name), 'utf8'),
    git: runGit,
  };
}

const UNCHECKED =
  /^(?:Warning: KUBECONFIG .*\n)?Warning: not checked against the cluster, where this may delete or remake volumes: /;

test('add-receiver appends to the list, and a route before the others, and nothing else moves', async (t) => {
  const { run, read } = folder(t, { 'values.yaml': VALUES });
  const words = [
    'add-receiver',
    'chat',
    '-f',
    'values.yaml',
    '--webhook',
    'https://chat.example.com/x',
    '--route',
    'team=a,severity=~"a|b"',
    '--repeat-interval',
    '10m',
  ];
  assert.deepEqual(await run([...words, '--yes']), {
    code: 0,
    stdout: 'values.yaml changed\n',
    stderr: 'Deploy the values; then check it: "kubectl monitoring alert routes"\n',
  });
  assert.equal(
    read('values.yaml'),
    VALUES.replace(
      '          - url: https://pager.example.com/hook\n',
      `          - url: https://pager.example.com/hook
      - name: chat
        webhook_configs:
          - url: https://chat.example.com/x
            send_resolved: false
`,
    ).replace(
      '      routes:\n',
      `      routes:
        - receiver: chat
          matchers:
            - 'team="a"'
            - 'severity=~"a|b"'
          continue: true
          repeat_interval: 10m
`,
    ),
  );
  const again = await run([...words, '--yes']);
  assert.deepEqual([again.code, again.stdout], [0, 'Nothing to change: the values are set already.\n']);
});

test('add-receiver copies the list of a lower file into the last one, with "null" and where it is from', async (t) => {
  const base = VALUES.replace('      - name: "null"\n', '').replace(/ {4}route:[\s\S]*/, '');
  const { run, read } = folder(t, { 'base.yaml': base, 'prod.yaml': 'grafana:\n  replicas: 2\n' });
  const { code } = await run(
    [
      'add-receiver',
      'chat',
      '-f',
      'base.yaml',
      '-f',
      'prod.yaml',
      '--webhook',
      '-',
      '--send-resolved',
      '--yes',
    ],
    'https://chat.example.com/x\n',
  );
  assert.equal(code, 0);
  assert.equal(read('base.yaml'), base);
  assert.equal(
    read('prod.yaml'),
    `grafana:
  replicas: 2
alertmanager:
  config:
    # Helm replaces lists, so this one has the entries of base.yaml as well.
    receivers:
      - name: pager
        webhook_configs:
          - url: https://pager.example.com/hook
      - name: "null"
      - name: chat
        webhook_configs:
          - url: https://chat.example.com/x
            send_resolved: true
`,
  );
});

test('the diff of add-receiver does not show addresses of webhooks', async (t) => {
  const { run, read } = folder(t, { 'values.yaml': VALUES });
  const { code, stdout, stderr } = await run(
    ['add-receiver', 'chat', '-f', 'values.yaml', '--webhook', '-', '--diff'],
    'https://chat.example.com/token',
  );
  assert.equal(code, 0);
  assert.match(stdout, /^\+ {6}- name: chat$/m);
  assert.doesNotMatch(stdout + stderr, /example\.com/);
  assert.equal(read('values.yaml'), VALUES);
});

const BAD: [words: string, message: RegExp][] = [
  ['add-receiver null --webhook https://a.example', /^error: invalid name of a receiver "null"\n/],
  [
    'add-receiver pager --webhook https://a.example',
    /the receiver "pager" is there already, with other fields\n/,
  ],
  ['add-receiver x', /^error: --webhook is required\n/],
  ['add-receiver x --webhook ftp://hidden', /^error: the webhook is not a web address\n/],
  [
    'add-receiver x --webhook https://a.example --route severity=~[',
    /^error: --route: the regular expression/,
  ],
  ['set-ingress https://a.example', /^error: "https:\/\/a\.example" is not a host name\n/],
  ['set-storage big', /^error: invalid size "big"\n/],
  ['set-storage 100', /^error: size "100" has no unit\nFor 100 gibibytes, give 100Gi\.\n/],
  ['add-receiver x --webhook https://a.example --route severity', /^error: --route: /],
  [
    'add-receiver x --webhook https://a.example --route a=b --repeat-interval often',
    /^error: invalid --repeat-interval "often"\n/,
  ],
  [
    'add-receiver x --webhook https://a.example --repeat-interval 5m',
    /^error: --repeat-interval needs --route\n/,
  ],
  ['set-replicas ui 0', /^error: with 0 replicas, nothing of ui runs\n/],
  ['set-replicas operator 2', /^error: the chart has no replicas of the operator\n/],
  ['set-replicas node-exporter 2', /^error: the node exporter cannot be scaled\n/],
  ['set-replicas grafanna 2', /^error: "grafanna" is not a component\n/],
];

for (const [words, message] of BAD)
  test(`values ${words} is refused, and nothing is changed`, async (t) => {
    const { run, read } = folder(t, { 'values.yaml': VALUES });
    const { code, stdout, stderr } = await run([...words.split(' '), '-f', 'values.yaml', '--yes']);
    assert.notEqual(code, 0);
    assert.equal(stdout, '');
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /hidden/);
    assert.equal(read('values.yaml'), VALUES);
  });

test('set-ingress sets host, certificate, root_url and sticky sessions to match', async (t) => {
  const { run, read } = folder(t, { 'values.yaml': VALUES });
  const { code } = await run([
    'set-ingress',
    'g.example.com',
    '--issuer',
    'le',
    '-f',
    'values.yaml',
    '--yes',
  ]);
  assert.equal(code, 0);
  assert.equal(
    read('values.yaml'),
    VALUES.replace(
      '  replicas: 2\nalert',
      `  replicas: 2
  ingress:
    enabled: true
    annotations:
      cert-manager.io/cluster-issuer: le
      nginx.ingress.kubernetes.io/affinity: cookie
    hosts:
      - g.example.com
    tls:
      - secretName: g-example-com-tls
        hosts:
          - g.example.com
  grafana.ini:
    server:
      root_url: https://g.example.com
alert`,
    ),
  );
  const { stdout } = await run(['check', '-f', 'values.yaml']);
  assert.equal(stdout, 'No findings in values.yaml\n');
});

test('set-ingress uses the names of the platform where the values do', async (t) => {
  const { run, read } = folder(t, { 'values.yaml': 'ui:\n  admin: {existingSecret: a}\n' });
  await run(['set-ingress', 'g.example.com', '-f', 'values.yaml', '--yes']);
  assert.match(read('values.yaml'), /\n {2}ini:\n {4}server:\n {6}root_url: http:\/\/g\.example\.com\n/);
});

test('a change after which values check would find something new is refused', async (t) => {
  const text = VALUES.replace('  replicas: 2\nalert', '  replicas: 1\n  persistence: {enabled: true}\nalert');
  const { run, read } = folder(t, { 'values.yaml': text });
  const { code, stderr } = await run(['set-replicas', 'ui', '2', '-f', 'values.yaml', '--yes']);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /\nerror: nothing was changed: afterwards, values check would find ui-persistence in values\.yaml: persistence is enabled with 2 replicas\n/,
  );
  assert.equal(read('values.yaml'), text);
});

test('a password is not written into a file that git tracks, and is never shown', async (t) => {
  const { run, read } = folder(t, { 'values.yaml': 'grafana:\n  replicas: 1\n' }, { git: true });
  const { code, stdout, stderr } = await run(
    ['set-admin-password', '-f', 'values.yaml', '--yes'],
    'hunter22\n',
  );
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^error: cannot set the admin password of the dashboard UI: git does not ignore values\.yaml\n/,
  );
  assert.doesNotMatch(stdout + stderr + read('values.yaml'), /hunter22/);
});

test('a password is written into a file that git ignores, and the diff does not show it', async (t) => {
  const files = { 'secret.yaml': 'grafana:\n  replicas: 1\n', '.gitignore': 'secret.yaml\n' };
  const { run, read } = folder(t, files, { git: true });
  const words = ['set-admin-password', '-f', 'secret.yaml'];
  const { stdout } = await run([...words, '--diff'], 'hunter22');
  assert.match(stdout, /\n\+ {2}adminPassword: \*\*\*\n/);
  for (const output of [[], ['-o', 'json']]) {
    const { code, ...said } = await run([...words, '--yes', ...output], 'hunter22\n');
    assert.equal(code, 0);
    assert.doesNotMatch(said.stdout + said.stderr, /hunter22/);
  }
  assert.equal(read('secret.yaml'), 'grafana:\n  replicas: 1\n  adminPassword: hunter22\n');
});

for (const [stdin, reason] of [
  ['', 'no password was given'],
  ['abc', 'the password is shorter than 4 characters, or has several lines'],
  ['abcde\nfgh', 'the password is shorter than 4 characters, or has several lines'],
] as const)
  test(`set-admin-password refuses ${JSON.stringify(stdin)}`, async (t) => {
    const { run } = folder(t, { 'values.yaml': VALUES });
    const { code, stderr } = await run(['set-admin-password', '-f', 'values.yaml', '--yes'], stdin);
    assert.deepEqual([code, stderr.split('\n')[0]], [1, `error: ${reason}`]);
  });

test('set-storage keeps the share of retentionSize, and says that the cluster was not checked', async (t) => {
  const text = VALUES.replace('    replicas: 2   # two\n', '    retentionSize: 80GiB # four fifths\n');
  const { run, read } = folder(t, { 'values.yaml': text });
  const { code, stderr } = await run(['set-storage', '200Gi', '-f', 'values.yaml', '--yes']);
  assert.equal(code, 0);
  assert.match(stderr, UNCHECKED);
  assert.equal(read('values.yaml'), text.replace('80GiB', '160GiB').replace('100Gi', '200Gi'));
});

test('set-storage gives a component without volumes a claim template', async (t) => {
  const { run, read } = folder(t, { 'values.yaml': VALUES });
  await run(['set-storage', '10Gi', '--component', 'alerts', '-f', 'values.yaml', '--yes']);
  assert.equal(
    read('values.yaml'),
    `${VALUES}  alertmanagerSpec:
    storage:
      volumeClaimTemplate:
        spec:
          accessModes:
            - ReadWriteOnce
          resources:
            requests:
              storage: 10Gi
`,
  );
});

test('a value that several files set is said, and none of them is changed', async (t) => {
  const { run, read } = folder(t, { a: VALUES, b: 'grafana: {replicas: 3}\n' });
  const { code, stderr } = await run(['set-replicas', 'ui', '4', '-f', 'a', '-f', 'b', '--yes']);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /\nerror: cannot set the replicas of ui to 4: grafana\.replicas is set in several files: a, b\nPass only the file/,
  );
  assert.deepEqual([read('a'), read('b')], [VALUES, 'grafana: {replicas: 3}\n']);
});

test('a value is changed in the one file that sets it, and a new one is written into the last', async (t) => {
  const { run, read } = folder(t, { a: VALUES, b: 'alertmanager: {enabled: true}\n' });
  await run(['set-replicas', 'ui', '3', '-f', 'a', '-f', 'b', '--yes']);
  assert.equal(read('a'), VALUES.replace('  replicas: 2\nalert', '  replicas: 3\nalert'));
  await run(['set-replicas', 'alerts', '2', '-f', 'a', '-f', 'b', '--yes']);
  assert.equal(read('b'), 'alertmanager: {enabled: true, alertmanagerSpec: {replicas: 2}}\n');
});

test('a value behind an anchor or a template is said with its place', async (t) => {
  const anchored =
    'x: &n 2\nprometheus:\n  prometheusSpec:\n    replicas: &n 2\nother: *n\ngrafana: {replicas: *n}\n';
  const { run } = folder(t, { anchored, template: 'grafana:\n  replicas: {{ .n }}\n' });
  const one = await run(['set-replicas', 'ui', '3', '-f', 'anchored', '--yes']);
  assert.match(one.stderr, /\nerror: cannot set the replicas of ui to 3: anchored:6: grafana\.replicas /);
  assert.equal((await run(['set-replicas', 'ui', '3', '-f', 'template', '--yes'])).code, 1);
});

test('--commit commits only the values file', async (t) => {
  const { run, git } = folder(t, { 'values.yaml': VALUES, other: 'x' }, { git: true });
  const { code, stdout } = await run(['set-replicas', 'ui', '3', '-f', 'values.yaml', '--commit', '--yes']);
  assert.deepEqual([code, stdout], [0, 'values.yaml changed and committed\n']);
  assert.equal(git('log', '-1', '--format=%s'), 'Set the replicas of ui to 3\n');
  assert.equal(git('status', '--porcelain'), '');
});

test('without a terminal and without --yes, nothing is written', async (t) => {
  const { run, read } = folder(t, { 'values.yaml': VALUES });
  const { code, stderr } = await run(['set-replicas', 'ui', '3', '-f', 'values.yaml']);
  assert.equal(code, 1);
  assert.match(stderr, /error: cannot ask for confirmation: stdin is not a terminal\n/);
  assert.equal(read('values.yaml'), VALUES);
});

test('as data, a change has the file and the paths, and no values', async (t) => {
  const { run } = folder(t, { 'values.yaml': VALUES });
  const { stdout } = await run(['set-replicas', 'ui', '3', '-f', 'values.yaml', '--yes', '-o', 'json']);
  assert.deepEqual(JSON.parse(stdout), {
    apiVersion: 'monitoring.kubectl/v1',
    kind: 'ValuesChange',
    verdict: 'applied',
    exitCode: 0,
    message: 'Set the replicas of ui to 3',
    isDryRun: false,
    items: [{ file: 'values.yaml', changes: [{ path: ['grafana', 'replicas'], line: 9 }] }],
    commits: [],
  });
});

test('a password that the tracked file has already is not replaced there', async (t) => {
  const text = 'grafana:\n  adminPassword: old\n';
  const { run, read } = folder(t, { 'values.yaml': text }, { git: true });
  const { code } = await run(['set-admin-password', '-f', 'values.yaml', '--yes', '--commit'], 'hunter22');
  assert.deepEqual([code, read('values.yaml')], [1, text]);
});

test('a password is not written beside the name of a Secret, which the UI would read instead', async (t) => {
  const { run } = folder(t, { 'values.yaml': VALUES });
  const { code, stderr } = await run(['set-admin-password', '-f', 'values.yaml', '--yes'], 'hunter22');
  assert.equal(code, 1);
  assert.match(
    stderr,
    /: the values name the Secret "grafana-admin", and the UI takes the password from it\n/,
  );
});

test('a file that SOPS encrypted is not changed', async (t) => {
  const text = 'grafana:\n  adminPassword: ENC[AES256_GCM,data:x]\nsops:\n  mac: ENC[x]\n';
  const { run, read } = folder(t, { 'values.yaml': text });
  const { code, stderr } = await run(['set-replicas', 'ui', '2', '-f', 'values.yaml', '--yes']);
  assert.equal(code, 1);
  assert.match(stderr, /: values\.yaml is encrypted by SOPS\nChange it with: sops values\.yaml\n/);
  assert.equal(read('values.yaml'), text);
});

test('set-ingress keeps the path of root_url, TLS that covers the host, and the domain in step', async (t) => {
  const text = `grafana:
  admin: {existingSecret: a}
  ingress:
    enabled: true
    hosts: [old.example.com]
    tls: [{secretName: wild, hosts: ["*.example.com"]}]
  grafana.ini:
    server:
      domain: old.example.com
      root_url: https://old.example.com/grafana/
`;
  const { run, read } = folder(t, { 'values.yaml': text });
  assert.equal((await run(['set-ingress', 'new.example.com', '-f', 'values.yaml', '--yes'])).code, 0);
  assert.equal(
    read('values.yaml'),
    text
      .replace('hosts: [old.example.com]', 'hosts: [new.example.com]')
      .replace('domain: old', 'domain: new')
      .replace('https://old', 'https://new'),
  );
  const other = await run(['set-ingress', 'new.example.org', '-f', 'values.yaml', '--yes']);
  assert.match(
    other.stderr,
    /: the ingress has TLS for other names than new\.example\.org\nPass --issuer or --tls-secret/,
  );
});

test('a route of values without an alert manager comes before those of the chart', async (t) => {
  const { run, read } = folder(t, { 'values.yaml': 'ui:\n  admin: {existingSecret: a}\n' });
  const words = ['add-receiver', 'x', '--webhook', 'https://a.example', '--route', 'severity=critical'];
  assert.equal((await run([...words, '-f', 'values.yaml', '--yes'])).code, 0);
  assert.match(
    read('values.yaml'),
    /^alerts:\n {2}config:\n[\s\S]*receiver: x[\s\S]*receiver: "null"\n[\s\S]*Watchdog/m,
  );
});

test('add-receiver warns where the address of the webhook goes into git', async (t) => {
  const { run } = folder(t, { 'values.yaml': VALUES }, { git: true });
  const words = ['add-receiver', 'x', '--webhook', 'https://a.example/x', '-f', 'values.yaml', '--yes'];
  const { code, stderr } = await run(words);
  assert.equal(code, 0);
  assert.match(
    stderr,
    /^Warning: the address of the webhook is in plain text in values\.yaml then, which git does not ignore: /m,
  );
});

test('values that are a text in an Application are checked, and not changed', async (t) => {
  const text =
    'apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    helm:\n      values: |\n        grafana:\n          replicas: 1\n';
  const { run, read } = folder(t, { 'app.yaml': text });
  assert.match((await run(['check', '-f', 'app.yaml'])).stdout, /^app\.yaml:7:9: critical admin-password/);
  const { code, stderr } = await run(['set-replicas', 'ui', '2', '-f', 'app.yaml', '--yes']);
  assert.equal(code, 1);
  assert.match(stderr, /: the values in app\.yaml are a text\nWrite them as a map /);
  assert.equal(read('app.yaml'), text);
});

for (const words of ['set-admin-password', 'add-receiver x --webhook -'])
  test(`values ${words} names a file that cannot be read before it waits for stdin`, async () => {
    const argv = ['values', ...words.split(' '), '-f', 'absent', '--yes'];
    const { code, stderr } = await runCommand(program, argv, { stdin: new PassThrough() });
    assert.equal(code, 1);
    assert.match(stderr, /^error: absent cannot be read: no such file or directory\n/);
  });
