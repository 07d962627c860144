import type { Flags } from '../../lib/cli/command.ts';
import { colorFlag } from '../../lib/cli/flags.ts';
import { changeFlags } from '../change-flags.ts';

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
  'proxy-port': {
    type: 'number',
    describe: 'The loopback port of the API proxy; 8001 or, if that is taken, the next free one when absent.',
  },
  'payload-dir': { type: 'string', complete: 'folder', describe: 'Keep the payload files in this folder.' },
  output: {
    type: 'string',
    short: 'o',
    choices: ['json', 'yaml', 'name'],
    describe: 'Output format of the result.',
  },
  ...colorFlag,
} as const satisfies Flags;
