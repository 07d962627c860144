import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubeObject } from '../../lib/kube/api/types.ts';
import { componentPath } from '../operators/monitoring/kinds.ts';
import { isDeleting, isReady, type Pod } from '../operators/monitoring/objects.ts';
import type { PrometheusOperatorOptions } from '../operators/monitoring/prometheus-operator.ts';
import { type Component, podNames } from '../scenarios/components.ts';
import { addPart, type BlockPart, usualParts } from '../scenarios/monitoring-block.ts';
import { addComponent, addGround, addOperatorPod } from '../scenarios/monitoring-ground.ts';
import { expect } from '../scenarios/requests.ts';
import type { AttachedOptions } from './attached-metrics.ts';
import { call } from './http.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { claimViews, type MonitoringStage, RESOURCES } from './monitoring-stage.ts';
import { startParts } from './parts.ts';
import type { TestServer } from './server.ts';
import { waitForObject } from './wait-for-object.ts';

export interface MonitoringOptions {
  /** `monitoring-` and a random suffix when absent. It is made where it isn't there. */
  namespace?: string;
  /** One Prometheus `k8s` when absent. */
  components?: Component[];
  /**
   * Whether a Pod with the labels of prometheus-operator runs in the namespace; it does when absent, unless the block has one of
   * its own.
   */
  operatorPod?: boolean;
  /** Milliseconds after which the classes `slow` and `cooldown` go on by themselves; never when absent. */
  slowness?: number;
  /** What belongs to the building block beside the components; nothing of it when absent. */
  block?: BlockOptions;
  /** Awaited before each write of the operator's stand-in; the real operator can't be held back. */
  beforeWrite?: PrometheusOperatorOptions['beforeWrite'];
  /** The collection of the rule objects that the operator's stand-in reads; upstream's when absent. */
  rules?: string;
}

export interface BlockOptions extends Omit<AttachedOptions, 'namespace'> {
  /** `usualParts` when absent. */
  parts?: BlockPart[];
  /** Whether a Prometheus and an Alertmanager answer in the pods of the components; they do when absent. */
  metrics?: boolean;
}

/**
 * Puts components in a namespace of their own on a server, with everything that makes them run: the real controllers
 * on the real control plane, their stand-ins on the embedded server. Resolves when all pods are Ready.
 */
export async function openMonitoring(
  server: TestServer,
  { components = [{ name: 'k8s' }], block, operatorPod = !block, ...options }: MonitoringOptions = {},
): Promise<MonitoringStage> {
  const { admin } = server;
  const namespace = options.namespace ?? `monitoring-${randomBytes(3).toString('hex')}`;
  await addGround(admin, namespace);
  const parts = await startParts(server, { ...options, namespace });
  const folder = await mkdtemp(join(tmpdir(), 'bmh-test-'));
  let metrics: { stop(): Promise<void> } | undefined;
  const stop = async () => {
    await metrics?.stop();
    await parts.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const path: MonitoringStage['path'] = (resource, name) =>
    `${RESOURCES[resource]}/namespaces/${namespace}/${resource}${name === undefined ? '' : `/${name}`}`;
  const list: MonitoringStage['list'] = async (collection) =>
    (await expect(admin, { path: collection }, 200)).json.items;
  // An interactive client's write: one without a name would count as a source's.
  const patch = (object: string, body: object) =>
    call(admin, { method: 'PATCH', path: `${object}?fieldManager=kubectl-patch`, body });
  const waitFor: MonitoringStage['waitFor'] = (object, wanted) => waitForObject(admin, object, wanted);
  const ready = async (which = components) => {
    const pods = which.flatMap(podNames).map((pod) => waitFor(path('pods', pod), isUp));
    await Promise.all(pods);
  };
  try {
    if (operatorPod) await addOperatorPod(admin, namespace);
    await Promise.all([
      ...components.map((component) => addComponent(admin, namespace, component)),
      ...(block ? (block.parts ?? usualParts(namespace)) : []).map((part) => addPart(admin, namespace, part)),
    ]);
    await ready();
    if (block && block.metrics !== false) {
      // Most stages need none of it.
      const { attachMetrics } = await import('./attached-metrics.ts');
      metrics = await attachMetrics(server, { ...block, namespace });
    }
    for (const { kind = 'Prometheus', name, paused } of components) {
      if (paused) await patch(componentPath(kind, namespace, name), { spec: { paused } });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    server,
    namespace,
    storage: parts.storage,
    folder,
    async kubeconfig(endpoint = admin) {
      const file = join(folder, `${randomBytes(4).toString('hex')}.yaml`);
      await writeKubeconfig(file, endpoint, { namespace });
      return file;
    },
    get: async (object) => (await expect(admin, { path: object }, 200)).json,
    list,
    patch,
    remove: (object, body = {}) =>
      call(admin, {
        method: 'DELETE',
        path: object,
        body: { ...body, kind: 'DeleteOptions', apiVersion: 'v1' },
      }),
    path,
    claims: async () => claimViews(await list(path('persistentvolumeclaims'))),
    pods: async () => uids(await list(`${path('pods')}?labelSelector=${MANAGED}`)),
    waitFor,
    ready,
    stop,
  };
}

/** What every pod of a component is labelled with. */
const MANAGED = 'app.kubernetes.io%2Fmanaged-by%3Dprometheus-operator';

const isUp = (pod: Pod | undefined): boolean => pod !== undefined && isReady(pod) && !isDeleting(pod);

const uids = (objects: KubeObject[]): Record<string, string> =>
  Object.fromEntries(objects.map(({ metadata: { name, uid = '' } }) => [name, uid]));
