import { counted, dayWave, noise } from './noise.ts';
import type { RecordedSeries } from './series.ts';
import { MIB, nodeOf } from './volume-series.ts';

/** A pod of the block, and the approximate use of its containers: cores and MiB. */
export interface RecordedPod {
  name: string;
  /** Index of its node. */
  node: number;
  containers: Record<string, { cpu: number; memory: number }>;
}

/** cAdvisor metrics of containers, and of whole pods with an empty container name. */
export function containerSeries(
  pods: readonly RecordedPod[],
  namespace: string,
  from: number,
): RecordedSeries[] {
  return pods.flatMap(({ name: pod, node: index, containers }) => {
    const node = nodeOf(index);
    const whole = Object.values(containers).reduce(
      (sum, { cpu, memory }) => ({ cpu: sum.cpu + cpu, memory: sum.memory + memory + 0.5 }),
      { cpu: 0, memory: 0 },
    );
    return Object.entries({ ...containers, '': whole }).flatMap(([container, { cpu, memory }]) => {
      const labels = {
        ...(container && { container, name: `${container}-of-${pod}`, image: `${container}:recorded` }),
        endpoint: 'https-metrics',
        instance: `${node.address}:10250`,
        job: 'kubelet',
        metrics_path: '/metrics/cadvisor',
        namespace,
        node: node.name,
        pod,
        service: 'kubelet',
      };
      const bytes = (at: number) =>
        memory * MIB * (1 + 0.03 * dayWave(at) + 0.02 * noise(pod + container, at));
      return [
        {
          name: 'container_cpu_usage_seconds_total',
          labels: { ...labels, cpu: 'total' },
          value: (at) => Number(counted({ perSecond: cpu, from: from - 3_600, swing: 0.2 }, at).toFixed(3)),
        },
        {
          name: 'container_memory_working_set_bytes',
          labels,
          value: (at) => Math.round(bytes(at) / 4096) * 4096,
        },
      ];
    });
  });
}
