import type { Access } from '../../../lib/cluster/dashboards/read-access.ts';
import { containerOf } from '../../../lib/dashboards/container.ts';
import { accountOf } from '../../../lib/dashboards/standing/access.ts';
import { indexOf } from '../../../lib/dashboards/standing/clashes.ts';
import { logFacts } from '../../../lib/dashboards/standing/log-problems.ts';
import type { RunningSidecar } from '../../../lib/dashboards/standing/running.ts';
import { type Sidecar, sidecarsIn, type Workload } from '../../../lib/dashboards/standing/sidecar.ts';
import { linesOf } from '../../../lib/dashboards/standing/sidecar-log.ts';
import { type Standing, standingOf } from '../../../lib/dashboards/standing/standing.ts';
import { type StoredContainer, storedContainer } from '../../../lib/dashboards/standing/stored.ts';

/** The variables that the chart sets. */
const ENV = {
  LABEL: 'grafana_dashboard',
  LABEL_VALUE: '1',
  FOLDER: '/tmp/dashboards',
  RESOURCE: 'both',
  NAMESPACE: 'ALL',
  METHOD: 'WATCH',
};

type Env = Record<string, string | object | undefined>;

/** A Deployment of a dashboard UI, with a sidecar of these variables beside the chart's; an object is a `valueFrom`. */
export const uiWith = (env: Env = {}, sidecar: object = {}, spec: object = {}) => ({
  metadata: { name: 'grafana', namespace: 'monitoring' },
  spec: {
    template: {
      spec: {
        serviceAccountName: 'grafana',
        containers: [
          { name: 'grafana', image: 'grafana/grafana:12.1.0' },
          {
            name: 'grafana-sc-dashboard',
            image: 'quay.io/kiwigrid/k8s-sidecar:1.30.10',
            env: Object.entries({ ...ENV, ...env }).flatMap(([name, value]) =>
              value === undefined
                ? []
                : [typeof value === 'string' ? { name, value } : { name, valueFrom: value }],
            ),
            ...sidecar,
          },
        ],
        ...spec,
      },
    },
  },
});

/** The sidecar of these variables; its UI reads all of its folder. */
export function sidecarWith(env: Env = {}, running: Partial<RunningSidecar> = {}): RunningSidecar {
  const [sidecar] = sidecarsIn('Deployment', uiWith(env)) as [Sidecar];
  return {
    ...sidecar,
    pods: [{ name: 'grafana-0', isReady: true, trouble: undefined }],
    providers: [{ name: 'sidecarProvider', path: '/tmp/dashboards', folder: '', hasFolders: false }],
    uiVersion: '12.1.0',
    ...running,
  };
}

export const dashboard = (fields: object = {}): string =>
  JSON.stringify({ uid: 'shop', title: 'Shop', schemaVersion: 42, panels: [], ...fields });

/** A container as the API server has it, ready to be shown. */
export function stored(
  data: Record<string, string> = { 'shop.json': dashboard() },
  object: object = {},
): StoredContainer {
  const { kind = 'ConfigMap', ...metadata } = object as { kind?: string };
  const container = containerOf({
    ...{ kind, apiVersion: 'v1' },
    metadata: { name: 'shop', namespace: 'shop', labels: { grafana_dashboard: '1' }, ...metadata },
    [kind === 'Secret' ? 'stringData' : 'data']: data,
  });
  if (!container) throw new Error('no container');
  return storedContainer(container, undefined);
}

export interface Situation {
  container?: StoredContainer;
  others?: readonly StoredContainer[];
  sidecars?: readonly RunningSidecar[];
  access?: Access;
  /** Of every pod; undefined: none is read. */
  log?: string;
  isComplete?: boolean;
  without?: readonly Workload[];
}

/** How a container stands in a cluster. */
export function standingIn({
  container = stored(),
  others = [],
  sidecars = [sidecarWith()],
  access = () => true,
  log,
  isComplete = true,
  without = [],
}: Situation = {}): Standing {
  const facts = sidecars.map((sidecar) => ({
    sidecar,
    index: indexOf(sidecar, [container, ...others]),
    isAllowed: (need: Parameters<Access>[1]) => access(accountOf(sidecar), need),
    ...(log !== undefined && {
      logs: (sidecar.pods ?? []).map(({ name: pod }) => logFacts(linesOf(log), { sidecar, container, pod })),
    }),
  }));
  return standingOf(container, facts, { isComplete, without });
}
