import type { Flags, Values } from '../../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../../lib/cli/flags.ts';
import type { changeFlags, resultFlags } from '../../../shared/flags.ts';

export const noWaitFlag = {
  'no-wait': { type: 'boolean', describe: 'Same as --wait=false.' },
} as const satisfies Flags;

type Shared = Values<typeof noWaitFlag & typeof changeFlags & typeof resultFlags & typeof connectionFlags>;

/** The values of every command that applies objects. */
export interface ApplyValues extends Shared {
  accept: readonly string[];
  wait: boolean;
  timeout: string;
}
