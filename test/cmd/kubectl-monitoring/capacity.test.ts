import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { volumeChart } from '../../../lib/report/chart.ts';
import { type RecordingName, startMetrics } from '../../metrics/servers.ts';
import { allowUser } from '../../support/allowed-user.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { openMonitoring } from '../../support/monitoring.ts';
import type { MonitoringStage } from '../../support/monitoring-stage.ts';
import { freePort } from '../../support/ports.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { FULL, GRAFANA, STEADY } from './capacity-screens.ts';

const NO_KUBELETS =
  'this Prometheus does not scrape the kubelets, which measure volumes\nSet kubelet.enabled: true in the chart\'s values, or add a ServiceMonitor for the port "https-metrics" of the kubelets\' Service, with its path "/metrics".\n';
const NOTHING = 'Nothing to resize: no volume is known to be too small for 180 days.\n';

for (const kind of servers())
  describe(`kubectl monitoring capacity on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: MonitoringStage;
    let kubeconfig: string;
    let bare: Ran;
    before(async () => {
      server = await kind.start();
      // Creating components installs their kinds, so a cluster that had them is not one without.
      if (kind.name === 'embedded') bare = await withoutBlock(server);
      const grafana = { name: 'grafana', image: 'grafana/grafana:12.1.0', claim: 'grafana' };
      stage = await openMonitoring(server, {
        components: [
          { name: 'k8s', spec: { retention: '40d' } },
          { name: 'volatile', replicas: 1, spec: { storage: { volumeClaimTemplate: null, emptyDir: {} } } },
          { kind: 'Alertmanager', name: 'main', size: '10Gi' },
        ],
        block: { parts: [{ kind: 'Deployment', ...grafana }] },
      });
      kubeconfig = await stage.kubeconfig();
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** Runs it in the namespace, with placeholders for namespace, addresses and kubeconfig in its output. */
    async function capacity(words: string[], options: RunOptions = {}): Promise<Ran> {
      const where = words.includes('-A') ? [] : ['-n', stage.namespace];
      const argv = ['capacity', '--kubeconfig', kubeconfig, ...where, ...words];
      const { code, stdout, stderr } = await runCommand(program, argv, options);
      const plain = (text: string): string =>
        plainText(text, { [kubeconfig]: 'KUBECONFIG', [stage.namespace]: 'NS' });
      return { code, stdout: plain(stdout), stderr: plain(stderr) };
    }

    /** The same with a Prometheus of another history, at its address. */
    async function capacityBy(
      recording: RecordingName,
      words: string[],
      options: RunOptions = {},
    ): Promise<Ran> {
      const metrics = await startMetrics(kind.name, { namespace: stage.namespace, recording });
      try {
        const address = `http://127.0.0.1:${metrics.prometheus}`;
        return await capacity([...words, '--prometheus', address], options);
      } finally {
        await metrics.stop();
      }
    }

    const k8s = 'kubectl monitoring resize-pvc 70Gi k8s -n NS --kubeconfig KUBECONFIG\n';

    test('shows all volumes with Unicode charts', async () => {
      const ran = await capacity([], { env: { LANG: 'C.UTF-8' }, columns: 80 });
      assert.deepEqual(ran, { code: 0, stdout: STEADY, stderr: '' });
    });

    test('-o wide prints a table with the sizes that are needed', async () => {
      const { code, stdout, stderr } = await capacity(['-o', 'wide']);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.equal(
        stdout,
        `NAME                                       VERDICT   REASON         SIZE   NEEDED   USED         GROWTH      FULL
prometheus-k8s-db-prometheus-k8s-0         at risk   disk-filling   50Gi   70Gi     31.2Gi 63%   926Mi/d     in 19d
prometheus-k8s-db-prometheus-k8s-1         at risk   disk-filling   50Gi   70Gi     30.8Gi 63%   915Mi/d     in 20d (19-20)
alertmanager-main-db-alertmanager-main-0   healthy   <none>         10Gi   10Gi     61.2Mi <1%   -10.7Ki/d   never
alertmanager-main-db-alertmanager-main-1   healthy   <none>         10Gi   10Gi     59.1Mi <1%   -7.4Ki/d    never
grafana                                    healthy   <none>         10Gi   10Gi     1.4Gi 14%    12Mi/d      in 714d (711-717)

Size for 180 days, at most 80% full
  Prometheus NS/k8s: 70Gi (now 50Gi)
    kubectl monitoring resize-pvc 70Gi k8s -n NS --kubeconfig KUBECONFIG
  Prometheus NS/volatile: no volume (emptyDir): its data is lost with its pod
  Alertmanager NS/main: 10Gi is enough
  Deployment NS/grafana: 10Gi is enough
`,
      );
    });

    for (const columns of [60, 80, 120, 200])
      test(`-o wide fits ${columns} columns`, async () => {
        for (const words of [[], ['-A']]) {
          const { stdout } = await capacity([...words, '-o', 'wide'], { columns });
          const [table = ''] = stdout.split('\n\n');
          const [headers = '', ...rows] = table.split('\n');
          assert.match(headers, /NAME +VERDICT /);
          for (const line of [headers, ...rows]) assert.ok(line.length <= columns, line);
        }
      });

    test('shows the volume of the dashboard UI in 40 columns of ASCII', async () => {
      const ran = await capacity(['grafana', '--over', '12h'], { env: { LC_ALL: 'C' }, columns: 40 });
      assert.deepEqual(ran, { code: 0, stdout: GRAFANA, stderr: '' });
    });

    test('uses plain characters on a dumb terminal', async () => {
      const { stdout } = await capacity(['grafana'], { env: { LANG: 'C.UTF-8', TERM: 'dumb' } });
      assert.match(stdout, /^[\n\x20-\x7e]+$/);
    });

    test('shows a volume that is full tomorrow, in color, without a known width', async () => {
      const ran = await capacityBy('full', ['prometheus/k8s', '--for', '26w', '--color', 'always']);
      assert.deepEqual(ran, { code: 0, stdout: FULL, stderr: '' });
    });

    describe('--suggest', () => {
      test('prints only the commands', async () => {
        assert.deepEqual(await capacity(['--suggest']), { code: 0, stdout: k8s, stderr: '' });
      });
      test('prints those of all namespaces with -A', async () => {
        const { code, stdout } = await capacity(['-A', '--suggest']);
        assert.equal(code, 0);
        assert.ok(stdout.includes(k8s), stdout);
      });
      test('names the component unless it is the metrics server', async () => {
        const stdout =
          'kubectl monitoring resize-pvc 12Gi main --component alerts -n NS --kubeconfig KUBECONFIG\n';
        // The upper bound of noise around zero is positive: over a very long time, it fills the volume.
        const ran = await capacity(['main', '--suggest', '--for', '3650d', '--over', '12h']);
        assert.deepEqual(ran, { code: 0, stdout, stderr: '' });
      });
      test('says if nothing needs resizing', async () => {
        assert.deepEqual(await capacity(['alertmanager/main', '--suggest']), {
          code: 0,
          stdout: '',
          stderr: NOTHING,
        });
      });
      test('warns if growth is unknown', async () => {
        const unknown = ['Prometheus k8s', 'Alertmanager main', 'Deployment grafana'].map(
          (who) => `Warning: ${who}: growth unknown, so no size can be suggested\n`,
        );
        const stderr = `${unknown.join('')}${NOTHING}`;
        assert.deepEqual(await capacityBy('young', ['--suggest']), { code: 0, stdout: '', stderr });
      });
      test('warns about volumes that no command grows', async () => {
        const stderr =
          "Warning: Deployment grafana needs 56Gi: grow its claim manually (grafana.persistence.size in the chart's values)\nNothing to resize: no volume is known to be too small for 3650 days.\n";
        const ran = await capacity(['grafana', '--suggest', '--for', '10y', '--over', '30d']);
        assert.deepEqual(ran, { code: 0, stdout: '', stderr });
      });
    });

    test('prints JSON with bytes, days, and null', async () => {
      const { code, stdout, stderr } = await capacity(['k8s', '-o', 'json']);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      const { items, run, ...report } = JSON.parse(stdout);
      assert.match(run.command, /^kubectl monitoring capacity k8s -o json /);
      const metadata = { name: 'k8s', namespace: 'NS' };
      assert.deepEqual(report, {
        apiVersion: 'monitoring.kubectl/v1',
        kind: 'CapacityList',
        verdict: 'at-risk',
        exitCode: 0,
        overDays: 14,
        forDays: 180,
        sources: [{ namespace: 'NS', via: 'pod prometheus-k8s-0 through the API server' }],
        instances: [
          {
            metadata,
            ...{ kind: 'Prometheus', part: 'metrics', size: '50Gi', sizeNeeded: '70Gi' },
            ...{ next: k8s.trimEnd(), elsewhere: null },
          },
        ],
        missing: [],
      });
      const [
        { usedBytes, fileSystemBytes, growthBytesPerDay, daysToFull, levelsOffAtBytes, history, ...volume },
        other,
      ] = items;
      assert.deepEqual(volume, {
        metadata: { name: 'prometheus-k8s-db-prometheus-k8s-0', namespace: 'NS' },
        verdict: 'at-risk',
        reason: 'disk-filling',
        owner: { kind: 'Prometheus', name: 'k8s', part: 'metrics' },
        size: '50Gi',
        capacity: '50Gi',
        orphaned: false,
        measuredDays: 14,
        retention: { sizeBytes: null, days: 40 },
        notes: [
          'use would only level off near 55.2Gi, when data reaches its retention time (40d) in 26 days',
        ],
      });
      assert.equal(other.metadata.name, 'prometheus-k8s-db-prometheus-k8s-1');
      const mib = (bytes: number): number => Math.round(bytes / 1024 ** 2);
      assert.deepEqual([usedBytes, fileSystemBytes, levelsOffAtBytes].map(mib), [31_964, 50_072, 56_528]);
      assert.deepEqual(
        Object.entries(growthBytesPerDay as Record<string, number>).map(([key, bytes]) => [key, mib(bytes)]),
        [
          ['likely', 926],
          ['low', 907],
          ['high', 945],
        ],
      );
      assert.deepEqual(daysToFull, { likely: 19.56, soonest: 19.17, latest: 19.97 });
      assert.deepEqual([history.stepSeconds, history.usedBytes.length], [10_800, 113]);
      assert.ok(history.usedBytes.every(Number.isInteger));
    });

    test('prints JSON from which the charts of a report are drawn', async () => {
      const { stdout } = await capacity(['-o', 'json']);
      const { items, forDays } = JSON.parse(stdout);
      const charts = items.map((item: Record<string, unknown>) => volumeChart(item, { forDays })?.html ?? '');
      assert.deepEqual(
        charts.map((chart: string) => /<title>([^,]*), /.exec(chart)?.[1]),
        [
          'prometheus-k8s-db-prometheus-k8s-0: 31.2Gi of 48.9Gi used',
          'prometheus-k8s-db-prometheus-k8s-1: 30.8Gi of 48.9Gi used',
          undefined,
          undefined,
          'grafana: 1.4Gi of 9.8Gi used',
        ],
      );
      for (const chart of [charts[0], charts[1], charts[4]])
        assert.match(chart, /<path class="used" d="M124,\d+ \d/);
      // A line at the bottom of a chart shows nothing.
      for (const chart of [charts[2], charts[3]]) assert.match(chart, /Use stays below 5% of the volume/);
      assert.match(charts[0], />full \d{4}-\d\d-\d\d( |<)/);
    });

    test('prints JSON without measurements', async () => {
      const { code, stdout, stderr } = await capacityBy('blind', ['grafana', '-o', 'yaml']);
      assert.deepEqual(
        { code, stderr },
        { code: 0, stderr: `Warning: no metrics for grafana in namespace NS: ${NO_KUBELETS}` },
      );
      assert.equal(stdout.slice(0, stdout.indexOf('run:\n')), UNMEASURED);
    });

    test('reports a missing instance', async () => {
      const where = (kinds: string): string =>
        `Choose another namespace with -n. To see what is where: kubectl get ${kinds} -A --kubeconfig KUBECONFIG\n`;
      assert.deepEqual(await capacity(['nobody']), {
        code: 1,
        stdout: '',
        stderr: `error: no Prometheus, Alertmanager, ThanosRuler or PrometheusAgent "nobody" found in namespace "NS"\n${where('prometheuses,alertmanagers,thanosrulers,prometheusagents')}`,
      });
      assert.deepEqual(await capacity(['--component', 'ruler']), {
        code: 1,
        stdout: '',
        stderr: `error: no ThanosRuler found in namespace "NS"\n${where('thanosrulers')}`,
      });
    });

    test('names the namespace of an instance that is in another one', async () => {
      const { code, stdout, stderr } = await capacity(['main', '-n', 'default']);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(
        stderr,
        /^error: no Prometheus, Alertmanager, ThanosRuler or PrometheusAgent "main" found in namespace "default"\n(.*\n)*Alertmanager "main" is in namespace "NS": use -n NS\.\n/,
      );
    });

    test('-o "" is the usual output', async () => {
      assert.deepEqual(await capacity(['volatile', '-o', '']), await capacity(['volatile']));
    });

    test('does not query Prometheus for an instance without volumes', async () => {
      assert.deepEqual(await capacity(['volatile', '--prometheus', `http://127.0.0.1:${await freePort()}`]), {
        code: 0,
        stdout: `Size for 180 days, at most 80% full
  Prometheus NS/volatile: no volume (emptyDir): its data is lost
  with its pod
`,
        stderr: '',
      });
    });

    test('warns a user who cannot read the dashboard UI', async () => {
      const { namespace } = stage;
      const name = 'reads-volumes';
      const list = (group: string, resource: string) => ({ verb: 'list', group, resource, namespace });
      const group = 'monitoring.coreos.com';
      await allowUser(server, { name, namespace }, [
        ...['prometheuses', 'alertmanagers', 'thanosrulers'].map((resource) => list(group, resource)),
        ...['persistentvolumeclaims', 'pods'].map((resource) => list('', resource)),
        { verb: 'get', group: '', resource: 'pods', subresource: 'proxy', namespace },
      ]);
      const { code, stdout, stderr } = await capacity(['--suggest', '--as', name]);
      assert.deepEqual({ code, stdout }, { code: 0, stdout: k8s });
      assert.match(
        stderr,
        /^Warning: deployments cannot be read, so a volume of the dashboard UI may be missing: .*\(Forbidden\).*\nWarning: statefulsets cannot be read, so .*\nWarning: prometheusagents cannot be read, so a volume of a PrometheusAgent may be missing: .*\(Forbidden\).*\n$/,
      );
    });

    test('reports only the missing rights to a user who can read nothing', async () => {
      const { code, stdout, stderr } = await capacity(['--as', 'nobody']);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, /^Error from server \(Forbidden\): /);
      assert.doesNotMatch(stderr, /Warning/);
    });

    test('reports a Prometheus that does not respond', async () => {
      const { code, stdout, stderr } = await capacity([
        '--prometheus',
        `http://127.0.0.1:${await freePort()}`,
      ]);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, /^error: no response from http:\/\/127\.0\.0\.1:PORT: /);
    });

    if (kind.name === 'embedded')
      test('reports a cluster without the building block', () => {
        assert.deepEqual(bare, {
          code: 1,
          stdout: '',
          stderr: `error: the server does not serve prometheuses.monitoring.coreos.com, alertmanagers.monitoring.coreos.com, thanosrulers.monitoring.coreos.com
Install the building block (prometheus-operator) first, or choose another cluster (--context).
`,
        });
      });
  });

async function withoutBlock(server: TestServer): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), 'bmh-capacity-'));
  try {
    await writeKubeconfig(join(folder, 'config'), server.admin);
    return await runCommand(program, ['capacity', '--kubeconfig', join(folder, 'config')]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const UNMEASURED = `apiVersion: monitoring.kubectl/v1
kind: CapacityList
verdict: unknown
exitCode: 0
overDays: 14
forDays: 180
sources:
  - namespace: NS
    via: http://127.0.0.1:PORT
items:
  - metadata:
      name: grafana
      namespace: NS
    verdict: unknown
    reason: not-measured
    owner:
      kind: Deployment
      name: grafana
      part: ui
    size: 10Gi
    capacity: 10Gi
    orphaned: false
    usedBytes: null
    fileSystemBytes: null
    growthBytesPerDay: null
    measuredDays: null
    daysToFull: null
    levelsOffAtBytes: null
    retention: null
    history: null
    notes: []
instances:
  - metadata:
      name: grafana
      namespace: NS
    kind: Deployment
    part: ui
    size: 10Gi
    sizeNeeded: null
    next: null
    elsewhere: null
missing:
  - namespace: NS
    claims:
      - grafana
    message: this Prometheus does not scrape the kubelets, which measure volumes
    hint: "Set kubelet.enabled: true in the chart's values, or add a ServiceMonitor for the port \\"https-metrics\\" of the kubelets' Service, with its path \\"/metrics\\"."
`;
