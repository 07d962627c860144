import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../lib/cli/flags.ts';
import { changeFlags, resultFlags } from '../../shared/flags.ts';

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
