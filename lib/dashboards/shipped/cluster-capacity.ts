import { dashboard, gauge, labelVariable, row, stat, table, timeseries } from '../write/parts.ts';

/** The containers of pods that run or wait to run: others need nothing. */
const requested = (resource: string, by = ''): string =>
  `sum${by} (kube_pod_container_resource_requests{resource="${resource}", node=~"$node"} * on (namespace, pod) group_left () max by (namespace, pod) (kube_pod_status_phase{phase=~"Pending|Running"} == 1))`;
const allocatable = (resource: string, by = ''): string =>
  `sum${by} (kube_node_status_allocatable{resource="${resource}", node=~"$node"})`;

/** File systems on disks. */
const DISKS = 'fstype!~"tmpfs|overlay|squashfs|iso9660|ramfs|nsfs", mountpoint!~"/(run|var/lib/kubelet)/.*"';
const diskUse = `1 - node_filesystem_avail_bytes{${DISKS}} / node_filesystem_size_bytes{${DISKS}}`;
const volumeUse = 'kubelet_volume_stats_used_bytes / kubelet_volume_stats_capacity_bytes';

/** "Cluster Capacity": what the local cluster has, what is asked for and what is used (§2.5). */
export const clusterCapacity = (): Record<string, unknown> =>
  dashboard({
    uid: 'monitoring-cluster-capacity',
    title: 'Cluster Capacity',
    description: 'What the nodes and volumes of this cluster have, what pods request, and what is used.',
    tags: ['monitoring', 'capacity'],
    time: { from: 'now-24h', to: 'now' },
    variables: [labelVariable({ name: 'node', label: 'Node', of: 'kube_node_info' })],
    panels: [...shares(), ...nodes(), ...resources(), ...storage(), ...metricsServer()],
  });

const shares = () => [
  gauge({
    title: 'CPU requested',
    description: 'CPU that pods request, of what the nodes have for pods.',
    at: [0, 0, 4, 6],
    queries: { CPU: `${requested('cpu')} / ${allocatable('cpu')}` },
  }),
  gauge({
    title: 'Memory requested',
    description: 'Memory that pods request, of what the nodes have for pods.',
    at: [4, 0, 4, 6],
    queries: { Memory: `${requested('memory')} / ${allocatable('memory')}` },
  }),
  gauge({
    title: 'CPU used',
    description: 'CPU time of all nodes that is not idle.',
    at: [8, 0, 4, 6],
    queries: { CPU: '1 - avg(rate(node_cpu_seconds_total{mode="idle"}[$__rate_interval]))' },
  }),
  gauge({
    title: 'Memory used',
    description: 'Memory of all nodes that is not available to further programs.',
    at: [12, 0, 4, 6],
    queries: { Memory: '1 - sum(node_memory_MemAvailable_bytes) / sum(node_memory_MemTotal_bytes)' },
  }),
  gauge({
    title: 'Pods',
    description: 'Pods that run, of those that the nodes may run.',
    at: [16, 0, 4, 6],
    queries: { Pods: `sum(kubelet_running_pods{node=~"$node"}) / ${allocatable('pods')}` },
  }),
  gauge({
    title: 'Fullest volume',
    description: 'Space used on the persistent volume that is the fullest.',
    at: [20, 0, 4, 6],
    queries: { Volume: `max(${volumeUse})` },
  }),
];

const nodes = () => [
  stat({
    title: 'Nodes ready',
    description: 'Nodes that are ready for pods.',
    at: [0, 6, 6, 4],
    unit: 'none',
    steps: ['red', [1, 'green']],
    queries: { Ready: 'sum(kube_node_status_condition{condition="Ready", status="true", node=~"$node"})' },
  }),
  stat({
    title: 'Nodes not ready',
    description: 'Nodes that are not ready, or of which nothing is known.',
    at: [6, 6, 6, 4],
    unit: 'none',
    steps: ['green', [1, 'red']],
    queries: {
      'Not ready': 'sum(kube_node_status_condition{condition="Ready", status!="true", node=~"$node"})',
    },
  }),
  stat({
    title: 'Nodes closed for new pods',
    description: 'Nodes that are cordoned.',
    at: [12, 6, 6, 4],
    unit: 'none',
    steps: ['green', [1, 'orange']],
    queries: { Cordoned: 'sum(kube_node_spec_unschedulable{node=~"$node"})' },
  }),
  stat({
    title: 'Pods without a node',
    description: 'Pods that no node has room for.',
    at: [18, 6, 6, 4],
    unit: 'none',
    steps: ['green', [1, 'orange']],
    queries: { Unschedulable: 'sum(kube_pod_status_unschedulable) or vector(0)' },
  }),
];

const resources = () => [
  row('CPU and memory', 10),
  timeseries({
    title: 'CPU',
    description: 'CPU of all nodes: what they have for pods, what pods request, and what is used.',
    at: [0, 11, 12, 8],
    unit: 'suffix: cores',
    queries: {
      allocatable: allocatable('cpu'),
      requested: requested('cpu'),
      used: 'sum(rate(node_cpu_seconds_total{mode!="idle"}[$__rate_interval]))',
    },
  }),
  timeseries({
    title: 'Memory',
    description: 'Memory of all nodes: what they have for pods, what pods request, and what is used.',
    at: [12, 11, 12, 8],
    unit: 'bytes',
    queries: {
      allocatable: allocatable('memory'),
      requested: requested('memory'),
      used: 'sum(node_memory_MemTotal_bytes - node_memory_MemAvailable_bytes)',
    },
  }),
  table({
    title: 'Requests by node',
    description: 'What the pods of each node request, of what it has for pods.',
    at: [0, 19, 12, 8],
    unit: 'percentunit',
    columns: { node: 'Node', 'Value #A': 'CPU', 'Value #B': 'Memory' },
    queries: {
      CPU: `${requested('cpu', ' by (node)')} / ${allocatable('cpu', ' by (node)')}`,
      Memory: `${requested('memory', ' by (node)')} / ${allocatable('memory', ' by (node)')}`,
    },
  }),
  timeseries({
    title: 'CPU used by node',
    description: 'Share of the CPU time of each node that is not idle.',
    at: [12, 19, 12, 8],
    unit: 'percentunit',
    queries: {
      '{{instance}}': '1 - avg by (instance) (rate(node_cpu_seconds_total{mode="idle"}[$__rate_interval]))',
    },
  }),
];

const storage = () => [
  row('Storage', 27),
  table({
    title: 'Fullest volumes',
    description: 'The ten persistent volume claims with the least space left.',
    at: [0, 28, 12, 8],
    unit: 'percentunit',
    columns: { namespace: 'Namespace', persistentvolumeclaim: 'Claim', Value: 'Used' },
    queries: { Used: `topk(10, max by (namespace, persistentvolumeclaim) (${volumeUse}))` },
  }),
  timeseries({
    title: 'Disks of nodes',
    description: 'Space used on the fullest file system of each node.',
    at: [12, 28, 12, 8],
    unit: 'percentunit',
    queries: { '{{instance}}': `max by (instance) (${diskUse})` },
  }),
];

const metricsServer = () => [
  row('Metrics server', 36),
  timeseries({
    title: 'Series in memory',
    description: 'Time series that each metrics server has in memory: its memory grows with them.',
    at: [0, 37, 8, 8],
    unit: 'short',
    queries: { '{{pod}}': 'sum by (pod) (prometheus_tsdb_head_series)' },
  }),
  timeseries({
    title: 'Samples',
    description: 'Samples that each metrics server takes in: its disk grows with them.',
    at: [8, 37, 8, 8],
    unit: 'cps',
    queries: {
      '{{pod}}': 'sum by (pod) (rate(prometheus_tsdb_head_samples_appended_total[$__rate_interval]))',
    },
  }),
  timeseries({
    title: 'Blocks on disk',
    description: 'Size of the blocks of each metrics server, without the write-ahead log.',
    at: [16, 37, 8, 8],
    unit: 'bytes',
    queries: { '{{pod}}': 'sum by (pod) (prometheus_tsdb_storage_blocks_bytes)' },
  }),
];
