import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../lib/cli/flags.ts';
import { selectionFlags } from '../../../lib/cluster/hosts/select-hosts.ts';
import { runFlags } from '../shared/run-flags.ts';

export const repairFlags = {
  service: {
    type: 'string',
    describe: 'The in-cluster service that serves the images; httpd-http if absent.',
  },
  'image-name': {
    type: 'string',
    describe: 'The image to point the host at; the last path part of its present address if absent.',
  },
  'image-url': {
    type: 'string',
    describe: 'The whole new image address; goes with --checksum-url.',
  },
  'checksum-url': {
    type: 'string',
    describe: 'The whole new checksum address; goes with --image-url.',
  },
  'checksum-type': {
    type: 'string',
    choices: ['md5', 'sha256', 'sha512'],
    describe:
      'The checksum algorithm: sets checksumType, and the ending of the checksum address unless that is given.',
  },
  preventive: {
    type: 'boolean',
    describe: 'Replace a fixed IP address before it breaks, on a host without the error.',
  },
  'window-free': {
    type: 'boolean',
    describe:
      'Patch in the order that has no dangerous moment even if somebody removes the pause: empty the address in the status, patch spec, patch status.',
  },
  wait: {
    type: 'boolean',
    default: true,
    describe:
      "Wait until the operator has taken the host back; false stops after the document's three checks.",
  },
  'no-wait': { type: 'boolean', describe: 'The same as --wait=false.' },
  timeout: {
    type: 'string',
    default: '5m',
    describe: 'How long to wait for the operator; longer than --stable-for.',
  },
  'stable-for': {
    type: 'string',
    default: '90s',
    describe:
      'How long the host has to stay healthy to count as repaired; 0: the first healthy sight counts.',
  },
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
