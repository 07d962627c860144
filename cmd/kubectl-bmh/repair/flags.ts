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
    describe: 'How many hosts to change at a time, not counting hosts that only have to stay healthy.',
  },
  'wave-size': {
    type: 'number',
    default: 8,
    describe: 'How many hosts the first wave has, after one host (the canary) was handled alone.',
  },
  'wave-growth': {
    type: 'number',
    default: 4,
    describe:
      'How many times more hosts each further wave has. A wave starts when the one before has stayed healthy.',
  },
  'max-failures': {
    type: 'string',
    default: '1',
    describe:
      'Start no new hosts once this many have failed: a number, or a percentage of the selected hosts, such as 2%.',
  },
  'keep-going': {
    type: 'boolean',
    describe: 'Start new hosts no matter how many have failed (instead of --max-failures).',
  },
} as const satisfies Flags;

export const undoFlags = { ...fleetFlags, ...runFlags } as const satisfies Flags;

export const repairFlags = {
  ...imageFlags,
  order: {
    type: 'string',
    choices: ['documented', 'safe'],
    describe:
      'Order of the patches: documented is status, then spec; safe first empties the address in the status, so that the operator cannot wipe the host between them. Defaults to safe if another user or controller changes the host, and otherwise to documented.',
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
