import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../lib/cli/flags.ts';
import { changeFlags, resultFlags } from '../../shared/flags.ts';
import { httpConfigFlag } from '../shared/alertmanager-flags.ts';
import { valuesFlags } from '../shared/values/edit-flags.ts';

/** Checks that the user may override, one by one. */
export const ACCEPTABLE = [
  'no-replicas',
  'operator-absent',
  'operator-fails',
  'several-operators',
  'synced-replicas',
  'unsharded-copies',
] as const;

export const scaleFlags = {
  wait: {
    type: 'boolean',
    default: true,
    describe: 'Wait until all replicas are ready and, of an Alertmanager, form one cluster.',
  },
  'no-wait': { type: 'boolean', describe: 'Same as --wait=false.' },
  timeout: { type: 'string', default: '10m', describe: 'Wait this long at each step for the controllers.' },
  accept: {
    type: 'list',
    choices: ACCEPTABLE,
    describe:
      'Override this guard; may be repeated. "kubectl monitoring explain" shows what each guard prevents.',
  },
  ...valuesFlags('number'),
  ...httpConfigFlag,
  ...changeFlags,
  ...resultFlags,
} as const satisfies Flags;

export type ScaleValues = Values<typeof scaleFlags & typeof connectionFlags>;
