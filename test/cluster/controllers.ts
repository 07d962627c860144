import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensure } from '../scenarios/requests.ts';
import { call } from '../support/http.ts';
import { writeKubeconfig } from '../support/kubeconfig.ts';
import { freePort } from '../support/ports.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';
import type { Endpoint, TestServer } from '../support/server.ts';
import { type ControllerPrograms, findControllerPrograms } from './controller-programs.ts';
import { type Kubelet, startKubelet } from './kubelet.ts';
import { applyDefinitions } from './operator-definitions.ts';
import { untilReady } from './ready.ts';

export interface ControllersOptions {
  /** What to run; found by `findControllerPrograms` when absent. */
  programs?: ControllerPrograms;
  /** Where their folder is made; the system's folder for such when absent. */
  temporary?: string;
}

export interface Controllers {
  /** Ends the programs and removes their folder; what they made stays on the server. */
  stop(): Promise<void>;
}

/** The node that kwok plays; there is no other unless a test makes one. */
export const NODE = 'node-0';

/**
 * Starts what acts on a real control plane in a cluster with the monitoring building block: kube-controller-manager
 * with the controllers that workloads, claims and namespaces need, prometheus-operator with all of its definitions,
 * and kwok, which plays the kubelet of every node. Resolves when all three work and `NODE` is ready. Pods are not
 * scheduled, and volumes are not provisioned, attached or grown. A port of a pod on `NODE` is forwarded to where `pods` leads
 * its address.
 *
 * @throws with the end of a program's log, where one of them ends before all are ready.
 */
export async function startControllers(
  { admin, pods }: Pick<TestServer, 'admin' | 'pods'>,
  { programs, temporary = tmpdir() }: ControllersOptions = {},
): Promise<Controllers> {
  const found = programs ?? (await findControllerPrograms());
  // First: the operator looks only once for what is defined, and the garbage collector only every half a minute.
  await applyDefinitions(admin, found.definitions);
  const folder = await mkdtemp(join(temporary, 'bmh-controllers-'));
  const running: RunningProcess[] = [];
  let kubelet: Kubelet | undefined;
  const stop = async () => {
    await Promise.all(running.map((program) => program.stop()));
    await kubelet?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const kubeconfig = join(folder, 'kubeconfig');
    await writeKubeconfig(kubeconfig, admin);
    const operatorPort = await freePort();
    // They would read settings from the home folder of the user.
    const options = { stopSignal: 'SIGKILL', env: { HOME: folder, KUBECONFIG: kubeconfig } } as const;
    const start = async (program: string, flags: string[]) =>
      running.push(await startProcess(program, flags, options));
    await start(found.kubeControllerManager, managerFlags(kubeconfig));
    await start(found.prometheusOperator, [
      `--web.listen-address=127.0.0.1:${operatorPort}`,
      '--feature-gates=PrometheusAgentDaemonSet=true',
    ]);
    const ports = await startKubelet(folder, { admin, pods, kwokPort: await freePort() });
    kubelet = ports;
    await start(found.kwok, [...kwokFlags(kubeconfig, found.stages), ...ports.flags]);
    await addNode(admin);
    await untilReady('What acts on the control plane', running, async () => {
      const operator = operatorIsReady(operatorPort);
      const ready = [nodeIsReady(admin), ports.isReady(), operator, managerIsReady(admin)];
      return (await Promise.all(ready)).every(Boolean);
    });
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const CONTROLLERS = [
  'statefulset-controller',
  'garbage-collector-controller',
  'persistentvolume-binder-controller',
  'persistentvolume-expander-controller',
  'persistentvolumeclaim-protection-controller',
  'namespace-controller',
  'serviceaccount-controller',
];

function managerFlags(kubeconfig: string): string[] {
  return [
    `--kubeconfig=${kubeconfig}`,
    `--controllers=${CONTROLLERS.join()}`,
    '--leader-elect=false',
    // It serves nothing that anybody here asks for.
    '--secure-port=0',
    // A volume that turns up is noticed at the latest then; 15 seconds by default.
    '--pvclaimbinder-sync-period=1s',
  ];
}

function kwokFlags(kubeconfig: string, stages: string[]): string[] {
  return [
    `--kubeconfig=${kubeconfig}`,
    '--manage-all-nodes',
    ...stages.map((stage) => `--config=${stage}`),
    // Else it takes addresses of the range that kube-apiserver gives to services.
    '--cidr=10.244.0.1/24',
    // Nothing reads leases of nodes.
    '--node-lease-duration-seconds=0',
  ];
}

async function addNode(admin: Endpoint): Promise<void> {
  const metadata = { name: NODE, labels: { 'kubernetes.io/hostname': NODE } };
  await ensure(admin, '/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata });
}

async function nodeIsReady(admin: Endpoint): Promise<boolean> {
  const { json } = await call(admin, { path: `/api/v1/nodes/${NODE}` });
  const conditions: { type: string; status: string }[] = json.status?.conditions ?? [];
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
}

/** It makes this account in every namespace. */
async function managerIsReady(admin: Endpoint): Promise<boolean> {
  const path = '/api/v1/namespaces/default/serviceaccounts/default';
  return (await call(admin, { path })).status === 200;
}

/** Each of its controllers says in the metrics when it has read all that it watches. */
async function operatorIsReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
  const metrics = (await answer?.text()) ?? '';
  const states = [...metrics.matchAll(/^prometheus_operator_ready\{.*\} (\d)$/gm)].map(([, value]) => value);
  return states.length > 0 && states.every((value) => value === '1');
}
