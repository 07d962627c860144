import { defineCommand } from '../../../lib/cli/define-command.ts';
import { resizeFlags } from './flags.ts';

export const resizeCommand = defineCommand({
  name: 'resize-pvc',
  summary: 'Grow the volumes of a metrics server, and lose none',
  description: `
    Grows the volumes of a Prometheus (or Alertmanager, or ThanosRuler) in the namespace monitoring-system, unless -n names
    another: NAME may be left out where there is one alone.

    In the documented order it sets replicas to 0 and the new size in one edit, patches every claim, waits until the
    storage has resized them, and restores the replicas. With --mode online the claims grow while the pods run; then the
    operator is paused, the StatefulSet is deleted without its pods and made again around them.

    A spec.retentionSize still keeps a Prometheus to as much data as before: --retention-size raises it in the same run, or
    later by the same command. It says which value fits.

    It refuses where that would delete volumes. It may be interrupted at any point: run the same command again, from any
    machine, and it goes on where it stopped; --undo takes it back.`,
  group: 'Volume Commands',
  examples: [
    { comment: 'Grow the volumes of the only Prometheus', command: 'kubectl monitoring resize-pvc 100Gi' },
    {
      comment: 'Without an outage, and with the values file in step',
      command: 'kubectl monitoring resize-pvc 100Gi k8s --mode online --values monitoring-system/values.yaml',
    },
    {
      comment: 'With room for more data, where retentionSize limits it',
      command: 'kubectl monitoring resize-pvc 100Gi --retention-size 80GB',
    },
    { comment: 'Show what would be changed', command: 'kubectl monitoring resize-pvc 100Gi --diff' },
    {
      comment: 'Take an unfinished run back',
      command: 'kubectl monitoring resize-pvc 100Gi --undo',
    },
  ],
  args: ['SIZE', '[NAME]'],
  complete: [[], 'instance'],
  flags: resizeFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).resizePvc,
});
