import { MONITORING_NAMESPACE } from '../../lib/objects/names.ts';
import type { Component } from './components.ts';
import { type BlockPart, usualParts } from './monitoring-block.ts';

/** The monitoring building block as a platform runs it: plain data. */
export interface MonitoringScenario {
  namespace: string;
  components: Component[];
  /** What belongs to it beside those. */
  parts: BlockPart[];
  /** Milliseconds that a volume takes to grow. */
  slowness: number;
  /** What the platform repository holds in the namespace's folder: texts by file name. */
  files: Record<string, string>;
}

/**
 * A metrics server and an alert manager of two replicas each with the values file that they come from, and the other parts of the
 * building block with the sizes of §8.
 */
export const monitoringScenario = (): MonitoringScenario => ({
  namespace: MONITORING_NAMESPACE,
  components: [
    {
      name: 'k8s',
      storageClass: 'slow',
      spec: {
        image: 'prometheus/prometheus:v3.5.0',
        retention: '30d',
        retentionSize: '40GB',
        paused: false,
      },
    },
    {
      kind: 'Alertmanager',
      name: 'main',
      storageClass: 'slow',
      size: '10Gi',
      spec: { image: 'prometheus/alertmanager:v0.28.1', paused: false },
    },
  ],
  parts: usualParts(MONITORING_NAMESPACE),
  slowness: 3_000,
  files: { 'values.yaml': VALUES },
});

/** In the style of the chart kube-prometheus-stack; comments and quotes are written by hand. */
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
