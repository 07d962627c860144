import type { Command, Flags, Values } from '../../lib/cli/command.ts';
import type { connectionFlags } from '../../lib/cli/flags.ts';
import { changeFlags } from '../change-flags.ts';
import { resultFlags } from '../result-flags.ts';

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

export const reenrollCommand: Command = {
  name: 'reenroll',
  summary: 'Have the node of a repaired host enrolled in Ironic again',
  description: `
    For a host whose record is right and whose error comes back all the same: Ironic keeps the former image address in its own
    database, and only a new node has it forgotten. This detaches the host, waits until the operator has deleted its node in
    Ironic, attaches it again, and waits until the operator has enrolled and adopted it. The disk is not touched, and the
    machine keeps running.

    It may be interrupted at any point: while the host is detached, the same command goes on where it stopped, from any machine;
    once it is attached again, "kubectl bmh wait" shows whether the error comes back. While the host is detached the operator takes
    no action on it. It is attached only while status and spec name the same image: anything else would have it wiped, so it
    stays detached, and the message says so.`,
  group: 'Host Commands',
  examples: [
    { comment: 'Enrol a host of the current namespace again', command: 'kubectl bmh reenroll worker-0' },
    { comment: 'Show what would be changed', command: 'kubectl bmh reenroll worker-0 -n metal3 --diff' },
    {
      comment: 'A host that has no error, too',
      command: 'kubectl bmh reenroll worker-0 -n metal3 --accept healthy',
    },
  ],
  words: ['HOST'],
  complete: ['host'],
  flags: reenrollFlags,
  connects: true,
  load: async () => (await import('./reenroll/handler.ts')).reenroll,
};
