import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';

export const jobFlags = {
  image: {
    type: 'string',
    describe:
      'Image with kubectl-bmh as its entrypoint, in the version of this plugin, such as registry.example.org/kubectl-bmh:v0.1.0; required.',
  },
  shards: {
    type: 'number',
    describe:
      'Run this many pods in parallel, each for its part of the hosts (see --shard of repair and audit); needs Kubernetes 1.29.',
  },
  schedule: {
    type: 'string',
    describe:
      "Print a CronJob that runs audit at these times, such as '0 6 * * *', in the time zone of the cluster's controller manager.",
  },
  name: {
    type: 'string',
    describe:
      'Name of the Job; defaults to the name of the command and the current time, and for a CronJob to kubectl-bmh-audit.',
  },
  output: {
    type: 'string',
    short: 'o',
    choices: DOCUMENTS,
    default: 'yaml',
    describe: 'Output format; only YAML has comments.',
  },
  ...colorFlag,
} as const satisfies Flags;

export type JobValues = Values<typeof jobFlags & typeof connectionFlags>;
