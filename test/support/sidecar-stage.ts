import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDashboardSidecar, type Labelled } from '../operators/monitoring/dashboard-sidecar.ts';
import { create, ensure, expect, status } from '../scenarios/requests.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { type Relay, type RelayOptions, startRelay } from './relay.ts';
import type { Endpoint, TestServer } from './server.ts';

/** A dashboard UI with a sidecar, whose log a relay has: no container runs. */
export interface SidecarStage {
  server: TestServer;
  namespace: string;
  /** A private folder that goes with the stage. */
  folder: string;
  /** A kubeconfig of the administrator, behind the relay; what it does instead comes before the log. */
  kubeconfig(relayed?: RelayOptions): Promise<string>;
  /** Has the sidecar write nothing, or what it has missed. */
  hold(isHeld: boolean): void;
  /** What its log has beside what it writes, for a time as the log has it. */
  say(linesAt: (time: string) => readonly string[]): void;
  stop(): Promise<void>;
}

const SIDECAR_POD = 'grafana-0';

/** The ConfigMap with the providers of the UI. */
export const PROVIDERS = 'grafana-config-dashboards';

/** The variables that the chart sets. */
const ENV = { LABEL: 'grafana_dashboard', LABEL_VALUE: '1', FOLDER: '/tmp/dashboards', RESOURCE: 'both' };

/** @param env of the sidecar, in place of the chart's own; undefined: the UI has none. */
export async function openSidecar(
  server: TestServer,
  env: Record<string, string> | undefined = {},
): Promise<SidecarStage> {
  const namespace = `ui-${randomBytes(3).toString('hex')}`;
  const folder = await mkdtemp(join(tmpdir(), 'bmh-test-'));
  const relays: Relay[] = [];
  let held = false;
  let said: (time: string) => readonly string[] = () => [];
  await addUi(server, namespace, env);
  const sidecar = createDashboardSidecar({ ...ENV, ...env }, namespace);
  /** What the sidecar has not seen yet, it sees before its log is read: no test waits for it. */
  const log = async (): Promise<string> => {
    if (!held) sidecar.sync(await readLabelled(server, sidecar.paths), new Date());
    return (
      sidecar.log() +
      said(new Date().toISOString())
        .map((line) => `${line}\n`)
        .join('')
    );
  };
  const before: RelayOptions['before'] = ({ path }) =>
    path.includes(`/pods/${SIDECAR_POD}/log?`)
      ? async (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(await log())
      : undefined;
  return {
    ...{ server, namespace, folder },
    async kubeconfig(relayed = {}) {
      const relay = await startRelay(server.admin, {
        ...relayed,
        before: async (request) => (await relayed.before?.(request)) ?? (await before(request)),
      });
      relays.push(relay);
      const file = join(folder, `${randomBytes(4).toString('hex')}.yaml`);
      await writeKubeconfig(file, relay.endpoint(server.admin), { namespace });
      return file;
    },
    hold(isHeld) {
      held = isHeld;
    },
    say(linesAt) {
      said = linesAt;
    },
    async stop() {
      await Promise.all(relays.map((relay) => relay.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function readLabelled({ admin }: TestServer, paths: readonly string[]): Promise<Labelled[]> {
  const lists = await Promise.all(
    paths.map(async (path): Promise<Labelled[]> => {
      const { json } = await expect(admin, { path }, 200);
      const kind = path.includes('/secrets?') ? 'Secret' : 'ConfigMap';
      return json.items.map((object: Labelled) => ({ ...object, kind }));
    }),
  );
  return lists.flat();
}

async function addUi(
  { admin }: TestServer,
  namespace: string,
  env: Record<string, string> | undefined,
): Promise<void> {
  await ensure(admin, '/api/v1/namespaces', {
    ...{ apiVersion: 'v1', kind: 'Namespace' },
    metadata: { name: namespace },
  });
  await allow(admin, namespace);
  const labels = { 'app.kubernetes.io/name': 'grafana' };
  const variables = { ...ENV, ...env };
  const sidecar = {
    name: 'grafana-sc-dashboard',
    image: 'quay.io/kiwigrid/k8s-sidecar:1.30.10',
    env: Object.entries(variables).map(([name, value]) => ({ name, value })),
  };
  await create(admin, `/api/v1/namespaces/${namespace}/configmaps`, {
    ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: PROVIDERS } },
    data: { 'provider.yaml': `providers: [{ name: sidecarProvider, options: { path: ${ENV.FOLDER} } }]` },
  });
  const ui = {
    ...{ name: 'grafana', image: 'grafana/grafana:12.1.0' },
    volumeMounts: [{ name: 'providers', mountPath: '/etc/grafana/provisioning/dashboards' }],
  };
  const spec = {
    containers: [ui, ...(env ? [sidecar] : [])],
    volumes: [{ name: 'providers', configMap: { name: PROVIDERS } }],
  };
  const { json } = await create(admin, `/apis/apps/v1/namespaces/${namespace}/statefulsets`, {
    ...{ apiVersion: 'apps/v1', kind: 'StatefulSet' },
    metadata: { name: 'grafana', labels },
    spec: {
      serviceName: 'grafana',
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec },
    },
  });
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  const { uid } = json.metadata;
  const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'grafana', uid, controller: true };
  await create(admin, pods, {
    ...{ apiVersion: 'v1', kind: 'Pod' },
    metadata: { name: SIDECAR_POD, labels, ownerReferences: [owner] },
    spec,
  });
  await status(admin, `${pods}/${SIDECAR_POD}`, {
    phase: 'Running',
    conditions: [{ type: 'Ready', status: 'True' }],
  });
}

/** Lets the sidecar read what it searches for. */
async function allow(admin: Endpoint, namespace: string): Promise<void> {
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  const [apiGroup, name] = ['rbac.authorization.k8s.io', 'grafana'];
  await create(admin, `${rbac}/roles`, {
    ...{ apiVersion: `${apiGroup}/v1`, kind: 'Role' },
    metadata: { name },
    rules: [{ apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ['get', 'list', 'watch'] }],
  });
  await create(admin, `${rbac}/rolebindings`, {
    ...{ apiVersion: `${apiGroup}/v1`, kind: 'RoleBinding' },
    metadata: { name },
    roleRef: { apiGroup, kind: 'Role', name },
    subjects: [{ kind: 'ServiceAccount', name: 'default', namespace }],
  });
}
