import type { EnvValue, UiPod } from '../../dashboards/export/ui-pod.ts';
import { isForbidden, isNotFound } from '../../kube/api/errors.ts';
import { collectionPath, pathPart } from '../../kube/api/object-name.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { basic } from '../metrics/local.ts';

/** Credentials for a dashboard UI. Never shown. */
export interface Login {
  /** Value of the `Authorization` header. */
  authorization: string;
  /** Where they come from, in words: `Secret monitoring/grafana`. */
  source: string;
  /** Texts that nothing may show. */
  secrets: string[];
}

/**
 * The administrator's credentials that the pod of a UI is given.
 *
 * @throws {CommandError} if a Secret with them cannot be read, or does not have them.
 */
export async function readLogin(
  client: KubeClient,
  namespace: string,
  { user, password }: NonNullable<UiPod['login']>,
): Promise<Login> {
  const secrets = new Map<string, Promise<Record<string, unknown>>>();
  const read = async (value: EnvValue): Promise<string> => {
    if ('text' in value) return value.text;
    const { secret, key } = value;
    const data = secrets.get(secret) ?? dataOf(client, namespace, secret);
    secrets.set(secret, data);
    const encoded = (await data)[key];
    if (typeof encoded !== 'string')
      throw unread(`Secret ${namespace}/${oneLine(secret)} has no key ${oneLine(key)}`);
    return Buffer.from(encoded, 'base64').toString();
  };
  const given = await read(password);
  const authorization = basic(`${await read(user)}:${given}`);
  const source =
    'secret' in password ? `Secret ${namespace}/${oneLine(password.secret)}` : 'the environment of its pod';
  return { authorization, source, secrets: secretsOf(authorization, given) };
}

/** What a text must not have in it, with credentials: the longest first. */
export function secretsOf(authorization: string | undefined, password = ''): string[] {
  const [, credentials = ''] = authorization?.split(' ') ?? [];
  const login = Buffer.from(credentials, 'base64').toString();
  const own = password || (authorization?.startsWith('Basic ') ? login.slice(login.indexOf(':') + 1) : '');
  // Without spaces as well: a file with a password often ends in a line break, which is left out where it is shown.
  const plain = [credentials, own, own.trim()];
  const encoded = plain.flatMap((text) =>
    (['base64', 'base64url'] as const).map((form) => Buffer.from(text).toString(form)),
  );
  const unpadded = [credentials, ...encoded].map((text) => text.replace(/=+$/, ''));
  const all = new Set([
    ...plain,
    ...encoded,
    ...unpadded,
    credentials.replaceAll('+', '-').replaceAll('/', '_'),
  ]);
  // A short one may be a part of a long one.
  return [...all].filter((text) => text !== '').toSorted((one, other) => other.length - one.length);
}

async function dataOf(client: KubeClient, namespace: string, name: string): Promise<Record<string, unknown>> {
  const path = `${collectionPath('/api/v1', 'secrets', namespace)}/${pathPart(name)}`;
  try {
    const object = await client.send<KubeObject>({ method: 'GET', path });
    return fieldsOf(fieldsOf(object)?.data) ?? {};
  } catch (error) {
    const what = `Secret ${namespace}/${oneLine(name)}, which has the credentials of the dashboard UI`;
    if (isForbidden(error)) throw unread(`you are not allowed to read ${what}`);
    if (isNotFound(error)) throw unread(`there is no ${what}`);
    throw error;
  }
}

const unread = (reason: string): CommandError =>
  new CommandError('api', `error: ${reason}`, { hint: CREDENTIALS });

/** How credentials are given. */
export const CREDENTIALS =
  'Give credentials for the dashboard UI with --http-config FILE: basic_auth, or authorization with the token of a service account.';
