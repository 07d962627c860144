import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import type { MetricsServers } from '../../metrics/options.ts';
import { type RecordingName, startMetrics } from '../../metrics/servers.ts';
import { folderWith } from '../../support/folder.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { addBlock, addNamespace, addNodes } from './sized-block.ts';
import { GIT_HOST, repositoryWith } from './values/folders.ts';

const NAMESPACE = 'monitoring-system';
/** A user who gives these answers, one to each question. */
function answering(answers: string[]): RunOptions {
  const [stdin, left] = [new PassThrough(), [...answers]];
  return {
    ...{ stdin, interactive: true },
    onStderr: (text) => {
      if (text.includes('[y/N] ')) setImmediate(() => stdin.write(`${left.shift() ?? ''}\r`));
    },
  };
}

const FILE = 'values.yaml';
const VALUES = `# The values of the platform.
prometheus:
  prometheusSpec:
    storageSpec: {volumeClaimTemplate: {spec: {resources: {requests: {storage: 50Gi}}}}}
    resources:
      requests: {cpu: 500m, memory: 2Gi} # as measured once
      limits: {memory: 4Gi}
grafana:
  admin:
    existingSecret: grafana-admin
  resources: {}
prometheusOperator:
  resources: &small
    requests: {cpu: 10m, memory: 100Mi}
    limits: {memory: 160Mi}
`;

for (const kind of servers())
  describe(`sizing --values on the ${kind.name} server`, () => {
    let server: TestServer;
    let folder: string;
    const metrics = new Map<RecordingName, MetricsServers>();
    before(async () => {
      server = await kind.start();
      folder = await mkdtemp(join(tmpdir(), 'bmh-sizing-'));
      await writeKubeconfig(join(folder, 'admin'), server.admin);
      await addNodes(server.admin, 2);
      await addNamespace(server.admin, NAMESPACE);
      await addBlock(server.admin, NAMESPACE);
      for (const recording of ['steady', 'blind'] as const)
        metrics.set(recording, await startMetrics(kind.name, { namespace: NAMESPACE, recording }));
    });
    after(async () => {
      await Promise.all([...metrics.values()].map((one) => one.stop()));
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const sizing = (
      words: string[],
      options: RunOptions,
      recording: RecordingName = 'steady',
    ): Promise<Ran> =>
      runCommand(
        program,
        [
          'sizing',
          '--kubeconfig',
          join(folder, 'admin'),
          '--prometheus',
          `http://127.0.0.1:${metrics.get(recording)?.prometheus}`,
          ...words,
        ],
        options,
      );

    const at = (text: string, from: string): string => text.slice(text.indexOf(from));

    test('shows what it proposes, why, the sum beside the rule and the diff, and writes nothing', async (t) => {
      const cwd = await folderWith(t, { [FILE]: VALUES });
      const { code, stdout, stderr } = await sizing(['--values', FILE, '--diff'], { cwd });
      assert.deepEqual([code, stderr], [0, '']);
      assert.ok(stdout.startsWith('monitoring-system: findings\n'));
      assert.equal(at(stdout, '\nCOMPONENT'), `${PROPOSED}${DIFF}`);
      assert.equal(await readFile(join(cwd, FILE), 'utf8'), VALUES);
    });

    test('asks about each component, and writes only what is confirmed', async (t) => {
      const cwd = await folderWith(t, { [FILE]: VALUES });
      const { code, stdout, stderr } = await sizing(['--values', FILE], {
        cwd,
        ...answering(['y', 'n', '', 'yes', 'n']),
      });
      assert.equal(code, 0, stderr);
      assert.equal(at(stdout, '\nCOMPONENT'), `${PROPOSED}values.yaml changed\n`);
      assert.equal(await readFile(join(cwd, FILE), 'utf8'), CONFIRMED);
      const asked = stderr.match(/Write the requests and limits of [a-z-]+\? \[y\/N\]/g);
      assert.deepEqual(
        [...new Set(asked)],
        ['metrics', 'alerts', 'ui', 'cluster-state', 'node-exporter'].map(
          (part) => `Write the requests and limits of ${part}? [y/N]`,
        ),
      );
      assert.ok(stderr.endsWith(`\n${CONFIRMED_DIFF}${NEXT}`), stderr);
    });

    test('writes nothing if nothing is confirmed', async (t) => {
      const cwd = await folderWith(t, { [FILE]: VALUES });
      const options = { cwd, ...answering(['', 'n', 'no', 'x', 'N']) };
      const { code, stderr } = await sizing(['--values', FILE], options);
      assert.equal(code, 1);
      assert.ok(stderr.endsWith('Not written: nothing was changed.\n'), stderr);
      assert.equal(await readFile(join(cwd, FILE), 'utf8'), VALUES);
    });

    test('writes all with --yes, and has nothing to propose afterwards', async (t) => {
      const cwd = await folderWith(t, { [FILE]: VALUES });
      const { code, stdout, stderr } = await sizing(['--values', FILE, '--yes'], { cwd });
      assert.deepEqual([code, stderr], [0, NEXT]);
      assert.equal(at(stdout, '\nCOMPONENT'), `${PROPOSED}values.yaml changed\n`);
      const written = await readFile(join(cwd, FILE), 'utf8');
      for (const words of [[], ['--yes'], ['--diff']]) {
        const again = await sizing(['--values', FILE, ...words], { cwd });
        assert.deepEqual([again.code, again.stderr], [0, '']);
        assert.match(again.stdout, /\nNothing to propose for the values\.\nmetrics \(/);
        assert.equal(again.stdout.match(/its\s+requests\s+and\s+limits\s+allow\s+for\s+that\./g)?.length, 6);
      }
      assert.equal(await readFile(join(cwd, FILE), 'utf8'), written);
    });

    test('without a terminal and without --yes, shows what it proposes and writes nothing', async (t) => {
      const cwd = await folderWith(t, { [FILE]: VALUES });
      const { code, stdout, stderr } = await sizing(['--values', FILE], { cwd });
      assert.equal(code, 1);
      assert.equal(at(stdout, '\nCOMPONENT'), PROPOSED);
      const error = `error: cannot ask for confirmation: stdin is not a terminal
Use --yes (-y) to write what is proposed, or --diff to show it.
`;
      assert.equal(stderr, error);
      const json = await sizing(['--values', FILE, '-o', 'json'], { cwd });
      assert.deepEqual([json.code, json.stderr], [1, error]);
      const { exitCode, values } = JSON.parse(json.stdout);
      assert.deepEqual([exitCode, values.verdict, values.files], [1, 'blocked', []]);
      assert.equal(await readFile(join(cwd, FILE), 'utf8'), VALUES);
    });

    test('has the proposals and the written files in its data', async (t) => {
      const cwd = await folderWith(t, { [FILE]: VALUES });
      const words = ['--values', FILE, '-o', 'json'];
      const shown = await sizing([...words, '--diff'], { cwd });
      assert.deepEqual([shown.code, shown.stderr], [0, '']);
      const { values: planned } = JSON.parse(shown.stdout);
      assert.deepEqual([planned.verdict, planned.isDryRun], ['unchanged', true]);
      assert.equal(await readFile(join(cwd, FILE), 'utf8'), VALUES);
      const { code, stdout, stderr } = await sizing([...words, '--yes'], { cwd });
      assert.deepEqual([code, stderr], [0, '']);
      const { verdict, values } = JSON.parse(stdout);
      const { proposals, requests, ...rest } = values;
      assert.equal(verdict, 'findings');
      assert.deepEqual(requests, { cpuCores: 1.54, memoryBytes: 6964 * MIB });
      assert.deepEqual(
        proposals.map((one: Record<string, string>) => [one.component, one.verdict]),
        [
          ['metrics', 'applied'],
          ['alerts', 'applied'],
          ['ui', 'applied'],
          ['operator', 'unchanged'],
          ['cluster-state', 'applied'],
          ['node-exporter', 'applied'],
        ],
      );
      assert.deepEqual(proposals[0], {
        component: 'metrics',
        path: ['prometheus', 'prometheusSpec', 'resources'],
        verdict: 'applied',
        message: 'Each of its 2 pods uses up to 0.54 cores and 2.3Gi; expected for 2 nodes: 1.8Gi.',
        measured: { cpuCores: 0.543, memoryBytes: Math.round(2313.375 * MIB) },
        expected: { cpuCores: null, memoryBytes: Math.round(1889.977 * MIB) },
        settings: [
          { name: 'requests.cpu', cluster: '500m', values: '500m', proposed: '700m' },
          { name: 'requests.memory', cluster: '2Gi', values: '2Gi', proposed: '3Gi' },
          { name: 'limits.memory', cluster: '4Gi', values: '4Gi', proposed: '4608Mi' },
        ],
      });
      assert.deepEqual(
        { ...rest, files: rest.files.map(({ file }: { file: string }) => file) },
        {
          ...{ verdict: 'applied', isDryRun: false, files: [FILE], commits: [] },
        },
      );
      assert.deepEqual(planned.files, rest.files);
      assert.notEqual(await readFile(join(cwd, FILE), 'utf8'), VALUES);
    });

    test('changes a value where it is set, adds others to the last file, and leaves out what it cannot write', async (t) => {
      const base =
        'metrics:\n  metricsSpec:\n    resources: {requests: {cpu: 2}}\nui:\n  resources: {requests: {cpu: 1}}\n';
      const top = 'ui:\n  resources: {requests: {cpu: 2}}\n';
      const cwd = await folderWith(t, { 'base.yaml': base, 'top.yaml': top });
      const words = ['--values', 'base.yaml', '--values', 'top.yaml', '--yes'];
      const { code, stdout, stderr } = await sizing(words, { cwd });
      assert.equal(code, 1);
      assert.equal(
        stderr,
        `Warning: this change leaves 2 findings of "kubectl monitoring values check" in these files\n${NEXT}`,
      );
      assert.ok(
        stdout.includes(`
ui (ui.resources): its pod uses 0.013 cores and 134Mi. Cannot set the requests
and limits of ui: ui.resources.requests.cpu is set in several files: base.yaml,
top.yaml. Pass only the file that you want to change with -f, or remove the
value from the others.
`),
        stdout,
      );
      assert.ok(stdout.endsWith('\nbase.yaml changed\ntop.yaml changed\n'), stdout);
      assert.equal(await readFile(join(cwd, 'base.yaml'), 'utf8'), base.replace('2}', '700m}'));
      const written = await readFile(join(cwd, 'top.yaml'), 'utf8');
      assert.ok(
        written.startsWith(`${top}metrics:
  metricsSpec:
    resources:
      requests:
        memory: 3Gi
      limits:
        memory: 4608Mi
alerts:
  alertsSpec:
    resources:
`),
        written,
      );
      const { stdout: json } = await sizing([...words, '-o', 'json'], { cwd });
      const { verdict, exitCode, values } = { ...JSON.parse(json), verdict: JSON.parse(json).values.verdict };
      assert.deepEqual([verdict, exitCode, values.proposals[2].verdict], ['blocked', 1, 'blocked']);
    });

    test('leaves out a component whose values are shared through an anchor, and says where', async (t) => {
      const text = `${VALUES}prometheus-node-exporter:\n  resources: *small\n`;
      const cwd = await folderWith(t, { [FILE]: text });
      const { code, stdout } = await sizing(['--values', FILE, '--diff', '-o', 'json'], { cwd });
      assert.equal(code, 1);
      const { verdict, proposals } = JSON.parse(stdout).values;
      const { message, ...exporter } = proposals.at(-1);
      assert.deepEqual([verdict, exporter.verdict], ['blocked', 'blocked']);
      assert.match(
        message,
        /^Each of its 2 pods .*\. Cannot set the requests and limits of node-exporter: values\.yaml:17: prometheus-node-exporter\.resources.* [A-Z].*\.$/,
      );
    });

    test('--commit commits the file', async (t) => {
      const { folder: cwd, git } = await repositoryWith(t, { [FILE]: VALUES });
      const options = { cwd, env: GIT_HOST.env };
      const { code, stdout, stderr } = await sizing(['--values', FILE, '--yes', '--commit'], options);
      assert.equal(code, 0, stderr);
      assert.ok(stdout.endsWith('values.yaml changed and committed\n'));
      assert.equal(
        await git('log', '-1', '--format=%s'),
        'Set the requests and limits of metrics, alerts, ui, cluster-state, node-exporter',
      );
    });

    test('proposes what a Prometheus is expected to need with more nodes', async (t) => {
      const cwd = await folderWith(t, { [FILE]: VALUES });
      const { stdout } = await sizing(['--values', FILE, '--nodes', '20', '--diff'], { cwd });
      assert.match(
        stdout,
        /\nmetrics +requests\.cpu +500m +500m +6800m\nmetrics +requests\.memory +2Gi +2Gi +23808Mi\nmetrics +limits\.memory +4Gi +4Gi +35Gi\n/,
      );
      assert.match(
        stdout,
        /\nmetrics \(.*\): each of its 2 pods uses up to\n0\.54 cores and 2\.3Gi; expected for 20 nodes: 5\.43 cores and 18\.5Gi\.\n/,
      );
      assert.match(stdout, /; the rule\s+for 20 nodes is 16 cores and 7\.1Gi\.\n/);
    });

    test('says which components were not measured, and proposes nothing for them', async (t) => {
      const cwd = await folderWith(t, { [FILE]: VALUES });
      const { code, stdout } = await sizing(['--values', FILE, '--diff'], { cwd }, 'blind');
      assert.equal(code, 0);
      assert.equal(stdout.slice(stdout.indexOf('\nCOMPONENT'), stdout.indexOf('\n---')), BLIND);
    });

    test('fits a narrow terminal', async (t) => {
      const cwd = await folderWith(t, { [FILE]: VALUES });
      const { stdout } = await sizing(['--values', FILE, '--yes'], { cwd, columns: 50 });
      for (const line of stdout.split('\n')) assert.ok(line.length <= 50, line);
    });

    const wrong: [words: string[], stderr: string][] = [
      [['--yes'], 'error: --yes needs --values\nPass --values FILE, or leave out --yes.\n'],
      [['--diff'], 'error: --diff needs --values\nPass --values FILE, or leave out --diff.\n'],
      [['--commit'], 'error: --commit needs --values\nPass --values FILE, or leave out --commit.\n'],
      [['--values', '-'], 'error: stdin cannot be changed\nPass the values files by name with -f.\n'],
      [
        ['--values', 'absent.yaml'],
        'error: absent.yaml cannot be read: no such file or directory\nPass a file that you may read, or - for stdin.\n',
      ],
      [
        ['--values', 'other.yaml'],
        'error: no values of the monitoring chart were found\nPass files with keys such as prometheus, alertmanager and grafana, or metrics, alerts and ui, with -f.\n',
      ],
      [
        ['--values', 'other.yaml', '-o', 'jsonpath={'],
        `error: invalid jsonpath "{": missing closing brace after "{"\nUse a template such as '{range .items[*]}{.metadata.name}{"\\n"}{end}', in single quotes.\n`,
      ],
    ];
    for (const [words, stderr] of wrong)
      test(`refuses ${words.join(' ')} before the cluster is asked`, async (t) => {
        const cwd = await folderWith(t, { 'other.yaml': 'a: 1\n' });
        const ran = await runCommand(program, ['sizing', '--kubeconfig', join(cwd, 'none'), ...words], {
          cwd,
        });
        assert.deepEqual(ran, { code: 1, stdout: '', stderr });
      });
  });

const MIB = 2 ** 20;

const NEXT = 'Deploy the values: the pods of these components then start again.\n';

const PROPOSED = `
COMPONENT       SETTING           CLUSTER   VALUES   PROPOSED
metrics         requests.cpu      500m      500m     700m
metrics         requests.memory   2Gi       2Gi      3Gi
metrics         limits.memory     4Gi       4Gi      4608Mi
alerts          requests.cpu      4m        <none>   10m
alerts          requests.memory   100Mi     <none>   100Mi
alerts          limits.memory     100Mi     <none>   160Mi
ui              requests.cpu      <none>    <none>   20m
ui              requests.memory   <none>    <none>   192Mi
ui              limits.memory     <none>    <none>   288Mi
cluster-state   requests.memory   190Mi     <none>   64Mi
cluster-state   limits.memory     <none>    <none>   96Mi
node-exporter   requests.cpu      102m      <none>   20m
node-exporter   requests.memory   180Mi     <none>   32Mi
node-exporter   limits.memory     <none>    <none>   64Mi

metrics (prometheus.prometheusSpec.resources): each of its 2 pods uses up to
0.54 cores and 2.3Gi; expected for 2 nodes: 1.8Gi.
alerts (alertmanager.alertmanagerSpec.resources): each of its 2 pods uses up to
0.004 cores and 63.7Mi.
ui (grafana.resources): its pod uses 0.013 cores and 134Mi.
operator (prometheusOperator.resources): its pod uses 0.007 cores and 38.9Mi,
and its requests and limits allow for that.
cluster-state (kube-state-metrics.resources): its pod uses 0.005 cores and
44.4Mi.
node-exporter (prometheus-node-exporter.resources): each of its 2 pods uses up
to 0.01 cores and 18.7Mi.
With these values, the building block requests 1.54 cores and 6.8Gi; the rule
for 2 nodes is 7 cores and 6.3Gi.
`;

const DIFF = `--- values.yaml
+++ values.yaml
@@ -3,13 +3,39 @@
   prometheusSpec:
     storageSpec: {volumeClaimTemplate: {spec: {resources: {requests: {storage: 50Gi}}}}}
     resources:
-      requests: {cpu: 500m, memory: 2Gi} # as measured once
-      limits: {memory: 4Gi}
+      requests: {cpu: 700m, memory: 3Gi} # as measured once
+      limits: {memory: 4608Mi}
 grafana:
   admin:
     existingSecret: grafana-admin
-  resources: {}
+  resources:
+    requests:
+      cpu: 20m
+      memory: 192Mi
+    limits:
+      memory: 288Mi
 prometheusOperator:
   resources: &small
     requests: {cpu: 10m, memory: 100Mi}
     limits: {memory: 160Mi}
+alertmanager:
+  alertmanagerSpec:
+    resources:
+      requests:
+        cpu: 10m
+        memory: 100Mi
+      limits:
+        memory: 160Mi
+kube-state-metrics:
+  resources:
+    requests:
+      memory: 64Mi
+    limits:
+      memory: 96Mi
+prometheus-node-exporter:
+  resources:
+    requests:
+      cpu: 20m
+      memory: 32Mi
+    limits:
+      memory: 64Mi
`;

/** After metrics and cluster-state were confirmed. */
const CONFIRMED = `${VALUES.replace('{cpu: 500m, memory: 2Gi}', '{cpu: 700m, memory: 3Gi}').replace('4Gi', '4608Mi')}kube-state-metrics:
  resources:
    requests:
      memory: 64Mi
    limits:
      memory: 96Mi
`;

const CONFIRMED_DIFF = `--- values.yaml
+++ values.yaml
@@ -3,8 +3,8 @@
   prometheusSpec:
     storageSpec: {volumeClaimTemplate: {spec: {resources: {requests: {storage: 50Gi}}}}}
     resources:
-      requests: {cpu: 500m, memory: 2Gi} # as measured once
-      limits: {memory: 4Gi}
+      requests: {cpu: 700m, memory: 3Gi} # as measured once
+      limits: {memory: 4608Mi}
 grafana:
   admin:
     existingSecret: grafana-admin
@@ -13,3 +13,9 @@
   resources: &small
     requests: {cpu: 10m, memory: 100Mi}
     limits: {memory: 160Mi}
+kube-state-metrics:
+  resources:
+    requests:
+      memory: 64Mi
+    limits:
+      memory: 96Mi
`;

const BLIND = `
COMPONENT   SETTING           CLUSTER   VALUES   PROPOSED
metrics     requests.memory   2Gi       2Gi      2560Mi

metrics (prometheus.prometheusSpec.resources): its use was not measured;
expected for 2 nodes: 1.8Gi.
alerts (alertmanager.alertmanagerSpec.resources): nothing is proposed: its pods
were not measured.
ui (grafana.resources): nothing is proposed: its pods were not measured.
operator (prometheusOperator.resources): nothing is proposed: its pods were not
measured.
cluster-state (kube-state-metrics.resources): nothing is proposed: its pods were
not measured.
node-exporter (prometheus-node-exporter.resources): nothing is proposed: its
pods were not measured.
With these values, the building block requests 1.36 cores and 6Gi; the rule for
2 nodes is 7 cores and 6.3Gi.`;
