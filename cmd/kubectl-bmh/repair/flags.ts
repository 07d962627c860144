import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../lib/cli/flags.ts';
import { selectionFlags } from '../../../lib/cluster/hosts/select-hosts.ts';
import { imageFlags, runFlags, waitFlags } from '../shared/flags.ts';

export const repairFlags = {
  ...imageFlags,
  'window-free': {
    type: 'boolean',
    describe:
      'Patch in the order that has no dangerous moment even if somebody removes the pause: empty the address in the status, patch spec, patch status.',
  },
  ...waitFlags,
  ...selectionFlags,
  'old-address': {
    type: 'string',
    describe:
      'Select the hosts whose image is at this host name or IP address, with or without its port, and those with an unfinished run.',
  },
  contexts: {
    type: 'list',
    complete: 'context',
    describe: 'Repair in the clusters of these contexts of the kubeconfig, one after the other.',
  },
  concurrency: {
    type: 'number',
    default: 8,
    describe: 'How many hosts are repaired side by side, once the first of them has proven well.',
  },
  'keep-going': {
    type: 'boolean',
    describe: 'Go on with other hosts after one has failed, instead of finishing those under way.',
  },
  ...runFlags,
} as const satisfies Flags;

export type RepairValues = Values<typeof repairFlags & typeof connectionFlags>;
