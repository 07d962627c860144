import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../lib/cli/flags.ts';
import { changeFlags, resultFlags } from '../../shared/flags.ts';
import { valuesFlags } from '../shared/values/edit-flags.ts';

/** Checks that the user may override, one by one. */
export const ACCEPTABLE = ['bigger-claim', 'gitops', 'operator-not-seen', 'unlabelled-claim'] as const;

/** Flags of a resize and of its undo. */
export const undoFlags = {
  timeout: {
    type: 'string',
    default: '10m',
    describe: 'Wait this long at each step for the operator and the storage.',
  },
  ...changeFlags,
  ...resultFlags,
} as const satisfies Flags;

export const resizeFlags = {
  mode: {
    type: 'string',
    choices: ['offline', 'online'],
    describe:
      'offline stops the instance while its volumes grow; online keeps it running, if the storage can resize volumes in use. If omitted, the command shows both and asks; with -y, it uses offline. A resumed run keeps its mode.',
  },
  component: {
    type: 'string',
    choices: ['metrics', 'alerts', 'ruler'],
    default: 'metrics',
    describe: 'Resize a Prometheus (metrics), an Alertmanager (alerts) or a ThanosRuler (ruler).',
  },
  'include-orphaned': {
    type: 'boolean',
    describe: 'Also grow claims that no replica uses since the instance was scaled down.',
  },
  replicas: {
    type: 'number',
    describe:
      'Scale the instance to this many replicas at the end; for an instance that a manual resize left at 0.',
  },
  'retain-volumes': {
    type: 'boolean',
    describe:
      'If persistentVolumeClaimRetentionPolicy would delete the volumes, set it to Retain first and restore it last.',
  },
  'retention-size': {
    type: 'string',
    describe:
      'Set spec.retentionSize of a Prometheus to this, such as 80GB, once its volumes have grown: at most 85% of SIZE, and no less than it is now. Running pods then restart, one after the other.',
  },
  accept: {
    type: 'list',
    choices: ACCEPTABLE,
    describe:
      'Override this guard; may be repeated. "kubectl monitoring explain" shows what each guard prevents.',
  },
  ...valuesFlags('size'),
  ...undoFlags,
} as const satisfies Flags;

export type UndoValues = Values<typeof undoFlags & typeof connectionFlags>;

export type ResizeValues = Values<typeof resizeFlags & typeof connectionFlags>;
