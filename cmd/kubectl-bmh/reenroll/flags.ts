import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../lib/cli/flags.ts';
import { changeFlags, resultFlags } from '../../shared/flags.ts';

/** Judgements that a person may take on, one by one. */
export const REENROLL_ACCEPTABLE = ['healthy', 'image-not-served', 'no-status-image'] as const;

export const reenrollFlags = {
  accept: {
    type: 'list',
    choices: REENROLL_ACCEPTABLE,
    describe: 'Take on the judgement of a guard that has refused; may be repeated (see explain guards).',
  },
  ...changeFlags,
  wait: {
    type: 'boolean',
    default: true,
    describe: 'Wait until the operator has re-enrolled the host; false stops once it is attached.',
  },
  'no-wait': { type: 'boolean', describe: 'The same as --wait=false.' },
  timeout: {
    type: 'string',
    default: '5m',
    describe:
      'How long to wait for the operator to detach the host, and then to re-enroll it; must be longer than --stable-for.',
  },
  'stable-for': {
    type: 'string',
    default: '90s',
    describe:
      'How long the host must stay healthy to count as re-enrolled; 0: stop as soon as it is healthy.',
  },
  ...resultFlags,
} as const satisfies Flags;

export type ReenrollValues = Values<typeof reenrollFlags & typeof connectionFlags>;
