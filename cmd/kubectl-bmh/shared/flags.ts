import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../lib/cli/flags.ts';
import { DEFAULT_STABLE_FOR, DEFAULT_TIMEOUT } from '../../../lib/hosts/window.ts';
import { changeFlags, resultFlags } from '../../shared/flags.ts';

export type UndoValues = Values<typeof runFlags & typeof connectionFlags>;

/** Overridable guards, for `--accept`. */
export const ACCEPTABLE = ['address-not-ip', 'foreign-pause', 'gitops', 'image-not-served'] as const;

/** Flags of every command that changes a host. */
export const runFlags = {
  accept: {
    type: 'list',
    choices: ACCEPTABLE,
    describe: 'Override a guard that has refused; may be repeated (see explain).',
  },
  ...changeFlags,
  hold: {
    type: 'string',
    describe:
      'How long to keep the host paused before it is resumed, at most 60m, to see whether another user or controller overwrites its addresses. Defaults to that of the unfinished run, else to 10s if a GitOps source may manage the host, and otherwise to 0s.',
  },
  'proxy-port': {
    type: 'number',
    describe: 'Loopback port of the API proxy; defaults to 8001 or, if that is taken, the next free port.',
  },
  'payload-dir': {
    type: 'string',
    complete: 'folder',
    describe: 'Keep the payload files in this directory.',
  },
  ...resultFlags,
} as const satisfies Flags;

/** Flags that set the new image. */
export const imageFlags = {
  service: {
    type: 'string',
    describe: 'In-cluster service that serves the images; defaults to httpd-http.',
  },
  'image-name': {
    type: 'string',
    describe: 'Image to point the host at; defaults to the last path segment of its current address.',
  },
  'image-url': {
    type: 'string',
    describe: 'Full new image address; requires --checksum-url.',
  },
  'checksum-url': {
    type: 'string',
    describe: 'Full new checksum address; requires --image-url.',
  },
  'checksum-type': {
    type: 'string',
    choices: ['md5', 'sha256', 'sha512'],
    describe:
      'Checksum algorithm: sets checksumType, and the suffix of the checksum address unless --checksum-url is given.',
  },
  preventive: {
    type: 'boolean',
    describe: 'Replace a fixed IP address before it breaks, on a host without the error.',
  },
} as const satisfies Flags;

/** Flags of the wait for the operator. */
export const waitFlags = {
  wait: {
    type: 'boolean',
    default: true,
    describe:
      'Wait until the operator reports the host healthy; false stops after the three checks of "kubectl bmh verify".',
  },
  'no-wait': { type: 'boolean', describe: 'Same as --wait=false.' },
  timeout: {
    type: 'string',
    default: `${DEFAULT_TIMEOUT / 60_000}m`,
    describe: 'How long to wait for the operator; must be longer than --stable-for.',
  },
  'stable-for': {
    type: 'string',
    default: `${DEFAULT_STABLE_FOR / 1000}s`,
    describe:
      'How long the host must stay healthy to count as repaired; with 0, being healthy once is enough.',
  },
} as const satisfies Flags;
