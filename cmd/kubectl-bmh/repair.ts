import type { Command, Flags, Values } from '../../lib/cli/command.ts';
import { colorFlag, type connectionFlags } from '../../lib/cli/flags.ts';

/** Judgements that a person may take on, one by one. */
export const ACCEPTABLE = ['address-not-ip', 'foreign-pause', 'gitops'] as const;

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
  accept: {
    type: 'list',
    choices: ACCEPTABLE,
    describe: 'Take on the judgement of a guard that has refused; may be repeated.',
  },
  'dry-run': {
    type: 'string',
    choices: ['none', 'client', 'server'],
    default: 'none',
    describe:
      'client prints the requests that would be sent; server also sends each with dryRun=All. Changes nothing.',
  },
  diff: { type: 'boolean', describe: 'Show each change as a diff and as a JSON Patch; changes nothing.' },
  yes: { type: 'boolean', short: 'y', describe: 'Go on without being asked.' },
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
    describe: 'How long to wait for the operator.',
  },
  'proxy-port': {
    type: 'number',
    describe: 'The loopback port of the API proxy; 8001 or, if that is taken, the next free one when absent.',
  },
  'payload-dir': { type: 'string', describe: 'Keep the two payload files in this folder.' },
  output: {
    type: 'string',
    short: 'o',
    choices: ['json', 'yaml', 'name'],
    describe: 'Output format of the result.',
  },
  ...colorFlag,
} as const satisfies Flags;

export type RepairValues = Values<typeof repairFlags & typeof connectionFlags>;

export const repairCommand: Command = {
  name: 'repair',
  summary: 'Repair a host with a "provisioned registration error"',
  description: `
    Points a BareMetalHost at the stable image address and clears its error, by the documented procedure: verify access,
    start a local API proxy, pause the host, write and validate two payload files, patch status, patch spec, resume,
    stop the proxy, verify.

    It may be interrupted at any point: run the same command again, from any machine, and it goes on where it stopped.
    Until then the host stays paused, and its disk is safe.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Repair a host of the current namespace', command: 'kubectl bmh repair worker-0' },
    { comment: 'Show what would be changed', command: 'kubectl bmh repair worker-0 -n metal3 --diff' },
    {
      comment: 'In a pipeline: no question, and a result to read',
      command: 'kubectl bmh repair worker-0 -n metal3 -y -o json',
    },
    {
      comment: 'Give the address in full',
      command:
        'kubectl bmh repair worker-0 --image-url=http://images.infra/a-std-os.qcow2 --checksum-url=http://images.infra/a-std-os.qcow2.md5sum',
    },
  ],
  words: ['HOST'],
  flags: repairFlags,
  connects: true,
  load: async () => (await import('./repair/handler.ts')).repair,
};
