import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { COMPONENTS, instanceLabels, instancesPath } from '../../../lib/objects/components.ts';
import { isReady, type Pod } from '../../operators/monitoring/objects.ts';
import { create, status } from '../../scenarios/requests.ts';
import { allowUser } from '../../support/allowed-user.ts';
import { plainText, type Ran, runCommand } from '../../support/run-command.ts';
import { waitForObject } from '../../support/wait-for-object.ts';
import type { Looking } from './looking.ts';

const { agent } = COMPONENTS;
const image = 'prometheus/prometheus:v3.4.0';
const claimSpec = {
  accessModes: ['ReadWriteOnce'],
  storageClassName: 'instant',
  resources: { requests: { storage: '10Gi' } },
};
const storage = { volumeClaimTemplate: { spec: claimSpec } };

/**
 * The agents: one shares its name with the Prometheus of the block. The operator creates no workloads for paused ones.
 */
const AGENTS: [name: string, spec: object][] = [
  ['k8s', { replicas: 1, storage, image }],
  ['nodes', { mode: 'DaemonSet', image }],
  ['missing', { mode: 'DaemonSet', paused: true }],
  [
    'gone',
    {
      replicas: 1,
      storage,
      persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' },
      paused: true,
    },
  ],
  ['edge', { replicas: 2, storage, paused: true }],
  ['bare', { replicas: 1, paused: true }],
];

const containers = [{ name: 'prometheus', image }];
const FAILING = { phase: 'Running', conditions: [{ type: 'Ready', status: 'False', reason: 'NodeLost' }] };
const isReadyPod = (pod?: Pod): boolean => pod !== undefined && isReady(pod);

const steps = (name: string, retained: string): string =>
  `error: "${name}" is a PrometheusAgent, and resize-pvc does not resize its volumes
Its volumes hold its write-ahead log: samples that it has not sent yet. If their StorageClass has allowVolumeExpansion, grow them by hand in this order:
  1. kubectl get pvc -l app.kubernetes.io/name=prometheus-agent,app.kubernetes.io/instance=${name} -o 'custom-columns=NAME:.metadata.name,SIZE:.status.capacity.storage,OWNERS:.metadata.ownerReferences[*].kind' -n NS --kubeconfig KUBECONFIG
  2. for each claim (prom-agent-${name}-db-...), then wait until step 1 shows 20Gi: kubectl patch pvc CLAIM --type merge -p '{"spec":{"resources":{"requests":{"storage":"20Gi"}}}}' -n NS --kubeconfig KUBECONFIG
  3. kubectl patch prometheusagent ${name} --type merge -p '{"spec":{"storage":{"volumeClaimTemplate":{"spec":{"resources":{"requests":{"storage":"20Gi"}}}}}}}' -n NS --kubeconfig KUBECONFIG
${retained}
Step 3 restarts all its pods, and nothing is scraped meanwhile. If a file or a chart creates the agent, change the size there, too.
`;
const KEPT =
  'Its claims outlive step 3 as long as its persistentVolumeClaimRetentionPolicy and those of its StatefulSets say Retain or nothing, and step 1 shows no owner.';
const TAKEN =
  'Its persistentVolumeClaimRetentionPolicy has Delete: step 3 would delete its claims, so first set both fields to Retain and make sure that step 1 shows no owner.';
const nothing = (name: string, why: string): string =>
  `error: "${name}" is a PrometheusAgent, and resize-pvc does not resize its volumes\n${why}: there is nothing to resize.\n`;

const other = (what: string, component: string): string =>
  `error: ${what}\nThe same command with --component ${component} resizes its volumes.\n`;

/** Arguments that are refused, and the messages. */
const REFUSED: [words: string[], stderr: string][] = [
  [['edge'], steps('edge', KEPT)],
  [['edge', '--component', 'alerts'], steps('edge', KEPT)],
  [['prometheusagent/k8s'], steps('k8s', KEPT)],
  [['promagent/gone', '--dry-run=server'], steps('gone', TAKEN)],
  [['nodes'], nothing('nodes', 'It runs as a DaemonSet, which has no claims')],
  [['bare'], nothing('bare', 'It has no claim template (spec.storage.volumeClaimTemplate)')],
  [
    ['prometheusagent/absent'],
    'Error from server (NotFound): prometheusagents.monitoring.coreos.com "absent" not found\nCheck the name, the namespace (-n) and the cluster (--context).\n',
  ],
  [['main'], other('"main" is an Alertmanager, not a Prometheus', 'alerts')],
  [
    ['main', '--retention-size', '10GB'],
    'error: "main" is an Alertmanager, not a Prometheus\nThe same command with --component alerts, and without --retention-size, resizes its volumes.\n',
  ],
  [
    ['main', '--component', 'ruler', '--dry-run=client'],
    other('"main" is an Alertmanager, not a ThanosRuler', 'alerts'),
  ],
  // An agent has that name, too, but resize-pvc does not resize agents.
  [['k8s', '--component', 'alerts'], other('"k8s" is a Prometheus, not an Alertmanager', 'metrics')],
  [
    ['absent'],
    'Error from server (NotFound): prometheuses.monitoring.coreos.com "absent" not found\nThere is no such Prometheus in namespace "NS". To find it: kubectl get prometheuses -A --kubeconfig KUBECONFIG\n',
  ],
];

const PAUSED = ['bare', 'edge', 'gone', 'missing']
  .map(
    (
      name,
    ) => `warning:  prometheusagent/${name}: it is paused: the operator ignores it, and no change to it takes effect
          ask the user who paused it whether that is still needed
          kubectl patch prometheusagent ${name} --type merge -p '{"spec":{"paused":false}}' -n NS --kubeconfig KUBECONFIG
`,
  )
  .join('\n');

const UNHEARD = `info:     alertmanager/main: no one is notified of the watchdog alert at 2 of 2 replicas: alertmanager-main-0, alertmanager-main-1: its route leads to the receiver "null", which has no integrations
          give the alert Watchdog a receiver, such as an outside check that notices when its pings stop: the command prints the values for its ping URL, which it reads from stdin
          kubectl monitoring watchdog receiver - --alertmanager main -n NS --kubeconfig KUBECONFIG
`;

const GROUPED = `NS: degraded

warning:  prometheusagent/bare: 0 of 1 replicas are ready; not ready: prom-agent-bare-0: StatefulSet prom-agent-bare does not exist
          and 4 more: prometheusagent/edge, prometheusagent/gone, prometheusagent/missing, prometheusagent/nodes
          kubectl describe prometheusagent bare -n NS --kubeconfig KUBECONFIG
          add --details to see each with its command

warning:  prometheusagent/bare: it is paused: the operator ignores it, and no change to it takes effect
          the same for prometheusagent/edge, prometheusagent/gone, prometheusagent/missing
          ask the user who paused it whether that is still needed
          kubectl patch prometheusagent bare --type merge -p '{"spec":{"paused":false}}' -n NS --kubeconfig KUBECONFIG
          add --details to see each with its command

${UNHEARD}
`;

const STATUS = `NS: degraded

warning:  prometheusagent/bare: 0 of 1 replicas are ready; not ready: prom-agent-bare-0: StatefulSet prom-agent-bare does not exist
          kubectl describe prometheusagent bare -n NS --kubeconfig KUBECONFIG

warning:  prometheusagent/edge: 0 of 2 replicas are ready; not ready: prom-agent-edge-0: StatefulSet prom-agent-edge does not exist, prom-agent-edge-1: StatefulSet prom-agent-edge does not exist
          kubectl describe prometheusagent edge -n NS --kubeconfig KUBECONFIG

warning:  prometheusagent/gone: 0 of 1 replicas are ready; not ready: prom-agent-gone-0: StatefulSet prom-agent-gone does not exist
          kubectl describe prometheusagent gone -n NS --kubeconfig KUBECONFIG

warning:  prometheusagent/missing: 0 of 0 replicas are ready; not ready: its pods: DaemonSet prom-agent-missing does not exist
          kubectl describe prometheusagent missing -n NS --kubeconfig KUBECONFIG

warning:  prometheusagent/nodes: 1 of 2 replicas is ready; not ready: prom-agent-nodes-x1y2z: not scheduled yet
          kubectl describe pod prom-agent-nodes-x1y2z -n NS --kubeconfig KUBECONFIG

${PAUSED}
${UNHEARD}
Components
NAME                  VERDICT    REASON             PART            VERSION     READY
bare                  degraded   replica-down       agent           <unknown>   0/1
edge                  degraded   replica-down       agent           <unknown>   0/2
gone                  degraded   replica-down       agent           <unknown>   0/1
missing               degraded   replica-down       agent           <unknown>   0/0
nodes                 degraded   replica-down       agent           v3.4.0      1/2
prometheus-operator   healthy    <none>             operator        v0.85.0     1/1
k8s                   healthy    <none>             metrics         v3.5.0      2/2
k8s                   healthy    <none>             agent           v3.4.0      1/1
main                  healthy    watchdog-unheard   alerts          v0.28.1     2/2
grafana               healthy    <none>             ui              12.1.0      2/2
kube-state-metrics    healthy    <none>             cluster-state   v2.16.0     1/1
node-exporter         healthy    <none>             node-exporter   v1.9.1      1/1

Managed by
Flux HelmRelease "flux-system/monitoring": deployment/prometheus-operator, deployment/grafana, deployment/kube-state-metrics, daemonset/node-exporter

Volumes
NAME                                       VERDICT   REASON         SIZE   USED         FULL
prom-agent-k8s-db-prom-agent-k8s-0         unknown   not-measured   10Gi   <unknown>    <unknown>
prometheus-k8s-db-prometheus-k8s-0         healthy   <none>         50Gi   31.2Gi 63%   never
prometheus-k8s-db-prometheus-k8s-1         healthy   <none>         50Gi   30.8Gi 63%   never
alertmanager-main-db-alertmanager-main-0   healthy   <none>         10Gi   61.2Mi <1%   never
alertmanager-main-db-alertmanager-main-1   healthy   <none>         10Gi   59.1Mi <1%   never

Watchdog
rule loaded 2/2, firing 2/2, delivered 2/2, arrived 2/2, receiver 0/2
  kubectl monitoring watchdog -n NS --kubeconfig KUBECONFIG

Could not be read
use of prom-agent-k8s-db-prom-agent-k8s-0: it is not measured
  kubectl monitoring capacity -n NS --kubeconfig KUBECONFIG
`;

const UNMEASURED =
  'Warning: no metrics for prom-agent-k8s-db-prom-agent-k8s-0 in namespace NS: no pod uses it, and a volume is measured only while one does\nFind out why its pod is missing. See: kubectl describe pvc prom-agent-k8s-db-prom-agent-k8s-0 -n NS --kubeconfig KUBECONFIG\n';
const CAPACITY = `Measured by pod prometheus-k8s-0 through the API server

PrometheusAgent NS/k8s
  prom-agent-k8s-db-prom-agent-k8s-0: unknown
  not measured: no pod uses it, and a volume is measured only while one does

Size for 180 days, at most 80% full
  PrometheusAgent NS/bare: no volume: its data is lost with its
  pod
  PrometheusAgent NS/edge: no claim
  PrometheusAgent NS/gone: no claim
  PrometheusAgent NS/k8s: unknown (now 10Gi)
  PrometheusAgent NS/missing: no volume: its data is lost with
  its pod
  PrometheusAgent NS/nodes: no volume: its data is lost with its
  pod
`;

/**
 * Adds them to a block. The operator creates their workloads; the embedded server has no operator, so they are created the same
 * way here. Nothing controls DaemonSets on either server.
 */
async function addAgents(stage: Looking): Promise<void> {
  const { server, namespace } = stage;
  const { admin } = server;
  for (const [name, spec] of AGENTS)
    await create(admin, `${instancesPath(agent, namespace)}?fieldManager=kubectl-create`, {
      apiVersion: 'monitoring.coreos.com/v1alpha1',
      kind: agent.kind,
      metadata: { name },
      spec,
    });
  if (server.name === 'embedded') await addWorkloads(stage);
  const nodes = stage.path('daemonsets', 'prom-agent-nodes');
  const { metadata } = await stage.waitFor(nodes, (set) => set !== undefined);
  await status(admin, nodes, {
    currentNumberScheduled: 2,
    desiredNumberScheduled: 2,
    numberMisscheduled: 0,
    numberReady: 1,
  });
  const owner = {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    name: 'prom-agent-nodes',
    uid: metadata.uid,
    controller: true,
  };
  // A pod created by a user has the labels, too, but does not belong to it.
  for (const [name, ownerReferences] of [
    ['prom-agent-nodes-x1y2z', [owner]],
    ['prom-agent-nodes-test', []],
  ] as const) {
    await create(admin, stage.path('pods'), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, labels: instanceLabels(agent, 'nodes'), ownerReferences },
      spec: { containers },
    });
    await waitForObject(admin, stage.path('pods', name), isReadyPod);
    await status(admin, stage.path('pods', name), FAILING);
  }
  await waitForObject(admin, stage.path('pods', 'prom-agent-k8s-0'), isReadyPod);
  // The operator also counts pods that it does not create.
  await stage.waitFor(instancesPath(agent, namespace, 'missing'), (found) => found.status !== undefined);
}

/** The workloads that the operator creates for them, and the status of a paused one. */
async function addWorkloads({ server: { admin }, namespace, ...stage }: Looking): Promise<void> {
  const template = (name: string) => {
    const labels = { ...instanceLabels(agent, name) };
    return {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    };
  };
  await create(admin, stage.path('daemonsets'), {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'prom-agent-nodes' },
    spec: template('nodes'),
  });
  await create(admin, stage.path('statefulsets'), {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'prom-agent-k8s' },
    spec: {
      ...template('k8s'),
      serviceName: agent.service,
      replicas: 1,
      volumeClaimTemplates: [{ metadata: { name: 'prom-agent-k8s-db' }, spec: claimSpec }],
    },
  });
  await status(admin, instancesPath(agent, namespace, 'missing'), {
    paused: true,
    replicas: 0,
    availableReplicas: 0,
    unavailableReplicas: 0,
    updatedReplicas: 0,
  });
}

/** Tests of PrometheusAgents, in a block that has none yet. */
export function agentTests(block: () => Looking): void {
  describe('with PrometheusAgents', () => {
    let stage: Looking;
    before(async () => {
      stage = block();
      await addAgents(stage);
    });

    async function run(command: string, words: string[]): Promise<Ran> {
      const kubeconfig = await stage.kubeconfig();
      const argv = [command, ...words, '--kubeconfig', kubeconfig, '-n', stage.namespace];
      const { code, stdout, stderr } = await runCommand(program, argv);
      const plain = (text: string) =>
        plainText(text, { [kubeconfig]: 'KUBECONFIG', [stage.namespace]: 'NS' });
      return { code, stdout: plain(stdout), stderr: plain(stderr) };
    }

    test('status shows replicas, versions and volumes of each, also as a DaemonSet', async () => {
      assert.deepEqual(await stage.look(['--details']), { code: 1, stdout: STATUS, stderr: '' });
      const { stdout } = await stage.look();
      assert.equal(stdout.slice(0, stdout.indexOf('Components')), GROUPED);
    });

    for (const [words, stderr] of REFUSED)
      test(`resize-pvc refuses ${words.join(' ')}`, async () => {
        assert.deepEqual(await run('resize-pvc', ['20Gi', ...words, '-y']), { code: 1, stdout: '', stderr });
      });

    test('a Prometheus does not count the claims of an agent with the same name', async () => {
      const flags = ['--dry-run=client', '--include-orphaned'];
      const { code, stdout } = await run('resize-pvc', ['100Gi', 'k8s', ...flags]);
      assert.equal(code, 0);
      assert.deepEqual(
        [...stdout.matchAll(/\/persistentvolumeclaims\/([^?]+)/g)].map(([, name]) => name),
        ['prometheus-k8s-db-prometheus-k8s-0', 'prometheus-k8s-db-prometheus-k8s-1'],
      );
    });

    test('resize-pvc reports only an unknown name to a user who cannot read agents', async () => {
      const name = 'resizes';
      const { namespace } = stage;
      const list = (group: string, resource: string) => ({ verb: 'list', group, resource, namespace });
      await allowUser(stage.server, { name, namespace }, [
        ...['persistentvolumeclaims', 'pods'].map((resource) => list('', resource)),
        { ...list('', 'configmaps'), verb: 'get' },
        list('apps', 'statefulsets'),
        list('monitoring.coreos.com', 'prometheuses'),
      ]);
      const online = ['20Gi', 'edge', '--mode=online', '--as', name];
      const { code, stderr } = await run('resize-pvc', online);
      assert.equal(code, 1);
      assert.match(stderr, /prometheuses\.monitoring\.coreos\.com "edge" not found\n/);
    });

    test('capacity shows their volumes', async () => {
      assert.deepEqual(await run('capacity', ['--component', 'agent']), {
        code: 0,
        stdout: CAPACITY,
        stderr: UNMEASURED,
      });
      const { code, stdout } = await run('capacity', ['promagent/k8s']);
      assert.equal(code, 0);
      assert.match(stdout, /^PrometheusAgent NS\/k8s\n {2}prom-agent-k8s-db-prom-agent-k8s-0: unknown$/m);
    });
  });
}
