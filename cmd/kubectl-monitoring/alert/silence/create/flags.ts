import type { Flags, Values } from '../../../../../lib/cli/command.ts';
import { type connectionFlags, DOCUMENTS } from '../../../../../lib/cli/flags.ts';
import { alertFlags } from '../../shared/flags.ts';

export const createFlags = {
  comment: { type: 'string', describe: 'Why the alerts are silenced; required.' },
  duration: { type: 'string', describe: 'How long to silence them, such as 30m, 2h or 7d (default 1h).' },
  until: { type: 'string', describe: 'Until when to silence them, such as 2026-01-31T08:00:00Z.' },
  author: { type: 'string', describe: 'Who silences them; the user of this machine by default.' },
  'dry-run': {
    type: 'string',
    choices: ['none', 'client'],
    default: 'none',
    describe: 'With client, only show which alerts would be silenced. Nothing is created.',
  },
  yes: { type: 'boolean', short: 'y', describe: 'Skip the confirmation prompt.' },
  output: { type: 'string', short: 'o', choices: [...DOCUMENTS, 'name'], describe: 'Output format.' },
  ...alertFlags,
} as const satisfies Flags;

export type SilenceCreateValues = Values<typeof createFlags & typeof connectionFlags>;
