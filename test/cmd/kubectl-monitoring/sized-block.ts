import { monitoringDefinitions } from '../../crds/definitions.ts';
import { define } from '../../scenarios/install.ts';
import { addComponent } from '../../scenarios/monitoring-ground.ts';
import { create, ensure, status } from '../../scenarios/requests.ts';
import type { Endpoint } from '../../support/server.ts';

type Amounts = Record<string, string>;

/** Creates nodes. */
export async function addNodes(admin: Endpoint, count: number): Promise<void> {
  for (let node = 0; node < count; node += 1)
    await ensure(admin, '/api/v1/nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: `sized-${node}` },
    });
}

/** Creates a namespace on a server with the operator's kinds. */
export async function addNamespace(admin: Endpoint, name: string): Promise<void> {
  await Promise.all((await monitoringDefinitions()).map((definition) => define(admin, definition)));
  await ensure(admin, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
}

/** A container with these requests and limits. */
const container = (name: string, requests?: Amounts, limits?: Amounts) => ({
  name,
  image: `${name}:recorded`,
  resources: { ...(requests && { requests }), ...(limits && { limits }) },
});

const RELOADER = container('config-reloader', { cpu: '10m', memory: '50Mi' }, { cpu: '10m', memory: '50Mi' });

const PODS: [name: string, app: string | undefined, containers: object[]][] = [
  ...[0, 1].map((ordinal): (typeof PODS)[number] => [
    `prometheus-k8s-${ordinal}`,
    'prometheus',
    [container('prometheus', { cpu: '500m', memory: '2Gi' }, { memory: '4Gi' }), RELOADER],
  ]),
  ...[0, 1].map((ordinal): (typeof PODS)[number] => [
    `alertmanager-main-${ordinal}`,
    'alertmanager',
    [container('alertmanager', { cpu: '4m', memory: '100Mi' }, { cpu: '100m', memory: '100Mi' }), RELOADER],
  ]),
  ['prometheus-operator-0', undefined, [container('prometheus-operator', { cpu: '100m', memory: '100Mi' })]],
  ['kube-state-metrics-0', undefined, [container('kube-state-metrics', { cpu: '10m', memory: '190Mi' })]],
  ['grafana-0', undefined, [container('grafana')]],
  ['node-exporter-0', undefined, [container('node-exporter', { cpu: '102m', memory: '180Mi' })]],
  ['node-exporter-1', undefined, [container('node-exporter', { cpu: '102m', memory: '180Mi' })]],
  ['adapter-0', undefined, [container('prometheus-adapter', { cpu: '9', memory: '9Gi' })]],
];

/**
 * Creates the building block of the recordings in a namespace: its pods, which nothing runs, and a Prometheus `k8s` with ten days
 * of retention. Returns the addresses at which its pods would respond.
 */
export async function addBlock(admin: Endpoint, namespace: string): Promise<{ ip: string }[]> {
  const retention = { retention: '10d' };
  await addComponent(admin, namespace, { name: 'k8s', spec: retention });
  const path = `/api/v1/namespaces/${namespace}/pods`;
  for (const [name, app, containers] of PODS) {
    const labels = app && {
      'app.kubernetes.io/managed-by': 'prometheus-operator',
      'app.kubernetes.io/name': app,
      'app.kubernetes.io/instance': app === 'prometheus' ? 'k8s' : 'main',
    };
    await create(admin, path, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, labels },
      spec: { containers },
    });
  }
  const ips = ['10.244.90.1', '10.244.90.2'];
  for (const [ordinal, podIP] of ips.entries())
    await status(admin, `${path}/prometheus-k8s-${ordinal}`, {
      podIP,
      podIPs: [{ ip: podIP }],
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'True' }],
    });
  return ips.map((ip) => ({ ip }));
}
