import { execPath } from 'node:process';
import { type Form, fromUser, put } from '../../support/forms/form.ts';

/**
 * Forms that have the packed file load what almost no kubeconfig needs, a JSONPath interpreter: a cloud's provider whose
 * token has run out, and is where a query finds it in what a command prints.
 */
export const providerForms: Form[] = ['azure', 'gcp'].map((name) =>
  fromUser(`auth provider ${name}, whose token has to be renewed`, async (server, folder) => {
    const printed = { credential: { token: server.admin.token, expiry: '2100-01-01T00:00:00Z' } };
    const command = await put(
      folder,
      'command.mjs',
      `console.log(${JSON.stringify(JSON.stringify(printed))});`,
    );
    return {
      'auth-provider': {
        name,
        config: {
          'access-token': 'run out',
          expiry: '2001-01-01T00:00:00Z',
          'cmd-path': execPath,
          'cmd-args': command,
          'token-key': '{.credential.token}',
          'expiry-key': '{.credential.expiry}',
        },
      },
    };
  }),
);
