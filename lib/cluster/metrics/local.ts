import type { IncomingMessage } from 'node:http';
import { answerTo } from '../../kube/http/answer-to.ts';
import { readBeginning } from '../../kube/http/body.ts';
import { CommandError, usageError } from '../../words/errors.ts';
import { masked } from '../../words/masked.ts';
import { oneLine } from '../../words/text.ts';
import { type HttpOptions, headersOf, LIMIT, type PodRequest, type Way } from './ways.ts';

/**
 * A server at an address of the user's own, `http://localhost:9090`, optionally with a path and credentials. Its certificate is
 * checked against the system's authorities, not the cluster's.
 *
 * @throws {CommandError} for an invalid address.
 */
export const local = (text: string): Way => at(text, PROMETHEUS);

/** The servers that a user may have an address of: the flag, its example, and what runs there. */
export interface Addressed {
  flag: string;
  example: string;
  server: string;
}

const PROMETHEUS: Addressed = {
  flag: '--prometheus',
  example: 'http://localhost:9090',
  server: 'Prometheus',
};

/**
 * The same for any server.
 *
 * @param options credentials other than those in the address, and how its certificate is verified.
 */
export function at(text: string, { flag, example, server }: Addressed, options: HttpOptions = {}): Way {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usageError(`invalid value "${masked(text)}" for ${flag}`, `Use an address such as ${example}.`);
  const root = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  const authorization = loginIn(url);
  const given = { ...(authorization !== undefined && { authorization }), ...options };
  return {
    via: root,
    async ask(request, signal) {
      const { method, path } = request;
      const target = { server: root, request: `${method} ${path}` };
      try {
        const response = await send(new URL(`${root}${path}`), request, { options: given, signal });
        return {
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          body: await readBeginning(response, target, { signal, limit: LIMIT }),
        };
      } catch (error) {
        if (error instanceof CommandError) throw error;
        const { code, message } = error as NodeJS.ErrnoException;
        throw new CommandError('api', `error: no response from ${root}: ${oneLine(message || code || '')}`, {
          hint: `Check that ${server} runs there, and that ${flag} includes its path.`,
          cause: error,
        });
      }
    },
    close: () => {},
  };
}

/** The credentials in an address, as the value of the `Authorization` header; undefined without any. */
export const loginIn = ({ username, password }: URL): string | undefined =>
  username === '' ? undefined : basic(`${decoded(username)}:${decoded(password)}`);

/** Unescapes a part of an address; with invalid escapes, it is taken literally. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function send(
  url: URL,
  given: PodRequest,
  { options, signal }: { options: HttpOptions; signal: AbortSignal },
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const { request } = await (isSecure ? import('node:https') : import('node:http'));
  const tls = isSecure ? { ca: await systemAuthorities(), ...options.tls } : {};
  const headers = headersOf(given, options);
  return answerTo(request(url, { method: given.method, headers, signal, agent: false, ...tls }), given.body);
}

/** `user:password` as the value of the `Authorization` header. */
export const basic = (user: string): string => `Basic ${Buffer.from(user).toString('base64')}`;

/** A connection to a cluster makes the cluster's authorities the default of this process, so pass the system's explicitly. */
async function systemAuthorities(): Promise<string[]> {
  const { getCACertificates } = await import('node:tls');
  return [...getCACertificates('bundled'), ...getCACertificates('system'), ...getCACertificates('extra')];
}
