import { readGivenFile } from '../../input/given-file.ts';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { UserEntry } from '../config/kubeconfig.ts';

/** What a request presents so that the server knows the user. */
export interface Presented {
  /** Value of the `Authorization` header. */
  authorization?: string;
  /** PEM client certificate chain and its key. */
  cert?: string;
  key?: string;
}

/** A user's credentials. What has to be fetched (by a plugin) is fetched when it is first presented, and kept. */
export interface Credentials {
  /** @throws {CommandError} where they can't be had. */
  present(signal?: AbortSignal): Promise<Presented>;
  /** After a 401: forgets what was presented, if it can be had anew. False: the server's answer stands. */
  renew(refused: Presented): boolean;
}

/** The static part of a user: what the kubeconfig, flags and files say. */
interface StaticCredentials {
  token?: string;
  /** Read at each request: the kubelet rotates it. Comes before `token`. */
  tokenFile?: string;
  username?: string;
  password?: string;
  cert?: string;
  key?: string;
}

/** Whether these name the user by themselves: then a plugin beside them is not asked, as in kubectl. */
export const suffice = ({ token, tokenFile, username, cert }: StaticCredentials): boolean =>
  Boolean(token || tokenFile || username || cert);

/** Credentials that are there already. */
export const staticCredentials = (fixed: StaticCredentials): Credentials => ({
  present: async () => ({ authorization: authorizationOf(fixed), cert: fixed.cert, key: fixed.key }),
  renew: () => false,
});

/** What a plugin or provider gave, and until when it holds (milliseconds since the epoch; undefined: until refused). */
export interface Fetched extends Presented {
  expires?: number;
}

/** Credentials that `fetch` gets: once for all requests, again when they expire, and once more when they are refused. */
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
    // A failure is told to those who wait for it now; who comes later tries again.
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
