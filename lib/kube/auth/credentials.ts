import { readGivenFile } from '../../input/given-file.ts';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { UserEntry } from '../config/kubeconfig.ts';

/** The credentials that a request carries. */
export interface Presented {
  /** Value of the `Authorization` header. */
  authorization?: string;
  /** PEM client certificate chain and its key. */
  cert?: string;
  key?: string;
}

/** A user's credentials. Those from a plugin are fetched when they are first presented, and kept. */
export interface Credentials {
  /** @throws {CommandError} if they cannot be obtained. */
  present(signal?: AbortSignal): Promise<Presented>;
  /** After a 401: discards the refused credentials if they can be fetched again. False: the 401 is final. */
  renew(refused: Presented): boolean;
}

/** The credentials in the kubeconfig, flags and files. */
interface StaticCredentials {
  token?: string;
  /** Read at each request, because the kubelet rotates it. Takes precedence over `token`. */
  tokenFile?: string;
  username?: string;
  password?: string;
  cert?: string;
  key?: string;
}

/** Whether these identify the user: then a plugin is not run, as in kubectl. */
export const suffice = ({ token, tokenFile, username, cert }: StaticCredentials): boolean =>
  Boolean(token || tokenFile || username || cert);

/** Credentials that need not be fetched. */
export const staticCredentials = (fixed: StaticCredentials): Credentials => ({
  present: async () => ({ authorization: authorizationOf(fixed), cert: fixed.cert, key: fixed.key }),
  renew: () => false,
});

/** Credentials from a plugin or provider and their expiry (milliseconds since the epoch; undefined: until refused). */
export interface Fetched extends Presented {
  expires?: number;
}

/** Credentials from `fetch`: fetched once for all requests, and again when they expire or are refused. */
export function fetchedCredentials(
  fetch: (signal?: AbortSignal) => Promise<Fetched>,
  now: () => number,
): Credentials {
  let current: Promise<Fetched> | undefined;
  let latest: Fetched | undefined;
  const refresh = (signal?: AbortSignal): Promise<Fetched> => {
    const fetching = fetch(signal).then((fetched) => {
      latest = fetched;
      return fetched;
    });
    // A failure rejects the current callers; later callers try again.
    fetching.catch(() => {
      if (current === fetching) current = undefined;
    });
    current = fetching;
    return fetching;
  };
  return {
    async present(signal) {
      const seen = current ?? refresh(signal);
      const fetched = await seen;
      if (fetched.expires === undefined || fetched.expires > now()) return fetched;
      return current === undefined || current === seen ? refresh(signal) : current;
    },
    renew(refused) {
      if (refused === latest) current = latest = undefined;
      return true;
    },
  };
}

function authorizationOf({ token, tokenFile, username, password }: StaticCredentials): string | undefined {
  const bearer = tokenFile ? readToken(tokenFile, token) : token;
  if (bearer) return `Bearer ${bearer}`;
  if (username) return `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}`;
  return undefined;
}

function readToken(file: string, fallback: string | undefined): string {
  try {
    const token = readGivenFile(file).toString().trim();
    if (token) return token;
    if (fallback) return fallback;
    throw new Error('the file is empty');
  } catch (error) {
    if (fallback) return fallback;
    throw new CommandError(
      'usage',
      `error: unable to read the token file ${oneLine(file)}: ${oneLine((error as Error).message)}`,
      { hint: 'Correct tokenFile of this user in the kubeconfig, or give a token (--token).', cause: error },
    );
  }
}

/** Fields of an auth provider's configuration that are not secret. */
const PUBLIC = /^(client-id|idp-issuer-url|extra-scopes|idp-certificate-authority)/;

/**
 * The secrets among a user's credentials: those in the kubeconfig and the flags, the proxy's password, and those presented
 * last, which may come from a file or a plugin.
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

/** How the name of a field, a flag or an environment variable ends if its value is a secret. */
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
