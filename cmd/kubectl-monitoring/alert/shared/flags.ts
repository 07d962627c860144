import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags } from '../../../../lib/cli/flags.ts';

/** Which Alertmanager is asked, and how. */
export const alertFlags = {
  alertmanager: {
    type: 'string',
    complete: 'alertmanager',
    describe: 'Name of the Alertmanager, if there are several in the namespace.',
  },
  'alerts-url': {
    type: 'string',
    describe: 'Ask the Alertmanager at this address (http://localhost:9093) instead of one in the cluster.',
  },
  'http-config': {
    type: 'string',
    complete: 'yaml',
    describe:
      'File with the credentials and TLS settings for the Alertmanager: basic_auth, authorization and tls_config, as for amtool.',
  },
  ...colorFlag,
} as const satisfies Flags;

export type AlertValues = Values<typeof alertFlags & typeof connectionFlags>;
