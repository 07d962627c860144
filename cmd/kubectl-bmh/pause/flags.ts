import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../lib/cli/flags.ts';
import { selectionFlags } from '../../../lib/cluster/hosts/select-hosts.ts';
import { changeFlags, resultFlags } from '../../shared/flags.ts';

export const pauseFlags = {
  ...selectionFlags,
  ...changeFlags,
  ...resultFlags,
} as const satisfies Flags;

export type PauseValues = Values<typeof pauseFlags & typeof connectionFlags>;
