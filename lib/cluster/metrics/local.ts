import type { IncomingMessage } from 'node:http';
import { answerTo } from '../../kube/http/answer-to.ts';
import { readBeginning } from '../../kube/http/body.ts';
import { CommandError, usageError } from '../../words/errors.ts';
import { masked } from '../../words/masked.ts';
import { oneLine } from '../../words/text.ts';
import { LIMIT, type Way } from './ways.ts';

/**
 * A server at an address of a person's own, `http://localhost:9090`, possibly with a path and with a user's name and password.
 * Who runs it vouches for its certificate by the system's authorities, not by those of the cluster.
 *
 * @throws {CommandError} where the text is no such address.
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

/** A part of an address without its escapes; one with broken escapes is meant as it stands. */
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

/** A connection to a cluster makes that cluster's authorities the default ones of this process. */
async function systemAuthorities(): Promise<string[]> {
  const { getCACertificates } = await import('node:tls');
  return [...getCACertificates('bundled'), ...getCACertificates('system'), ...getCACertificates('extra')];
}
