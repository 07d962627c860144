import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';
import { selectionFlags } from '../../../lib/cluster/hosts/select-hosts.ts';
import { imageFlags } from '../shared/flags.ts';

export const verifyFlags = {
  ...selectionFlags,
  service: {
    type: 'string',
    describe:
      'The service that the image has to be served by; without this and --image-url, any that is named, not numbered.',
  },
  'image-url': {
    ...imageFlags['image-url'],
    describe: 'The whole image address that the host has to have.',
  },
  output: {
    type: 'string',
    short: 'o',
    choices: [...DOCUMENTS, 'name', 'wide'],
    describe: 'Output format; name prints the hosts that hold.',
  },
  'no-headers': { type: 'boolean', describe: 'If true, prints no headers.' },
  ...colorFlag,
} as const satisfies Flags;

export type VerifyValues = Values<typeof verifyFlags & typeof connectionFlags>;
