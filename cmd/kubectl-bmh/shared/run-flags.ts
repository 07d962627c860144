import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../lib/cli/flags.ts';
import { changeFlags, resultFlags } from '../../shared/flags.ts';

export type UndoValues = Values<typeof runFlags & typeof connectionFlags>;

/** Judgements that a person may take on, one by one. */
export const ACCEPTABLE = ['address-not-ip', 'foreign-pause', 'gitops', 'image-not-served'] as const;

/** What every command that changes a host takes. */
export const runFlags = {
  accept: {
    type: 'list',
    choices: ACCEPTABLE,
    describe: 'Take on the judgement of a guard that has refused; may be repeated (see explain guards).',
  },
  ...changeFlags,
  hold: {
    type: 'string',
    describe:
      'How long to keep the pause before the resume, 60m at most, to see whether another writer puts its address back; if absent, what the unfinished run was given or, without one, 10s where a GitOps source is suspected or accepted, and 0s elsewhere.',
  },
  'proxy-port': {
    type: 'number',
    describe: 'The loopback port of the API proxy; 8001 or, if that is taken, the next free one when absent.',
  },
  'payload-dir': { type: 'string', complete: 'folder', describe: 'Keep the payload files in this folder.' },
  ...resultFlags,
} as const satisfies Flags;
