import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE } from '../cluster/controllers.ts';
import { addNode } from '../scenarios/install.ts';
import { create, ensure, status } from '../scenarios/requests.ts';
import { call } from './http.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { listen } from './listen.ts';
import { POD_PORT, podAddress } from './pods.ts';
import type { Endpoint, TestServer } from './server.ts';
import { waitForObject } from './wait-for-object.ts';

/** A dashboard UI in a namespace of its own, whose pod answers by a handler. */
export interface UiStage {
  server: TestServer;
  namespace: string;
  /** A private folder that goes with the stage. */
  folder: string;
  kubeconfig(endpoint?: Endpoint): Promise<string>;
  /** Scales the UI down, and resolves when its pod is gone. */
  removePod(): Promise<void>;
  stop(): Promise<void>;
}

export interface UiStageOptions {
  handler: RequestListener;
  /** Whether it speaks TLS, with an unknown certificate. */
  secure?: boolean;
  /** The administrator's password, in the Secret `grafana` that its pod names; without one, the pod names none. */
  password?: string;
  /** Variables of the sidecar for dashboards; undefined: there is none. */
  sidecar?: Record<string, string>;
  /** What the provider of dashboards has beside its path. */
  provider?: string;
}

/** The label that the platform's sidecar looks for (§2.3). */
const SIDECAR = { LABEL: 'ui_dashboard', LABEL_VALUE: '1', NAMESPACE: 'ALL', RESOURCE: 'both' };

/** Opens one. On the real control plane, hold its parts (`holdParts`) meanwhile. */
export async function openUiStage(
  server: TestServer,
  { handler, secure = false, password, sidecar = {}, provider = '' }: UiStageOptions,
): Promise<UiStage> {
  const { admin, pods } = server;
  const namespace = `ui-${randomBytes(3).toString('hex')}`;
  const folder = await mkdtemp(join(tmpdir(), 'bmh-test-'));
  await ensure(admin, '/api/v1/namespaces', {
    ...{ apiVersion: 'v1', kind: 'Namespace' },
    metadata: { name: namespace },
  });
  if (server.name === 'embedded') await addNode(admin, NODE);
  const within = (resource: string): string => `/api/v1/namespaces/${namespace}/${resource}`;
  const object = (kind: string, name: string, data: object): object => ({
    ...{ apiVersion: 'v1', kind, metadata: { name } },
    ...data,
  });
  if (password !== undefined)
    await create(
      admin,
      within('secrets'),
      object('Secret', 'grafana', { stringData: { 'admin-user': 'admin', 'admin-password': password } }),
    );
  await create(
    admin,
    within('configmaps'),
    object('ConfigMap', 'providers', {
      data: { 'p.yaml': `providers:\n- name: a\n  options:\n    path: /tmp/dashboards\n${provider}` },
    }),
  );
  const spec = podSpec({ hasLogin: password !== undefined, env: { ...SIDECAR, ...sidecar }, secure });
  const labels = { app: 'grafana' };
  const sets = `/apis/apps/v1/namespaces/${namespace}/statefulsets`;
  const set = await create(admin, sets, {
    ...{ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'grafana', labels } },
    spec: {
      serviceName: '',
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec },
    },
  });
  // On the real control plane, its controller makes the pod.
  if (server.name === 'embedded') {
    const owner = {
      ...{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'grafana', controller: true },
      uid: set.json.metadata.uid,
    };
    await create(admin, within('pods'), {
      ...{ apiVersion: 'v1', kind: 'Pod' },
      metadata: { name: 'grafana-0', labels, ownerReferences: [owner] },
      spec,
    });
  }
  const listener = await listen(handler, secure);
  const own = server.name === 'embedded' ? podAddress(server, listener.port) : undefined;
  const path = within('pods/grafana-0');
  if (own !== undefined)
    await status(admin, path, {
      ...{ phase: 'Running', podIP: own.ip, podIPs: [{ ip: own.ip }] },
      conditions: [{ type: 'Ready', status: 'True' }],
    });
  const pod = await waitForObject(admin, path, (found) =>
    Boolean(
      found?.status?.podIP &&
        found.status.conditions?.some(
          (one: { type: string; status: string }) => one.type === 'Ready' && one.status === 'True',
        ),
    ),
  );
  const address = `${pod.status.podIP}:${POD_PORT}`;
  pods.set(address, listener.port);
  const removePod = async (): Promise<void> => {
    await call(admin, { method: 'PATCH', path: `${sets}/grafana`, body: { spec: { replicas: 0 } } });
    if (server.name === 'embedded')
      await call(admin, { method: 'DELETE', path: `${path}?gracePeriodSeconds=0` });
    await waitForObject(admin, path, (found) => found === undefined);
  };
  return {
    ...{ server, namespace, folder, removePod },
    async kubeconfig(endpoint = admin) {
      const file = join(folder, `${randomBytes(4).toString('hex')}.yaml`);
      await writeKubeconfig(file, endpoint, { namespace });
      return file;
    },
    async stop() {
      pods.delete(address);
      await listener.stop();
      // A later stage on the same server would find this one's UI.
      await removePod();
      await call(admin, { method: 'DELETE', path: `${sets}/grafana` });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function podSpec({
  hasLogin,
  env,
  secure,
}: {
  hasLogin: boolean;
  env: Record<string, string>;
  secure: boolean;
}): object {
  const fromSecret = (name: string, key: string): object => ({
    name,
    valueFrom: { secretKeyRef: { name: 'grafana', key } },
  });
  return {
    nodeName: NODE,
    containers: [
      {
        name: 'grafana-sc-dashboard',
        image: 'quay.io/kiwigrid/k8s-sidecar:1.30.10',
        env: Object.entries({ FOLDER: '/tmp/dashboards', ...env }).map(([name, value]) => ({ name, value })),
      },
      {
        name: 'grafana',
        image: 'grafana/grafana:12.1.0',
        ports: [
          { name: 'gossip', containerPort: 9094 },
          { name: 'grafana', containerPort: POD_PORT },
        ],
        ...(secure && {
          readinessProbe: { httpGet: { path: '/api/health', port: 'grafana', scheme: 'HTTPS' } },
        }),
        env: hasLogin
          ? [
              fromSecret('GF_SECURITY_ADMIN_USER', 'admin-user'),
              fromSecret('GF_SECURITY_ADMIN_PASSWORD', 'admin-password'),
            ]
          : [],
        volumeMounts: [{ name: 'providers', mountPath: '/etc/grafana/provisioning/dashboards' }],
      },
    ],
    volumes: [{ name: 'providers', configMap: { name: 'providers' } }],
  };
}
