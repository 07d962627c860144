import type { Flags } from '../../../lib/cli/command.ts';

export const alertmanagerFlag = {
  alertmanager: {
    type: 'string',
    complete: 'alertmanager',
    describe: 'Name of the Alertmanager, if there are several in the namespace.',
  },
} as const satisfies Flags;

export const httpConfigFlag = {
  'http-config': {
    type: 'string',
    complete: 'yaml',
    describe:
      'File with the credentials and TLS settings for the Alertmanager: basic_auth, authorization and tls_config, as for amtool.',
  },
} as const satisfies Flags;
