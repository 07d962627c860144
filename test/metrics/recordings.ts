import { containerSeries, type RecordedPod } from './container-series.ts';
import type { RecordedSeries, Recording } from './series.ts';
import { blockBytes, type RecordedServer, SERIES_MEMORY, serverSeries } from './server-series.ts';
import { mountSeries } from './state-series.ts';
import { DAY, EXT4, GIB, MIB, nodeOf, type RecordedVolume, volumeSeries } from './volume-series.ts';

/**
 * Histories of the monitoring building block up to the time of the tests.
 * - `steady`: thirty days; both volumes of Prometheus grow by about 0.9 GiB a day and are two thirds full.
 * - `full`: likewise, but the volume of `prometheus-k8s-0` grows by 1.5 GiB per day and is at 97%.
 * - `blind`: neither kubelets nor cluster-state metrics are scraped: only the block's own metrics.
 * - `young`: like `steady`, but the history starts three hours ago.
 */
export type RecordingName = (typeof recordingNames)[number];
export const recordingNames = ['steady', 'full', 'blind', 'young'] as const;

/** The fixed time of the tests. */
export const MOMENT = new Date('2026-01-02T03:04:05Z');

/** The recording of that name, for the block in that namespace. */
export function recording(name: RecordingName, namespace: string): Recording {
  const moment = MOMENT.getTime() / 1000;
  // The last sample is a few seconds old, as with a real server.
  const to = moment - 5;
  const from = name === 'young' ? moment - 3 * 3600 : moment - 30 * DAY;
  // Only two days of everything else: loading thirty would dominate the duration of a test.
  const since = Math.max(from, moment - 2 * DAY);
  const own = [...serverSeries(serversOf(name, to), namespace, since), ...upSeries(name, namespace)];
  const others = [...mountSeries(MOUNTS, namespace), ...containerSeries(podsOf(name), namespace, since)];
  const recent = (name === 'blind' ? own : [...own, ...others]).map((one) => ({ ...one, from: since }));
  const volumes = name === 'blind' ? [] : volumeSeries(volumesOf(name), namespace, to);
  return { series: [...recent, ...volumes], from, to };
}

/** Replicas of the Prometheus `k8s`, whose volumes and blocks grow by these bytes a day. */
const replicas = (name: RecordingName) => [
  name === 'full'
    ? { pod: 'prometheus-k8s-0', used: 0.97 * EXT4['50Gi'], perDay: 1.5 * GIB, series: 350_000 }
    : { pod: 'prometheus-k8s-0', used: 31.2 * GIB, perDay: 0.9 * GIB, series: 210_000 },
  { pod: 'prometheus-k8s-1', used: 30.8 * GIB, perDay: 0.89 * GIB, series: 209_000 },
];

const volumesOf = (name: RecordingName): RecordedVolume[] => [
  ...replicas(name).map(({ pod, used, perDay }) => ({
    claim: `prometheus-k8s-db-${pod}`,
    capacity: EXT4['50Gi'],
    used,
    perDay,
    tooth: perDay / 5,
  })),
  ...[0, 1].map((ordinal) => ({
    claim: `alertmanager-main-db-alertmanager-main-${ordinal}`,
    capacity: EXT4['10Gi'],
    used: (60 + ordinal) * MIB,
    perDay: 0,
    tooth: 0,
  })),
  { claim: 'grafana', capacity: EXT4['10Gi'], used: 1.4 * GIB, perDay: 12 * MIB, tooth: 0 },
  // Another user's volume, with the name of one of the block.
  {
    claim: 'grafana',
    namespace: 'somebody-elses',
    capacity: EXT4['10Gi'],
    used: 9 * GIB,
    perDay: GIB,
    tooth: 0,
  },
];

/** At 1.6 bytes per sample and one scrape per thirty seconds, this causes the growth of the volumes. */
const serversOf = (name: RecordingName, to: number): RecordedServer[] =>
  replicas(name).map(({ pod, used, perDay, series }, ordinal) => ({
    pod,
    address: `10.244.${ordinal}.90`,
    series,
    samples: Math.round(perDay / DAY / 1.6),
    blocks: blockBytes(used - GIB, perDay, to),
  }));

/** Targets other than the replicas themselves. */
function upSeries(name: RecordingName, namespace: string): RecordedSeries[] {
  const target = (job: string, instance: string, labels: Record<string, string> = {}) => ({
    name: 'up',
    labels: { instance, job, namespace, service: job, ...labels },
    value: () => 1,
  });
  const others = [
    target('alertmanager-main', '10.244.0.93:9093', { endpoint: 'web', pod: 'alertmanager-main-0' }),
    target('alertmanager-main', '10.244.1.93:9093', { endpoint: 'web', pod: 'alertmanager-main-1' }),
    target('prometheus-operator', '10.244.0.80:8080', { endpoint: 'http', pod: 'prometheus-operator-0' }),
  ];
  if (name === 'blind') return others;
  const kubelets = [0, 1].flatMap((index) => {
    const node = nodeOf(index);
    const labels = { endpoint: 'https-metrics', namespace: 'kube-system', node: node.name };
    return ['/metrics', '/metrics/cadvisor'].map((path) =>
      target('kubelet', `${node.address}:10250`, { ...labels, metrics_path: path }),
    );
  });
  return [...others, ...kubelets];
}

const ALERTMANAGER = {
  alertmanager: { cpu: 0.004, memory: 41 },
  'config-reloader': { cpu: 0.001, memory: 21 },
};
const NODE_EXPORTER = { 'node-exporter': { cpu: 0.012, memory: 18 } };

const podsOf = (name: RecordingName): RecordedPod[] => [
  ...replicas(name).map(({ pod, series }, node) => ({
    name: pod,
    node,
    containers: {
      // Includes active file pages.
      prometheus: { cpu: series * 3e-6, memory: (series * SERIES_MEMORY) / MIB + 600 },
      'config-reloader': { cpu: 0.001, memory: 22 },
    },
  })),
  { name: 'alertmanager-main-0', node: 0, containers: ALERTMANAGER },
  { name: 'alertmanager-main-1', node: 1, containers: ALERTMANAGER },
  {
    name: 'prometheus-operator-0',
    node: 0,
    containers: { 'prometheus-operator': { cpu: 0.008, memory: 38 } },
  },
  { name: 'kube-state-metrics-0', node: 1, containers: { 'kube-state-metrics': { cpu: 0.006, memory: 44 } } },
  { name: 'grafana-0', node: 0, containers: { grafana: { cpu: 0.015, memory: 132 } } },
  { name: 'node-exporter-0', node: 0, containers: NODE_EXPORTER },
  { name: 'node-exporter-1', node: 1, containers: NODE_EXPORTER },
];

const MOUNTS = [
  ...[0, 1].flatMap((ordinal) =>
    ['prometheus-k8s', 'alertmanager-main'].map((set) => ({
      pod: `${set}-${ordinal}`,
      claim: `${set}-db-${set}-${ordinal}`,
    })),
  ),
  { pod: 'grafana-0', claim: 'grafana' },
];
