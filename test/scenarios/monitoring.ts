import type { Component } from './components.ts';

/** The monitoring building block as a platform runs it: plain data. */
export interface MonitoringScenario {
  namespace: string;
  components: Component[];
  /** Milliseconds that a volume takes to grow. */
  slowness: number;
  /** What the platform repository holds in the namespace's folder: texts by file name. */
  files: Record<string, string>;
}

/** A metrics server of two replicas, an alert manager, and the values file that they come from. */
export const monitoringScenario = (): MonitoringScenario => ({
  namespace: 'monitoring-system',
  components: [
    {
      name: 'k8s',
      storageClass: 'slow',
      spec: { retention: '30d', retentionSize: '40GB', paused: false },
    },
    { kind: 'Alertmanager', name: 'main', storageClass: 'slow', size: '10Gi', spec: { paused: false } },
  ],
  slowness: 3_000,
  files: { 'values.yaml': VALUES },
});

/** In the style of the chart kube-prometheus-stack; comments and quotes are a person's. */
const VALUES = `# Monitoring of this platform.
prometheus:
  prometheusSpec:
    replicas: 2
    retention: 30d
    retentionSize: "40GB" # at most 80 % of the volume
    storageSpec:
      volumeClaimTemplate:
        spec:
          storageClassName: slow
          accessModes: ["ReadWriteOnce"]
          resources:
            requests:
              storage: 50Gi

alertmanager:
  alertmanagerSpec:
    replicas: 2
    storage:
      volumeClaimTemplate:
        spec:
          storageClassName: slow
          accessModes: ["ReadWriteOnce"]
          resources:
            requests:
              storage: '10Gi'
`;
