import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';
import { selectionFlags } from '../../../lib/cluster/hosts/select-hosts.ts';
import { imageFlags } from '../shared/flags.ts';

export const verifyFlags = {
  ...selectionFlags,
  service: {
    type: 'string',
    describe:
      'Require this service to serve the image; without --service and --image-url, any DNS name passes.',
  },
  'image-url': {
    ...imageFlags['image-url'],
    describe: 'Require exactly this image address.',
  },
  output: {
    type: 'string',
    short: 'o',
    choices: [...DOCUMENTS, 'name', 'wide'],
    describe: 'Output format; name prints the hosts that pass.',
  },
  'no-headers': { type: 'boolean', describe: 'Omit the table headers.' },
  ...colorFlag,
} as const satisfies Flags;

export type VerifyValues = Values<typeof verifyFlags & typeof connectionFlags>;
