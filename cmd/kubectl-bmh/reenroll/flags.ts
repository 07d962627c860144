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
    describe: 'Wait until the operator has enrolled the host again; false ends as soon as it is attached.',
  },
  'no-wait': { type: 'boolean', describe: 'The same as --wait=false.' },
  timeout: {
    type: 'string',
    default: '5m',
    describe:
      'How long to wait for the operator to let go of the host, and then to take it back; longer than --stable-for.',
  },
  'stable-for': {
    type: 'string',
    default: '90s',
    describe:
      'How long the host has to stay healthy to count as enrolled again; 0: the first healthy sight counts.',
  },
  ...resultFlags,
} as const satisfies Flags;

export type ReenrollValues = Values<typeof reenrollFlags & typeof connectionFlags>;
