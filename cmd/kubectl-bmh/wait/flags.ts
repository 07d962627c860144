import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../lib/cli/flags.ts';
import { selectionFlags } from '../../../lib/cluster/hosts/select-hosts.ts';
import { resultFlags } from '../../shared/flags.ts';
import { waitFlags as runWaitFlags } from '../shared/flags.ts';

export const waitFlags = {
  ...selectionFlags,
  timeout: { ...runWaitFlags.timeout, describe: 'How long to wait; must be longer than --stable-for.' },
  'stable-for': {
    ...runWaitFlags['stable-for'],
    describe: 'How long a host must stay healthy; with 0, being healthy once is enough.',
  },
  ...resultFlags,
} as const satisfies Flags;

export type WaitValues = Values<typeof waitFlags & typeof connectionFlags>;
