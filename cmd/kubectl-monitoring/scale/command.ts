import { defineCommand } from '../../../lib/cli/define-command.ts';
import { scaleFlags } from './flags.ts';

export const scaleCommand = defineCommand({
  name: 'scale',
  summary: 'Set the replicas of a component, by its scaling rules',
  description: `
    Sets the number of replicas of one component of the monitoring, and waits until they are ready. COMPONENT is metrics
    (Prometheus), alerts (Alertmanager), ruler (ThanosRuler), ui (Grafana), operator or cluster-state (kube-state-metrics).
    The name of the program works as well. NAME can be omitted if the namespace monitoring-system, or the one that -n names,
    has only one.

    Guards check the scaling rules of each component: the operator and the cluster-state metrics have one replica, a
    dashboard UI with persistence has one, and the replicas of an Alertmanager have to form one cluster. The node exporter runs
    on every node and cannot be scaled. A run that would delete volumes, that an autoscaler or a GitOps source would revert,
    or that meets an unfinished resize is refused.

    It sets spec.replicas of the resource itself: "kubectl scale" on a Prometheus changes its shards. You can interrupt the
    command at any point: run it again to resume.`,
  group: 'Scaling Commands',
  examples: [
    { comment: 'Run three replicas of the only Alertmanager', command: 'kubectl monitoring scale alerts 3' },
    {
      comment: 'Scale a Prometheus, and update the values file',
      command: 'kubectl monitoring scale metrics 2 k8s --values monitoring-system/values.yaml',
    },
    { comment: 'Show what would be changed', command: 'kubectl monitoring scale ui 2 --diff' },
  ],
  args: ['COMPONENT', 'REPLICAS', '[NAME]'],
  complete: [['metrics', 'alerts', 'ruler', 'ui', 'operator', 'cluster-state'], [], 'scaled'],
  flags: scaleFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).scale,
});
