import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';
import { imageFlags, runFlags } from '../shared/flags.ts';

export const payloadFlags = {
  'output-directory': {
    type: 'string',
    complete: 'folder',
    describe: 'Required: the folder to write the two files to; created if it does not exist.',
  },
  ...imageFlags,
  accept: {
    type: 'list',
    choices: ['address-not-ip', 'gitops', 'image-not-served'],
    describe: runFlags.accept.describe,
  },
  'proxy-port': {
    type: 'number',
    default: 8001,
    describe: 'The loopback port for kubectl proxy in the printed commands.',
  },
  output: { type: 'string', short: 'o', choices: [...DOCUMENTS], describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type PayloadValues = Values<typeof payloadFlags & typeof connectionFlags>;
