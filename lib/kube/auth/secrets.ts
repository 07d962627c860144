import type { UserEntry } from '../config/kubeconfig-entries.ts';
import type { Presented } from './credentials.ts';

/** Fields of an auth provider's configuration that say nothing about the user. */
const PUBLIC = /^(client-id|idp-issuer-url|extra-scopes|idp-certificate-authority)/;

/**
 * What must never be shown of a user's credentials: what the kubeconfig and the flags hold, the login of a proxy, and
 * what was presented last, which may have come from a file or a plugin.
 */
export function secretsOf(
  { token, password, exec, ...user }: UserEntry,
  proxy: string | undefined,
  { authorization = '', key }: Presented,
): string[] {
  const provider = Object.entries(user['auth-provider']?.config ?? {});
  return [
    token,
    password,
    user['client-key-data'],
    key,
    authorization.slice(authorization.indexOf(' ') + 1),
    proxyPassword(proxy),
    ...provider.filter(([name]) => !PUBLIC.test(name)).map(([, value]) => String(value)),
    ...(exec?.env ?? []).filter(({ name = '' }) => SECRET_NAME.test(name)).map(({ value }) => value),
  ].flatMap((secret) => secret || []);
}

/** What the name of a field, a flag or an environment variable ends with where its value is a secret. */
const SECRET_NAME =
  /(token|password|passwd|passphrase|secret|credentials?|(api|access|private|client)[-_]?key)([-_]?data)?$/i;

function proxyPassword(proxy: string | undefined): string | undefined {
  const password = proxy === undefined ? undefined : URL.parse(proxy)?.password;
  if (!password) return undefined;
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
