import { rmSync, writeFileSync } from 'node:fs';
import { isMap, isSeq, parseDocument } from 'yaml';
import { readGivenFile } from '../../input/given-file.ts';
import { parseJson } from '../../input/json.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { fileOrData } from '../config/server.ts';
import { agentFor, environmentProxy } from '../http/agent.ts';
import { readText } from '../http/body.ts';
import { exchangeOnce } from '../http/transport.ts';
import type { Fetched } from './credentials.ts';

interface OidcHost {
  env: Record<string, string | undefined>;
  now(): number;
  warn(text: string): void;
  /** The user entry's name and its kubeconfig file, where renewed tokens are saved. */
  user: string;
  file: string | undefined;
  signal?: AbortSignal;
}

/** The `config` of a kubeconfig's auth provider `oidc`. */
type Config = Record<string, string>;

/**
 * The ID token of a kubeconfig's OpenID Connect login, renewed with the refresh token if it has expired. Renewed tokens are
 * saved, as in kubectl: an issuer may accept each refresh token only once.
 */
export async function fetchIdToken(config: Config, host: OidcHost): Promise<Fetched> {
  const current = config['id-token'] ?? '';
  const expires = expiryOf(current);
  if (current && expires > host.now()) return { authorization: `Bearer ${current}`, expires };
  const renewed = await renew(config, host);
  Object.assign(config, renewed);
  if (host.file) await saveTokens({ file: host.file, user: host.user, changes: renewed }, host.warn);
  const token = renewed['id-token'];
  return { authorization: `Bearer ${token}`, expires: expiryOf(token) };
}

/** When a token expires, in milliseconds since the epoch; 0 if unknown. */
function expiryOf(token: string): number {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof claims?.exp === 'number' ? claims.exp * 1000 : 0;
  } catch {
    return 0;
  }
}

/** New tokens, which replace those in the configuration. */
async function renew(config: Config, host: OidcHost): Promise<{ 'id-token': string }> {
  const { 'idp-issuer-url': issuer = '', 'client-id': id, 'client-secret': secret = '' } = config;
  const refresh = config['refresh-token'];
  if (!refresh) throw failed('No valid id-token, and cannot refresh without refresh-token');
  if (!URL.canParse(issuer) || !id)
    throw failed('No valid id-token, and no idp-issuer-url and client-id to renew it');
  const authority = {
    'certificate-authority': config['idp-certificate-authority'],
    'certificate-authority-data': config['idp-certificate-authority-data'],
  };
  const ca = fileOrData(authority, 'certificate-authority', host.user);
  const about = await send(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, { ca, host });
  const endpoint = textIn(about.body, 'token_endpoint');
  if (about.code !== 200 || !URL.canParse(endpoint))
    throw failed(`${issuer} is not an OpenID Connect issuer`);
  const form = { grant_type: 'refresh_token', refresh_token: refresh };
  const login = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64');
  let answer = await send(endpoint, { ca, host, form, authorization: `Basic ${login}` });
  if (answer.code === 400 || answer.code === 401) {
    // Some issuers want the client's credentials in the form. If the header was accepted, the first error is the real one.
    const refused = answer;
    answer = await send(endpoint, { ca, host, form: { ...form, client_id: id, client_secret: secret } });
    if (answer.code !== 200 && textIn(refused.body, 'error') !== 'invalid_client') answer = refused;
  }
  if (answer.code !== 200)
    throw failed(`${issuer} refused to renew the token: ${textIn(answer.body, 'error') || answer.code}`);
  const [token, next] = [textIn(answer.body, 'id_token'), textIn(answer.body, 'refresh_token')];
  if (!token) throw failed(`${issuer} renewed the login without an ID token`);
  return { 'id-token': token, ...(next && { 'refresh-token': next }) };
}

function textIn(body: Answer['body'], field: string): string {
  const value = body[field];
  return typeof value === 'string' ? value : '';
}

interface Ask {
  ca: string | undefined;
  host: OidcHost;
  form?: Record<string, string>;
  authorization?: string;
}

interface Answer {
  code: number;
  body: Record<string, unknown>;
}

/** The limit for one response of an issuer, in milliseconds. */
const LIMIT = 30_000;

async function send(address: string, { ca, host, form, authorization }: Ask): Promise<Answer> {
  const url = new URL(address);
  const proxy = environmentProxy(url, host.env);
  const agent = await agentFor({ server: url.origin, proxy, tls: { ca, rejectUnauthorized: true } }, {});
  const exchange = {
    method: form ? 'POST' : 'GET',
    path: url.pathname + url.search,
    headers: {
      Accept: 'application/json',
      ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...(authorization && { Authorization: authorization }),
    },
    body: form && new URLSearchParams(form).toString(),
    signal: host.signal,
  };
  const target = { server: url.origin, request: `${exchange.method} ${url.pathname}` };
  try {
    const response = await exchangeOnce(url.origin, exchange, { agent, timeLimit: LIMIT });
    const body = fieldsOf(parseJson(await readText(response, target, host.signal))) ?? {};
    return { code: response.statusCode ?? 0, body };
  } catch (error) {
    if (error instanceof CommandError && error.kind === 'aborted') throw error;
    throw failed(`${url.origin}: ${(error as Error).message}`, error);
  } finally {
    agent.destroy();
  }
}

const failed = (why: string, cause?: unknown): CommandError =>
  new CommandError('api', `Unable to connect to the server: getting credentials: ${oneLine(why)}`, {
    hint: 'Log in again to get a new id-token and refresh-token.',
    cause,
  });

interface Renewal {
  /** The kubeconfig file and the user in it. */
  file: string;
  user: string;
  /** New values of `auth-provider.config`. */
  changes: Record<string, string>;
}

/**
 * Writes renewed tokens to the kubeconfig, as kubectl does, under kubectl's lock (`FILE.lock`), and changes nothing else in the
 * file. If it cannot, it warns, and the run continues with the tokens in memory. It is synchronous, so that a signal that ends
 * the process leaves neither a lock nor a partial file.
 */
export async function saveTokens(
  { file, user, changes }: Renewal,
  warn: (text: string) => void,
): Promise<void> {
  const lock = `${file}.lock`;
  try {
    writeFileSync(lock, '', { flag: 'wx', mode: 0o600 });
    try {
      const document = parseDocument(readGivenFile(file).toString());
      const users = document.get('users');
      const index = isSeq(users)
        ? users.items.findIndex((item) => isMap(item) && item.get('name') === user)
        : -1;
      if (index < 0) throw new Error(`user ${user} is no longer in it`);
      for (const [key, value] of Object.entries(changes)) {
        document.setIn(['users', index, 'user', 'auth-provider', 'config', key], value);
      }
      writeFileSync(file, document.toString({ lineWidth: 0 }));
    } finally {
      rmSync(lock, { force: true });
    }
  } catch (error) {
    const why = oneLine((error as Error).message);
    warn(`the renewed login of ${oneLine(user)} could not be saved to ${oneLine(file)}: ${why}`);
  }
}
