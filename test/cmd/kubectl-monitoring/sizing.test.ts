import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { parse } from 'yaml';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import type { MetricsServers } from '../../metrics/options.ts';
import { attach, type RecordingName, startMetrics } from '../../metrics/servers.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { listen } from '../../support/listen.ts';
import { type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { addBlock, addNamespace, addNodes } from './sized-block.ts';

const NAMESPACE = 'monitoring-system';

for (const kind of servers())
  describe(`kubectl monitoring sizing on the ${kind.name} server`, () => {
    let server: TestServer;
    let folder: string;
    let pods: { ip: string }[];
    const metrics = new Map<RecordingName, MetricsServers>();
    before(async () => {
      server = await kind.start();
      folder = await mkdtemp(join(tmpdir(), 'bmh-sizing-'));
      for (const [name, user] of [
        ['admin', server.admin],
        ['weak', server.weak],
      ] as const)
        await writeKubeconfig(join(folder, name), user);
      await addNodes(server.admin, 2);
      for (const namespace of [NAMESPACE, 'empty']) await addNamespace(server.admin, namespace);
      pods = await addBlock(server.admin, NAMESPACE);
      for (const recording of ['steady', 'blind'] as const)
        metrics.set(recording, await startMetrics(kind.name, { namespace: NAMESPACE, recording }));
    });
    after(async () => {
      await Promise.all([...metrics.values()].map((one) => one.stop()));
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    /** Runs it; its output has the placeholder `KUBECONFIG`. */
    async function sizing(
      words: string[],
      { user = 'admin', ...options }: RunOptions & { user?: string } = {},
    ): Promise<Ran> {
      const kubeconfig = join(folder, user);
      const ran = await runCommand(program, ['sizing', '--kubeconfig', kubeconfig, ...words], options);
      return { ...ran, stdout: ran.stdout.replaceAll(kubeconfig, 'KUBECONFIG') };
    }

    const at = (recording: RecordingName): string[] => [
      '--prometheus',
      `http://127.0.0.1:${metrics.get(recording)?.prometheus}`,
    ];

    /** The same, while the pods of the Prometheus respond. */
    async function answered(words: string[], options: RunOptions = {}): Promise<Ran> {
      const attached = attach(server, pods, 9090, metrics.get('steady')?.prometheus ?? 0);
      try {
        return await sizing(words, options);
      } finally {
        attached.free();
      }
    }

    test('shows rule, requests, limits, use and the need by series', async () => {
      assert.deepEqual(await answered([]), { code: 0, stdout: STEADY, stderr: '' });
      assert.deepEqual(await sizing(at('steady')), { code: 0, stdout: STEADY, stderr: '' });
    });

    test('transposes the table on a narrow terminal, and never exceeds the width', async () => {
      const { stdout } = await answered([], { columns: 40 });
      assert.deepEqual(stdout.split('\n').slice(0, 20), NARROW.split('\n'));
      for (let columns = 40; columns <= 160; columns += 20)
        for (const words of [[], ['--nodes', '1000']]) {
          const text = (await sizing([...words, ...at('steady')], { columns })).stdout;
          for (const line of text.split('\n')) {
            assert.ok(line.length <= columns || /^ +kubectl /.test(line), `${columns}: ${line}`);
            assert.match(line, /^[\x20-\x7e]*$/);
          }
        }
    });

    test('prints the same text in color', async () => {
      const { stdout } = await sizing(['--color', 'always', ...at('steady')]);
      assert.ok(stdout.includes('\x1b[33mwarning\x1b[39m: The requests are below'));
      assert.equal(stripVTControlCharacters(stdout), STEADY);
    });

    test('-o wide shows what each pod requests, may use and uses', async () => {
      const { code, stdout } = await sizing([...at('steady'), '-o', 'wide']);
      assert.equal(code, 0);
      for (const line of stdout.split('\n')) assert.ok(line.length <= 80, line);
      assert.match(stdout, /\nPOD +CPU +LIMIT +USED +MEMORY +LIMIT +USED\n/);
      assert.match(stdout, /\nprometheus-k8s-0 +0\.51 +<none> +0\.54 +2Gi +4Gi +2\.3Gi\n/);
    });

    test('shows rule and expected need for --nodes', async () => {
      assert.deepEqual(await sizing(['--nodes', '20', ...at('steady')]), {
        code: 0,
        stdout: TWENTY,
        stderr: '',
      });
    });

    test('prints JSON with cores and bytes as numbers, null for no limit', async () => {
      const { code, stdout, stderr } = await answered(['-o', 'json']);
      assert.deepEqual([code, stderr], [0, '']);
      const { pods: each, stores, items: findings, limits, ...whole } = JSON.parse(stdout);
      const mib = (amount: number): number => amount * 2 ** 20;
      assert.deepEqual(whole, {
        apiVersion: 'monitoring.kubectl/v1',
        kind: 'SizingReport',
        verdict: 'findings',
        exitCode: 0,
        namespace: NAMESPACE,
        nodes: { sized: 2, cluster: 2 },
        rule: { cpuCores: 7, memoryBytes: mib(6420) },
        requests: { cpuCores: 1.362, memoryBytes: mib(5146) },
        measured: { cpuCores: 1.136, memoryBytes: Math.round(mib(5003.03)) },
        via: 'pod prometheus-k8s-0 through the API server',
        otherPods: ['adapter-0'],
        missing: [],
      });
      assert.deepEqual([limits.cpuCores, limits.memoryBytes, limits.containers], [null, null, 13]);
      assert.deepEqual(limits.unlimited.memory, UNLIMITED);
      assert.deepEqual(each[6], {
        metadata: { name: 'prometheus-k8s-0', namespace: NAMESPACE },
        part: 'metrics',
        requests: { cpuCores: 0.51, memoryBytes: mib(2098) },
        limits: { cpuCores: null, memoryBytes: mib(4146) },
        measured: { cpuCores: 0.543, memoryBytes: mib(2313.375) },
      });
      assert.deepEqual(stores[0].metadata, { name: 'k8s', namespace: NAMESPACE });
      assert.deepEqual(stores[0].expected, {
        samplesPerSecond: 6936.805,
        series: 213_457,
        walBytes: Math.round(mib(376.027)),
        memoryBytes: Math.round(mib(1889.977)),
        disk: {
          lowBytes: Math.round(mib(7520.715)),
          highBytes: Math.round(mib(14_665.404)),
          by: 'samples',
        },
      });
      assert.deepEqual(
        findings.map(({ severity, verdict, reason }: Record<string, string>) => [severity, verdict, reason]),
        [
          ['warning', 'findings', 'requests-below-rule'],
          ['warning', 'findings', 'limits-missing'],
          ['info', 'clean', 'use-within-requests'],
        ],
      );
      assert.deepEqual(findings[2], {
        metadata: { name: 'building block', namespace: NAMESPACE },
        kind: null,
        verdict: 'clean',
        severity: 'info',
        reason: 'use-within-requests',
        message: 'The measured use is within the requests.',
        hint: null,
        next: null,
      });
      assert.deepEqual(parse((await answered(['-o', 'yaml'])).stdout), JSON.parse(stdout));
    });

    test('names missing series, and why, if Prometheus has no container metrics', async () => {
      const { code, stdout, stderr } = await sizing(at('blind'));
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^CPU \(cores\) +7 +1\.36 +no limit +unknown$/m);
      assert.match(stdout, /^ {2}Memory {3}1\.8Gi: /m);
      assert.equal(
        stdout.slice(stdout.indexOf('Unknown:')),
        `Unknown:
  measured CPU, measured memory of alertmanager-main-0, alertmanager-main-1,
  grafana-0 and 6 more: no series container_cpu_usage_seconds_total,
  container_memory_working_set_bytes: the cAdvisor metrics of the kubelets are
  not scraped, or are dropped
`,
      );
      assert.doesNotMatch(stdout, /measured use is/);
    });

    test('shows rule and requests if Prometheus rejects every query', async () => {
      const refusing = await listen(({ url = '' }, response) => {
        const proof = url.startsWith('/api/v1/status/buildinfo');
        const answer = proof
          ? { status: 'success', data: {} }
          : { status: 'error', error: 'too\x1b[31m many' };
        response.writeHead(proof ? 200 : 422, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer));
      });
      try {
        const { code, stdout } = await sizing(['--prometheus', `http://127.0.0.1:${refusing.port}`]);
        assert.equal(code, 0);
        assert.match(stdout, /^Memory +6\.3Gi +5Gi +no limit +unknown$/m);
        assert.match(
          stdout,
          /^ {2}Disk {5}unknown for 10d\. Each of its claims is 50Gi\.\n {2}Memory {3}unknown$/m,
        );
        const gaps = stdout.slice(stdout.indexOf('Unknown:'));
        assert.equal(gaps.match(/: Prometheus rejected/g)?.length, 6);
        assert.ok(gaps.includes('too\\x1b[31m many'));
      } finally {
        await refusing.stop();
      }
    });

    test('shows only the rule, and why, without Prometheus and pods', async () => {
      assert.deepEqual(await sizing(['-n', 'empty']), { code: 0, stdout: EMPTY, stderr: '' });
    });

    test('asks for --nodes if the nodes cannot be counted', async () => {
      assert.deepEqual(await sizing([], { user: 'weak' }), {
        code: 1,
        stdout: '',
        stderr: `error: the nodes of the cluster cannot be counted: nodes is forbidden: User "weak" cannot list resource "nodes" in API group "" at the cluster scope
Set the number of nodes: --nodes N.
`,
      });
      const { code, stdout, stderr } = await sizing(['--nodes', '5', ...at('steady')], { user: 'weak' });
      assert.deepEqual([code, stderr], [0, '']);
      assert.equal(stdout, WEAK);
    });

    const wrong: [string[], string][] = [
      [['--nodes', '0'], 'error: invalid value "0" for --nodes\nUse a number of nodes from 1 to 100000.\n'],
      [
        ['--nodes', '100001'],
        'error: invalid value "100001" for --nodes\nUse a number of nodes from 1 to 100000.\n',
      ],
      [['--nodes', '1.5'], 'error: invalid value "1.5" for --nodes: not a whole number\n'],
      [
        ['--prometheus', 'here'],
        'error: invalid value "here" for --prometheus\nUse an address such as http://localhost:9090.\n',
      ],
    ];
    for (const [words, stderr] of wrong)
      test(`${words.join(' ')} is refused`, async () => {
        const ran = await sizing(words);
        assert.deepEqual(ran, { code: 1, stdout: '', stderr });
      });
  });

const UNLIMITED = [
  'grafana-0/grafana',
  'kube-state-metrics-0/kube-state-metrics',
  'node-exporter-0/node-exporter',
  'node-exporter-1/node-exporter',
  'prometheus-operator-0/prometheus-operator',
];

const STEADY = `monitoring-system: findings
The building block in namespace monitoring-system, on 2 nodes

RESOURCE      RULE (2 NODES)   REQUESTED   LIMITS     MEASURED
CPU (cores)   7                1.36        no limit   1.14
Memory        6.3Gi            5Gi         no limit   4.9Gi
Not counted, not part of the building block: adapter-0

Estimated need of Prometheus k8s, for each of its 2 pods:
  Disk     7.3Gi to 14.3Gi for 10d: 6937 samples/s of 1 to 2 bytes, a fifth to
           spare, plus 376Mi of WAL. Each of its claims is 50Gi.
  Memory   1.8Gi: 213457 series of 9284 bytes each.

warning: The requests are below the rule for 2 nodes: CPU 1.36 of 7 cores,
         memory 5Gi of 6.3Gi.
warning: Limits are missing: no CPU limit in 7 of 13 containers
         (grafana-0/grafana, kube-state-metrics-0/kube-state-metrics,
         node-exporter-0/node-exporter and 4 more); no memory limit in 5 of 13
         containers (grafana-0/grafana, kube-state-metrics-0/kube-state-metrics,
         node-exporter-0/node-exporter and 2 more).
info:    The measured use is within the requests.
`;

const NARROW = `monitoring-system: x findings
The building block in namespace
monitoring-system, on 2 nodes

RESOURCE         CORES      MEMORY
RULE (2 NODES)   7          6.3Gi
REQUESTED        1.36       5Gi
LIMITS           no limit   no limit
MEASURED         1.14       4.9Gi
Not counted, not part of the building
block: adapter-0

Estimated need of Prometheus k8s, for
each of its 2 pods:
  Disk     7.3Gi to 14.3Gi for 10d: 6937
           samples/s of 1 to 2 bytes, a
           fifth to spare, plus 376Mi of
           WAL. Each of its claims is
           50Gi.
  Memory   1.8Gi: 213457 series of 9284`;

const TWENTY = `monitoring-system: findings
The building block in namespace monitoring-system: rule and expected need for 20
nodes; requests, limits and use on the current 2

RESOURCE      RULE (20 NODES)   REQUESTED   LIMITS     MEASURED
CPU (cores)   16                1.36        no limit   1.14
Memory        7.1Gi             5Gi         no limit   4.9Gi
Not counted, not part of the building block: adapter-0

Estimated need of Prometheus k8s, for each of its 2 pods, for 20 nodes, if all
series grow with the nodes:
  Disk     73.4Gi to 143Gi for 10d: 69368 samples/s (6937 on 2 nodes) of 1 to 2
           bytes, a fifth to spare, plus 3.7Gi of WAL. Each of its claims is
           50Gi.
  Memory   18.5Gi: 2134570 series (213457 on 2 nodes) of 9284 bytes each.

warning: The requests are below the rule for 20 nodes: CPU 1.36 of 16 cores,
         memory 5Gi of 7.1Gi.
warning: Limits are missing: no CPU limit in 7 of 13 containers
         (grafana-0/grafana, kube-state-metrics-0/kube-state-metrics,
         node-exporter-0/node-exporter and 4 more); no memory limit in 5 of 13
         containers (grafana-0/grafana, kube-state-metrics-0/kube-state-metrics,
         node-exporter-0/node-exporter and 2 more).
warning: The claims of Prometheus k8s (50Gi) are too small for its data on 20
         nodes.
         kubectl monitoring capacity k8s -n monitoring-system --kubeconfig KUBECONFIG
info:    The measured use is within the requests.
`;

const EMPTY = `empty: unknown
The building block in namespace empty, on 2 nodes

RESOURCE      RULE (2 NODES)   REQUESTED   LIMITS    MEASURED
CPU (cores)   7                unknown     unknown   unknown
Memory        6.3Gi            unknown     unknown   unknown

Unknown:
  measured use and series: no Prometheus in namespace empty can be queried
    service prometheus-operated through the API server: services
    "prometheus-operated" not found
    Check that one is ready:
      kubectl get pods -n empty -l app.kubernetes.io/name=prometheus --kubeconfig KUBECONFIG
    If access is forbidden, ask for get on pods/proxy or services/proxy, or get
    and create on pods/portforward. Or use an address of your own: --prometheus
    URL.
  requests and use: no pod of the building block is in this namespace; choose
  the right one with -n
`;

const WEAK = `monitoring-system: unknown
The building block in namespace monitoring-system: rule and expected need for 5
nodes; requests, limits and use on the current nodes

RESOURCE      RULE (5 NODES)   REQUESTED   LIMITS    MEASURED
CPU (cores)   8.5              unknown     unknown   unknown
Memory        6.4Gi            unknown     unknown   unknown

Unknown:
  number of nodes in the cluster: nodes is forbidden: User "weak" cannot list
  resource "nodes" in API group "" at the cluster scope
  requests and limits: pods is forbidden: User "weak" cannot list resource
  "pods" in API group "" in the namespace "monitoring-system"
  retention of the metrics servers: prometheuses.monitoring.coreos.com is
  forbidden: User "weak" cannot list resource "prometheuses" in API group
  "monitoring.coreos.com" in the namespace "monitoring-system"
`;
