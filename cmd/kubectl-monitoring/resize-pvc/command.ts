import { reportedCommand } from '../../shared/report/reported-command.ts';
import { resizeFlags, undoFlags } from './flags.ts';

export const resizeCommand = reportedCommand({
  name: 'resize-pvc',
  summary: 'Grow the volumes of a metrics server without losing any',
  description: `
    Grows the volumes of a Prometheus (or Alertmanager, or ThanosRuler) in the namespace monitoring-system, unless -n names
    another. NAME can be omitted if there is only one.

    With --mode offline, the command sets replicas to 0 and the new size in one edit, patches every claim, waits until the
    storage has resized them, and restores the replicas. With --mode online, the claims grow while the pods run; then the
    command pauses the operator and deletes the StatefulSet without its pods, and the operator re-creates it around them.

    Growing the volumes of a Prometheus does not raise its spec.retentionSize, so it keeps no more data than before.
    --retention-size raises it in the same run, or later with the same command. The output says which value fits.

    The command refuses a run that would delete volumes. You can interrupt it at any point: run the same command again, from
    any machine, to resume, or "kubectl monitoring undo" to undo the unfinished run.`,
  group: 'Volume Commands',
  examples: [
    { comment: 'Grow the volumes of the only Prometheus', command: 'kubectl monitoring resize-pvc 100Gi' },
    {
      comment: 'Without an outage, and update the values file',
      command: 'kubectl monitoring resize-pvc 100Gi k8s --mode online --values monitoring-system/values.yaml',
    },
    {
      comment: 'Raise retentionSize as well, to make room for more data',
      command: 'kubectl monitoring resize-pvc 100Gi --retention-size 80GB',
    },
    { comment: 'Show what would be changed', command: 'kubectl monitoring resize-pvc 100Gi --diff' },
  ],
  args: ['SIZE', '[NAME]'],
  complete: [[], 'instance'],
  flags: resizeFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).resizePvc,
  result: 'ResizeList',
});

export const undoCommand = reportedCommand({
  name: 'undo',
  summary: 'Undo an unfinished resize',
  description: `
    Undoes an unfinished resize: restores the replicas, the pause, the retention policy of the claims and spec.retentionSize
    of an instance, and the size in its claim template if no claim has grown. A claim that has grown keeps its size.

    NAME is the name of an instance, or its kind and name (alertmanager/main). It can be omitted if the namespace
    monitoring-system, or the one that -n names, has only one unfinished run.

    A finished resize cannot be undone, because volumes cannot shrink.`,
  group: 'Volume Commands',
  examples: [
    { comment: 'Undo the only unfinished resize', command: 'kubectl monitoring undo' },
    { comment: 'Show what would be restored', command: 'kubectl monitoring undo alertmanager/main --diff' },
  ],
  args: ['[NAME]'],
  complete: ['instance'],
  flags: undoFlags,
  connects: true,
  load: async () => (await import('./undo.ts')).undo,
  result: 'ResizeList',
});
