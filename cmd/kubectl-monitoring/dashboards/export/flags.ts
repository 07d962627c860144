import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../../lib/cli/flags.ts';
import { containerFlags } from '../shared/container-flags.ts';

export const exportFlags = {
  all: { type: 'boolean', describe: 'Export every dashboard that does not come from a file.' },
  name: {
    type: 'string',
    describe: 'The name of the object; made of the title of the dashboard if not set.',
  },
  ...containerFlags,
  'output-directory': {
    type: 'string',
    complete: 'folder',
    describe: 'Write each object to NAME.yaml in this folder; created if it does not exist.',
  },
  overwrite: { type: 'boolean', describe: 'Overwrite files that exist.' },
  'ui-url': {
    type: 'string',
    describe: 'Ask the dashboard UI at this address (http://localhost:3000) instead of one in the cluster.',
  },
  'http-config': {
    type: 'string',
    complete: 'yaml',
    describe:
      'File with the credentials and TLS settings for the dashboard UI: basic_auth, authorization and tls_config, as for amtool.',
  },
  'no-headers': { type: 'boolean', describe: 'Omit the table headers.' },
  output: {
    type: 'string',
    short: 'o',
    choices: [...DOCUMENTS],
    describe: 'Output format of a list, and of what was written to a folder.',
  },
  ...colorFlag,
} as const satisfies Flags;

export type DashboardsExportValues = Values<typeof exportFlags & typeof connectionFlags>;
