import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../lib/cli/flags.ts';
import { selectionFlags, shardFlag } from '../../../lib/cluster/hosts/select-hosts.ts';
import { imageFlags, runFlags, waitFlags } from '../shared/flags.ts';

/** Flags of every fleet. */
export const fleetFlags = {
  ...selectionFlags,
  ...shardFlag,
  contexts: {
    type: 'list',
    complete: 'context',
    describe: 'Select hosts in the clusters of these kubeconfig contexts, one cluster at a time.',
  },
  concurrency: {
    type: 'number',
    default: 8,
    describe: 'How many hosts to write to in parallel; hosts that are only waited for do not count.',
  },
  'wave-size': {
    type: 'number',
    default: 8,
    describe: 'How many hosts the first wave after the canary has.',
  },
  'wave-growth': {
    type: 'number',
    default: 4,
    describe:
      'How many times more hosts each further wave has; a wave starts when the one before has stayed healthy.',
  },
  'max-failures': {
    type: 'string',
    default: '1',
    describe:
      'After how many failed hosts to start no new ones: a number, or a percentage of all, such as 2%.',
  },
  'keep-going': {
    type: 'boolean',
    describe: 'Start further hosts however many have failed, instead of only finishing those in progress.',
  },
} as const satisfies Flags;

export const undoFlags = { ...fleetFlags, ...runFlags } as const satisfies Flags;

export const repairFlags = {
  ...imageFlags,
  order: {
    type: 'string',
    choices: ['documented', 'safe'],
    describe:
      'Order of the patches: documented is status, then spec; safe empties the address in the status first, so that no state in between can wipe the host; defaults to safe where another writer changes the host and to documented elsewhere.',
  },
  ...waitFlags,
  'old-address': {
    type: 'string',
    describe:
      'Select the hosts whose image is at this host name or IP address, with or without a port, and those with an unfinished run.',
  },
  ...fleetFlags,
  ...runFlags,
} as const satisfies Flags;

export type RepairValues = Values<typeof repairFlags & typeof connectionFlags>;
