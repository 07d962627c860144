import { parseArgs } from 'node:util';
import type { ConnectionFlags } from '../../../../lib/kube/config/connection.ts';

const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true } as const;
const yes = { type: 'boolean' } as const;

/** kubectl's connection flags out of the words that a form gives. */
export function readFlags(args: readonly string[]): ConnectionFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kubeconfig: text,
      context: text,
      cluster: text,
      user: text,
      namespace: { ...text, short: 'n' },
      server: { ...text, short: 's' },
      'tls-server-name': text,
      'insecure-skip-tls-verify': yes,
      'certificate-authority': text,
      'request-timeout': text,
      'client-certificate': text,
      'client-key': text,
      token: text,
      as: text,
      'as-uid': text,
      'as-group': list,
      'as-user-extra': list,
      'cache-dir': text,
      'disable-compression': yes,
    },
  });
  const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [camel(name), value]));
}
