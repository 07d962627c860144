import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../lib/cli/flags.ts';
import { changeFlags, resultFlags } from '../../shared/flags.ts';

export type UndoValues = Values<typeof runFlags & typeof connectionFlags>;

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
  hold: {
    type: 'string',
    describe:
      'How long to keep the pause before the resume, 60m at most, to see whether another writer puts its address back; if absent, what the unfinished run was given or, without one, 10s where a GitOps source is suspected or accepted, and 0s elsewhere.',
  },
  'proxy-port': {
    type: 'number',
    describe: 'The loopback port of the API proxy; 8001 or, if that is taken, the next free one when absent.',
  },
  'payload-dir': { type: 'string', complete: 'folder', describe: 'Keep the payload files in this folder.' },
  ...resultFlags,
} as const satisfies Flags;

/** Which image a host is to have. */
export const imageFlags = {
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
} as const satisfies Flags;

/** How long the operator is waited for. */
export const waitFlags = {
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
} as const satisfies Flags;
