import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../cmd/kubectl-monitoring/program.ts';
import { runCommand } from '../support/run-command.ts';

/** What does without a cluster, and says so. */
const DOES_WITHOUT = [
  'rbac',
  'job repair --all --image kubectl-bmh',
  'sizing --nodes 3',
  'rules new shop --group rules.example.com',
  'dashboards new shop',
  'dashboards preview dashboard.json --output -',
  'upgrade-check --from 72.9.1',
  'values set-storage 10Gi -f values.yaml --yes',
  'values set-replicas alerts 2 -f values.yaml --yes',
];

const ALERT = 'groups: [{ name: a, rules: [{ alert: A, expr: up }] }]';

const DASHBOARD = '{"panels":[{"type":"stat","targets":[{"expr":"up"}]}]}';

const CONTAINER = JSON.stringify({
  ...{ apiVersion: 'v1', kind: 'ConfigMap' },
  metadata: { name: 'shop', labels: { ui_dashboard: '1' } },
  data: { 'shop.json': '{"uid":"shop","title":"Shop","panels":[]}' },
});

const VALUES = 'grafana: { admin: { existingSecret: ui } }\n';

/** Calls of every command that connects. */
const CALLS = [
  [bmh, 'list'],
  [bmh, 'list -w'],
  [bmh, 'diagnose worker-0'],
  [bmh, 'diagnose worker-0 worker-1'],
  [bmh, 'diagnose --all -o json'],
  [bmh, 'verify worker-0'],
  [bmh, 'verify worker-0 worker-1'],
  [bmh, 'verify --all -o json'],
  [bmh, 'audit'],
  [bmh, 'audit -A -o json'],
  [bmh, 'repair worker-0 --yes'],
  [bmh, 'repair --all --yes'],
  [bmh, 'undo worker-0 --yes'],
  [bmh, 'reenroll worker-0 --yes'],
  [bmh, 'pause worker-0'],
  [bmh, 'resume worker-0'],
  [bmh, 'wait worker-0'],
  [bmh, 'payload worker-0 --output-directory absent'],
  [bmh, 'rbac'],
  [bmh, 'job repair --all --image kubectl-bmh'],
  [bmh, 'version'],
  [monitoring, 'status'],
  [monitoring, 'status -A -o json'],
  [monitoring, 'status -w'],
  [monitoring, 'capacity'],
  [monitoring, 'sizing'],
  [monitoring, 'sizing --nodes 3'],
  [monitoring, 'resize-pvc 60Gi --yes'],
  [monitoring, 'undo --yes'],
  [monitoring, 'scale alerts 3 --yes'],
  [monitoring, 'rules list -A'],
  [monitoring, 'dashboards list -A'],
  [monitoring, 'dashboards new shop'],
  [monitoring, 'dashboards apply container.json -y'],
  [monitoring, 'dashboards preview dashboard.json --output -'],
  [monitoring, 'dashboards export'],
  [monitoring, 'dashboards doctor shop'],
  [monitoring, 'rules apply rule.yaml -y'],
  [monitoring, 'rules doctor shop'],
  [monitoring, 'rules new shop --group rules.example.com'],
  [monitoring, 'rules backtest alert.yaml'],
  [monitoring, 'rules lint alert.yaml --with-prometheus'],
  [monitoring, 'upgrade-check'],
  [monitoring, 'upgrade-check --from 72.9.1'],
  [monitoring, 'values check -f values.yaml --with-cluster'],
  [monitoring, 'values set-admin-password -f values.yaml --existing-secret ui --generate --yes'],
  [monitoring, 'values set-storage 10Gi -f values.yaml --yes'],
  [monitoring, 'values set-replicas alerts 2 -f values.yaml --yes'],
  [monitoring, 'alert list'],
  [monitoring, 'alert routes'],
  [monitoring, 'alert test'],
  [monitoring, 'alert silence list'],
  [monitoring, 'alert silence expire a'],
  [monitoring, 'alert silence create a=b --comment x -y'],
  [monitoring, 'watchdog'],
  [monitoring, 'watchdog receiver https://example.com'],
  [monitoring, 'version'],
] as const;

describe('every command exits 1 without a configured cluster', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'no-cluster-'));
    await writeFile(join(folder, 'broken'), 'clusters: [');
    await writeFile(join(folder, 'empty'), '');
    await writeFile(join(folder, 'alert.yaml'), ALERT);
    await writeFile(join(folder, 'dashboard.json'), DASHBOARD);
    await writeFile(join(folder, 'container.json'), CONTAINER);
    await writeFile(join(folder, 'values.yaml'), VALUES);
    await writeFile(
      join(folder, 'rule.yaml'),
      `{ kind: PrometheusRule, metadata: { name: a }, spec: { ${ALERT} } }`,
    );
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const ways: [string, string, string[], RegExp][] = [
    ['KUBECONFIG names no file', 'none', [], /localhost:8080 was refused/],
    ['the kubeconfig is empty', 'empty', [], /localhost:8080 was refused/],
    ['the kubeconfig lacks the context', 'empty', ['--context', 'absent'], /context "absent" does not exist/],
    ['the kubeconfig cannot be parsed', 'broken', [], /error loading config file/],
  ];
  for (const [title, file, flags, said] of ways)
    for (const [program, line] of CALLS)
      test(`${title}: ${program.name} ${line}`, async (t) => {
        if (isLacked(file, flags) && (await isTaken(8080)))
          return t.skip('a server listens where kubectl looks by default');
        const { code, stdout, stderr } = await runCommand(program, [...flags, ...line.split(' ')], {
          env: { KUBECONFIG: join(folder, file) },
          cwd: folder,
        });
        assert.match(stdout + stderr, said);
        const isIncomplete = file === 'none' && line === 'upgrade-check --from 72.9.1';
        const without = isIncomplete ? 2 : 0;
        assert.equal(code, isLacked(file, flags) && DOES_WITHOUT.includes(line) ? without : 1, stderr);
      });
});

describe('upgrade-check --from', () => {
  const argv = ['upgrade-check', '--from', '86.0.0', '--to', '86.1.0'];
  const env = { KUBECONFIG: join(tmpdir(), 'no-cluster', 'absent') };
  const missing = 'KUBECONFIG names no existing file: correct it, or add --offline to read no cluster';
  test('says that a kubeconfig that is named is missing', async (t) => {
    if (await isTaken(8080)) return t.skip('a server listens where kubectl looks by default');
    const { code, stdout } = await runCommand(monitoring, argv, { env });
    assert.equal(code, 2);
    assert.ok(stdout.endsWith(`\nNot known\ncluster: ${missing}\n`), stdout);
  });
  test('needs none that is named with --offline', async () => {
    const { code, stderr } = await runCommand(monitoring, [...argv, '--offline'], { env });
    assert.deepEqual([code, stderr], [0, '']);
  });
  test('needs no cluster where the kubeconfig has none', async (t) => {
    if (await isTaken(8080)) return t.skip('a server listens where kubectl looks by default');
    const { code, stderr } = await runCommand(monitoring, argv, { env: { KUBECONFIG: devNull } });
    assert.deepEqual([code, stderr], [0, '']);
  });
});

const nameOf = ({ commands }: typeof bmh, line: string): string | undefined =>
  commands
    .map(({ name }) => name)
    .filter((name) => `${line} `.startsWith(`${name} `))
    .toSorted((one, other) => other.length - one.length)[0];

test('these cases cover every command that connects', () => {
  for (const program of [bmh, monitoring])
    assert.deepEqual(
      [
        ...new Set(CALLS.filter(([of]) => of === program).map(([, line]) => nameOf(program, line))),
      ].toSorted(),
      program.commands
        .filter(({ connects }) => connects)
        .map(({ name }) => name)
        .toSorted(),
    );
});

test('four commands report unknown if the configured server is unreachable', async () => {
  const named = ['--server', 'http://127.0.0.1:1'];
  for (const [program, line] of CALLS.filter(([, call]) => /^(diagnose|verify|audit|status)/.test(call))) {
    const { code } = await runCommand(program, [...line.split(' '), ...named]);
    assert.equal(code, 2, line);
  }
});

/** Whether nothing is wrong but that no cluster is named. */
const isLacked = (file: string, flags: string[]): boolean => file !== 'broken' && flags.length === 0;

/** Whether a process listens on a port of this machine. */
const isTaken = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, 'localhost');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
