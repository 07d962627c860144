import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../lib/cli/flags.ts';
import { changeFlags, resultFlags } from '../../shared/flags.ts';
import { runFlags, waitFlags } from '../shared/flags.ts';

/** The overridable checks. */
export const REENROLL_ACCEPTABLE = ['healthy', 'image-not-served', 'no-status-image'] as const;

export const reenrollFlags = {
  accept: {
    type: 'list',
    choices: REENROLL_ACCEPTABLE,
    describe: runFlags.accept.describe,
  },
  ...changeFlags,
  wait: {
    ...waitFlags.wait,
    describe: 'Wait until the operator has re-enrolled the host; false stops once it is attached.',
  },
  'no-wait': waitFlags['no-wait'],
  timeout: {
    ...waitFlags.timeout,
    describe:
      'How long to wait for the operator to detach the host, and then to re-enroll it; must be longer than --stable-for.',
  },
  'stable-for': {
    ...waitFlags['stable-for'],
    describe:
      'How long the host must stay healthy to count as re-enrolled; with 0, being healthy once is enough.',
  },
  ...resultFlags,
} as const satisfies Flags;

export type ReenrollValues = Values<typeof reenrollFlags & typeof connectionFlags>;
