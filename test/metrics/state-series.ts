import type { RecordedSeries } from './series.ts';

/** A claim that a pod mounts. */
export interface RecordedMount {
  pod: string;
  claim: string;
}

/** The cluster-state metrics of the claims of pods. */
export const mountSeries = (mounts: readonly RecordedMount[], namespace: string): RecordedSeries[] =>
  mounts.map(({ pod, claim }) => ({
    name: 'kube_pod_spec_volumes_persistentvolumeclaims_info',
    labels: {
      endpoint: 'http',
      instance: '10.244.1.81:8080',
      job: 'kube-state-metrics',
      namespace,
      persistentvolumeclaim: claim,
      pod,
      service: 'kube-state-metrics',
      volume: 'db',
    },
    value: () => 1,
  }));
