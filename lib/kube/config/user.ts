import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { type Credentials, fetchedCredentials, staticCredentials, suffice } from '../auth/credentials.ts';
import { type ExecCluster, type ExecHost, execFault, runExecPlugin } from '../auth/exec-plugin.ts';
import type { UserEntry } from './kubeconfig-entries.ts';
import { fileOrData } from './server.ts';

interface UserContext {
  /** The user entry's name, for messages. */
  name: string;
  /** What a plugin is told of the cluster. */
  info: ExecCluster;
  host: ExecHost & { warn(text: string): void; now(): number };
}

/** The credential plugins that took the place of auth providers which kubectl had. */
const SUCCESSORS: Record<string, string> = { azure: 'kubelogin', gcp: 'gke-gcloud-auth-plugin' };

/**
 * The credentials of a kubeconfig's user. What it holds itself comes before its plugin, as in kubectl.
 *
 * @throws {CommandError} for an entry that contradicts itself or names files that can't be read.
 */
export function userCredentials(user: UserEntry, { name, info, host }: UserContext): Credentials {
  const fault = faultOf(user, name);
  if (fault) {
    throw new CommandError('usage', `error: ${oneLine(fault)}`, {
      mend: 'Correct this user in the kubeconfig, or choose another one (--user, --token).',
    });
  }
  const { token, tokenFile, username, password, exec } = user;
  const cert = fileOrData(user, 'client-certificate', name);
  const key = fileOrData(user, 'client-key', name);
  const fixed = Object.fromEntries(
    Object.entries({ token, tokenFile, username, password, cert, key }).filter(([, value]) => value),
  );
  if (suffice(fixed)) return staticCredentials(fixed);
  if (exec) {
    const run = (signal?: AbortSignal) => runExecPlugin(exec, info, { ...host, ...(signal && { signal }) });
    return fetchedCredentials(run, host.now);
  }
  const provider = user['auth-provider'];
  if (provider) {
    return fetchedCredentials(async (signal) => {
      const { fetchIdToken } = await import('../auth/oidc.ts');
      return fetchIdToken(provider.config ?? {}, {
        ...host,
        user: name,
        file: user.file,
        ...(signal && { signal }),
      });
    }, host.now);
  }
  return staticCredentials({});
}

/** What is wrong with a user entry, in kubectl's words; undefined: nothing. */
function faultOf(user: UserEntry, name: string): string | undefined {
  const methods = [(user.token || user.tokenFile) && 'token', user.username && 'basicAuth'].filter(Boolean);
  if (methods.length > 1) {
    return `more than one authentication method found for ${name}; found [${methods.join(' ')}], only one is allowed`;
  }
  const cert = user['client-certificate'] || user['client-certificate-data'];
  const key = user['client-key'] || user['client-key-data'];
  if (cert && !key) {
    return `client-key-data or client-key must be specified for ${name} to use the clientCert authentication method.`;
  }
  if (user.exec && user['auth-provider']) {
    return `authProvider cannot be provided in combination with an exec plugin for ${name}`;
  }
  if (user.exec) return execFault(user.exec, name);
  const { name: provider = '' } = user['auth-provider'] ?? { name: 'oidc' };
  if (Object.hasOwn(SUCCESSORS, provider)) {
    return `the ${provider} auth provider has been removed; use the credential plugin ${SUCCESSORS[provider]} instead`;
  }
  return provider === 'oidc' ? undefined : `no Auth Provider found for name "${provider}"`;
}
