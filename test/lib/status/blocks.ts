import { chainOf } from '../../../lib/alerts/watchdog/chain.ts';
import type { Block, InstanceState, VolumeState, Workload } from '../../../lib/status/block.ts';
import type { Claim } from '../../../lib/volumes/claim.ts';
import { facts } from '../alerts/watchdog-facts.ts';

const GI = 2 ** 30;
const NAMESPACE = 'monitoring-system';

export const workload = (part: Workload['part'], given: Partial<Workload> = {}): Workload => ({
  part,
  kind: 'Deployment',
  namespace: NAMESPACE,
  name: part,
  version: 'v1.0.0',
  wanted: 1,
  ready: 1,
  troubles: [],
  source: null,
  scope: [],
  ...given,
});

export const instance = (
  component: InstanceState['component'],
  given: Partial<InstanceState> = {},
): InstanceState => {
  const { kind, name } = {
    metrics: { kind: 'Prometheus', name: 'k8s' },
    alerts: { kind: 'Alertmanager', name: 'main' },
    ruler: { kind: 'ThanosRuler', name: 'rules' },
    agent: { kind: 'PrometheusAgent', name: 'edge' },
  }[component];
  return {
    component,
    kind,
    namespace: NAMESPACE,
    name,
    versions: ['v3.5.0'],
    wanted: 2,
    ready: 2,
    troubles: [],
    source: null,
    paused: false,
    complaint: undefined,
    retention: { time: undefined, size: undefined },
    size: '50Gi',
    resize: undefined,
    ...given,
  };
};

/** The chain of the watchdog alert; one that holds, without `given`. */
export const watchdog = (given: Parameters<typeof facts>[0] = {}) => [chainOf(facts(given))];

export const claim = (name: string, given: Partial<Claim> = {}): Claim => ({
  name,
  uid: `uid-${name}`,
  resourceVersion: '1',
  labels: {},
  owners: [],
  deleting: false,
  bound: true,
  size: '50Gi',
  capacity: '50Gi',
  className: 'standard',
  volume: `pv-${name}`,
  conditions: [],
  growth: undefined,
  ...given,
});

/** A volume of the metrics server `k8s`: the used share, from 0 to 1, and its growth in Gi per day. */
export const volume = (
  ordinal: number,
  { used = 0.4, perDay = 0.1, ...given }: Partial<VolumeState> & { used?: number; perDay?: number } = {},
): VolumeState => {
  const name = `prometheus-k8s-db-prometheus-k8s-${ordinal}`;
  const full = (rate: number): number | null => (rate > 0 ? (50 * (1 - used)) / rate : null);
  return {
    namespace: NAMESPACE,
    claim: claim(name),
    owner: { component: 'metrics', kind: 'Prometheus', name: 'k8s' },
    templateSize: '50Gi',
    orphaned: false,
    metrics: {
      namespace: NAMESPACE,
      claim: name,
      use: { used: used * 50 * GI, capacity: 50 * GI },
      growth: { perDay: perDay * GI, low: perDay * 0.8 * GI, high: perDay * 1.25 * GI, days: 14 },
      daysToFull: { likely: full(perDay), soonest: full(perDay * 1.25), latest: full(perDay * 0.8) },
      points: [],
    },
    ...given,
  };
};

/** A block that follows the platform document (§8), overridden by `given`. */
export const block = (given: Partial<Block> = {}): Block => ({
  namespace: NAMESPACE,
  workloads: [
    workload('operator', { name: 'prometheus-operator', version: 'v0.85.0' }),
    workload('ui', { name: 'grafana', version: '12.1.0', wanted: 2, ready: 2 }),
    workload('cluster-state', { name: 'kube-state-metrics', version: 'v2.16.0' }),
    workload('node-exporter', { kind: 'DaemonSet', name: 'node-exporter', wanted: 3, ready: 3 }),
  ],
  instances: [instance('metrics'), instance('alerts')],
  volumes: [volume(0), volume(1)],
  watchdog: watchdog(),
  nodes: 3,
  upgradeIssue: undefined,
  unread: [],
  ...given,
});

/** A block with the part of this name changed. */
export const withWorkload = (
  part: Workload['part'],
  given: Partial<Workload>,
  of: Block = block(),
): Block => ({
  ...of,
  workloads: of.workloads.map((one) => (one.part === part ? { ...one, ...given } : one)),
});

/** A block with the instance of this component changed. */
export const withInstance = (
  component: InstanceState['component'],
  given: Partial<InstanceState>,
  of: Block = block(),
): Block => ({
  ...of,
  instances: of.instances.map((one) => (one.component === component ? { ...one, ...given } : one)),
});
