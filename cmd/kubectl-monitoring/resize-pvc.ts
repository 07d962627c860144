import type { Command, Flags, Values } from '../../lib/cli/command.ts';
import type { connectionFlags } from '../../lib/cli/flags.ts';
import { changeFlags } from '../change-flags.ts';
import { resultFlags } from '../result-flags.ts';

/** Judgements that a person may take on, one by one. */
export const ACCEPTABLE = ['bigger-claim', 'gitops', 'operator-not-seen', 'unlabelled-claim'] as const;

export const resizeFlags = {
  mode: {
    type: 'string',
    choices: ['documented', 'online'],
    default: 'documented',
    describe:
      'documented stops the instance while its volumes grow; online keeps it running, where the storage can resize volumes in use.',
  },
  component: {
    type: 'string',
    choices: ['metrics', 'alerts', 'ruler'],
    default: 'metrics',
    describe: 'Whose volumes: of a Prometheus, an Alertmanager or a ThanosRuler.',
  },
  'include-leftovers': {
    type: 'boolean',
    describe: 'Grow the claims of replicas that were scaled away, too.',
  },
  replicas: {
    type: 'number',
    describe: 'How many replicas it is to have, for an instance that a resize by hand has left at 0.',
  },
  'retain-volumes': {
    type: 'boolean',
    describe:
      'Where a retention policy would delete the volumes: set it to Retain first, and restore it last.',
  },
  'retention-size': {
    type: 'string',
    describe:
      'Set spec.retentionSize of a Prometheus to this, such as 80GB, once its volumes have grown: at most 85 % of SIZE, and no less than it is. Pods that run restart with it, one after the other.',
  },
  undo: {
    type: 'boolean',
    describe:
      'Take an unfinished run back: restore replicas, pause, policy and retentionSize. Claims do not shrink.',
  },
  accept: {
    type: 'list',
    choices: ACCEPTABLE,
    describe: 'Take on the judgement of a guard that has refused; may be repeated (see explain guards).',
  },
  values: {
    type: 'list',
    complete: 'yaml',
    describe:
      'Write the new size into this values file; may be repeated. Where absent, files of the folder monitoring-system are found and asked about.',
  },
  commit: { type: 'boolean', describe: 'Commit the values files that were written, with git.' },
  timeout: {
    type: 'string',
    default: '10m',
    describe: 'How long to wait at each step for what others do.',
  },
  ...changeFlags,
  ...resultFlags,
} as const satisfies Flags;

export type ResizeValues = Values<typeof resizeFlags & typeof connectionFlags>;

export const resizeCommand: Command = {
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
  words: ['SIZE', '[NAME]'],
  complete: [[], 'instance'],
  flags: resizeFlags,
  connects: true,
  load: async () => (await import('./resize-pvc/handler.ts')).resizePvc,
};
