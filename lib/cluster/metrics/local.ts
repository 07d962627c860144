import type { IncomingMessage } from 'node:http';
import { answerTo } from '../../kube/http/answer-to.ts';
import { readBeginning } from '../../kube/http/body.ts';
import { CommandError, usageError } from '../../words/errors.ts';
import { masked } from '../../words/masked.ts';
import { oneLine } from '../../words/text.ts';
import { LIMIT, type Way } from './ways.ts';

/**
 * A server at an address of the user's own, `http://localhost:9090`, optionally with a path and credentials. Its certificate is
 * checked against the system's authorities, not the cluster's.
 *
 * @throws {CommandError} for an invalid address.
 */
export function local(text: string): Way {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usageError(
      `invalid value "${masked(text)}" for --prometheus`,
      'Use an address such as http://localhost:9090.',
    );
  const { username, password } = url;
  const root = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  const user = `${decoded(username)}:${decoded(password)}`;
  const headers = {
    accept: 'application/json',
    ...(username && { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
  };
  return {
    via: root,
    async get(path, signal) {
      const target = { server: root, request: `GET ${path}` };
      try {
        const response = await ask(new URL(`${root}${path}`), headers, signal);
        return {
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          body: await readBeginning(response, target, { signal, limit: LIMIT }),
        };
      } catch (error) {
        if (error instanceof CommandError) throw error;
        const { code, message } = error as NodeJS.ErrnoException;
        throw new CommandError('api', `error: no response from ${root}: ${oneLine(message || code || '')}`, {
          hint: 'Check that Prometheus runs there, and that --prometheus includes its path.',
          cause: error,
        });
      }
    },
    close: () => {},
  };
}

/** Unescapes a part of an address; with invalid escapes, it is taken literally. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function ask(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  const authorities = url.protocol === 'https:' ? await systemAuthorities() : undefined;
  return answerTo(request(url, { headers, signal, agent: false, ...(authorities && { ca: authorities }) }));
}

/** A connection to a cluster makes the cluster's authorities the default of this process, so pass the system's explicitly. */
async function systemAuthorities(): Promise<string[]> {
  const { getCACertificates } = await import('node:tls');
  return [...getCACertificates('bundled'), ...getCACertificates('system'), ...getCACertificates('extra')];
}
