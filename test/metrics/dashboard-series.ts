import { MOMENT } from './recordings.ts';
import type { RecordedSeries, Recording } from './series.ts';
import { GIB } from './volume-series.ts';

/** Seconds between two samples: `$__rate_interval` covers several. */
export const SCRAPED = 30;

const TO = MOMENT.getTime() / 1000 - 5;
const NODES = ['worker-0', 'worker-1', 'worker-2'];

/** A cluster of three nodes, over a few hours: everything that the shipped dashboards ask for. */
export const clusterRecording = (): Recording => ({
  series: [...alerts(), ...state(), ...NODES.flatMap(nodeSeries), ...volumes(), ...server()],
  from: TO - 3 * 3600,
  to: TO,
});

const constant = (name: string, labels: Record<string, string>, value: number): RecordedSeries => ({
  name,
  labels,
  value: () => value,
});

/** A counter that grows by so much a second. */
const counter = (name: string, labels: Record<string, string>, rate: number): RecordedSeries => ({
  name,
  labels,
  value: (at) => (at - TO + 86_400) * rate,
});

/** Around a value, so that a line is no straight one. */
const wave = (at: number, period: number, phase: number): number =>
  Math.sin((at / period + phase) * 2 * Math.PI);

function alerts(): RecordedSeries[] {
  const alert = (alertname: string, severity: string, namespace: string, since: number) => {
    const labels = { alertname, severity, namespace };
    return [
      { ...constant('ALERTS', { ...labels, alertstate: 'firing' }, 1), from: TO - since },
      { ...constant('ALERTS_FOR_STATE', labels, TO - since - 300), from: TO - since },
    ];
  };
  return [
    constant('ALERTS', { alertname: 'Watchdog', alertstate: 'firing', severity: 'none' }, 1),
    ...alert('KubePodCrashLooping', 'warning', 'shop', 2400),
    ...alert('KubePodNotReady', 'warning', 'billing', 1200),
    ...alert('NodeFilesystemAlmostOutOfSpace', 'critical', 'monitoring-system', 5400),
    constant(
      'ALERTS',
      { alertname: 'KubeJobFailed', alertstate: 'pending', severity: 'warning', namespace: 'shop' },
      1,
    ),
    counter('alertmanager_notifications_total', { integration: 'webhook' }, 0.02),
    counter('alertmanager_notifications_failed_total', { integration: 'webhook' }, 0.001),
    counter('prometheus_notifications_dropped_total', { pod: 'prometheus-k8s-0' }, 0),
    counter('prometheus_rule_evaluation_failures_total', { pod: 'prometheus-k8s-0' }, 0),
  ];
}

const state = (): RecordedSeries[] =>
  NODES.flatMap((node, at) => {
    const pod = { namespace: 'shop', pod: `shop-${at}` };
    const request = (resource: string, value: number) =>
      constant('kube_pod_container_resource_requests', { ...pod, node, resource, container: 'shop' }, value);
    const allocatable = (resource: string, value: number) =>
      constant('kube_node_status_allocatable', { node, resource }, value);
    return [
      constant('kube_node_info', { node }, 1),
      constant('kube_node_status_condition', { node, condition: 'Ready', status: 'true' }, 1),
      constant('kube_node_status_condition', { node, condition: 'Ready', status: 'false' }, 0),
      constant('kube_node_spec_unschedulable', { node }, at === 2 ? 1 : 0),
      constant('kube_pod_status_phase', { ...pod, phase: 'Running' }, 1),
      constant('kubelet_running_pods', { node }, 30 + 10 * at),
      ...[request('cpu', 5 + at), request('memory', (18 + 6 * at) * GIB)],
      ...[allocatable('cpu', 8), allocatable('memory', 32 * GIB), allocatable('pods', 110)],
    ];
  });

function nodeSeries(node: string, at: number): RecordedSeries[] {
  const instance = `${node}:9100`;
  const busy = 0.3 + 0.15 * at;
  return [
    counter('node_cpu_seconds_total', { instance, cpu: '0', mode: 'idle' }, 1 - busy),
    counter('node_cpu_seconds_total', { instance, cpu: '0', mode: 'user' }, busy),
    constant('node_memory_MemTotal_bytes', { instance }, 32 * GIB),
    {
      name: 'node_memory_MemAvailable_bytes',
      labels: { instance },
      value: (time) => (14 - 3 * at + wave(time, 5400, at / 3)) * GIB,
    },
    constant('node_filesystem_size_bytes', { instance, fstype: 'ext4', mountpoint: '/' }, 100 * GIB),
    {
      name: 'node_filesystem_avail_bytes',
      labels: { instance, fstype: 'ext4', mountpoint: '/' },
      value: (time) => (60 - 20 * at - (time - TO) / 3600) * GIB,
    },
  ];
}

const volumes = (): RecordedSeries[] =>
  ['prometheus-k8s-db-prometheus-k8s-0', 'grafana'].flatMap((claim, at) => {
    const labels = { namespace: 'monitoring-system', persistentvolumeclaim: claim };
    return [
      constant('kubelet_volume_stats_capacity_bytes', labels, 50 * GIB),
      constant('kubelet_volume_stats_used_bytes', labels, (41 - 30 * at) * GIB),
    ];
  });

const server = (): RecordedSeries[] =>
  ['prometheus-k8s-0', 'prometheus-k8s-1'].flatMap((pod, at) => [
    {
      name: 'prometheus_tsdb_head_series',
      labels: { pod },
      value: (time) => 210_000 + 4000 * wave(time, 7200, at / 2),
    },
    counter('prometheus_tsdb_head_samples_appended_total', { pod }, 7000 + 50 * at),
    constant('prometheus_tsdb_storage_blocks_bytes', { pod }, (28 + at) * GIB),
  ]);
