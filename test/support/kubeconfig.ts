import { rm, writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import type { Endpoint } from './server.ts';

export interface KubeconfigNames {
  /** Name of the user entry; `admin` when absent. */
  user?: string;
  /** Name of the context and of the cluster entry; `test` when absent. */
  context?: string;
  /** The context's namespace; none, that is `default`, when absent. */
  namespace?: string;
}

/**
 * Writes a kubeconfig whose only context is this endpoint, with the CA and the credential (token or client
 * certificate) inside. The file holds secrets: it is created again, readable only by its owner.
 */
export async function writeKubeconfig(
  file: string,
  endpoint: Endpoint,
  names: KubeconfigNames = {},
): Promise<void> {
  await rm(file, { force: true });
  await writeFile(file, kubeconfig(endpoint, names), { mode: 0o600, flag: 'wx' });
}

/** The text that `writeKubeconfig` writes. */
export function kubeconfig(
  { url, ca, token, cert, key }: Endpoint,
  { user = 'admin', context = 'test', namespace }: KubeconfigNames = {},
): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': context,
    clusters: [{ name: context, cluster: { server: url, 'certificate-authority-data': base64(ca) } }],
    users: [
      {
        name: user,
        user: {
          ...(token !== undefined && { token }),
          ...(cert !== undefined && { 'client-certificate-data': base64(cert) }),
          ...(key !== undefined && { 'client-key-data': base64(key) }),
        },
      },
    ],
    contexts: [{ name: context, context: { cluster: context, user, ...(namespace && { namespace }) } }],
  });
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
