import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Method } from '../api/types.ts';

/** One request that a proxy lets through: the path exactly as it goes on the wire. */
export interface AllowedRequest {
  method: Method;
  path: string;
}

export interface Gate {
  /** The port that the proxy listens on. */
  port: number;
  /** This run's secret, which every request must carry in `SECRET_HEADER`. */
  secret: string;
  allow: readonly AllowedRequest[];
}

/** The header that carries the secret of a run from its client to its proxy. */
export const SECRET_HEADER = 'x-loopback-secret';

/** What a request's query may say: nothing that changes which object is meant or what is done with it. */
const QUERY = new Set(['dryRun', 'fieldManager', 'fieldValidation']);

interface Knock {
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingHttpHeaders;
}

/**
 * Why a request may not pass, in words for its sender; undefined: it may. The secret keeps out other users of this
 * machine, the Host check keeps out web pages whose name was made to point here, the list keeps our own client to
 * what the procedure needs.
 */
export function refusal(
  { method, url = '', headers }: Knock,
  { port, secret, allow }: Gate,
): string | undefined {
  if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`) {
    return 'the Host header does not name this proxy';
  }
  if (!equal(headers[SECRET_HEADER], secret)) return 'the secret of this run is missing or wrong';
  const at = url.indexOf('?');
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
  if (!allow.some((allowed) => allowed.method === method && allowed.path === path)) {
    return 'this proxy does not forward this method and path';
  }
  const parameters = [...new URLSearchParams(query).keys()];
  const odd = parameters.some((key) => !QUERY.has(key)) || new Set(parameters).size < parameters.length;
  return odd ? 'this proxy does not forward this query' : undefined;
}

/** Compares in a time that does not tell how much of the secret was right. */
function equal(given: string | string[] | undefined, secret: string): boolean {
  const [left, right] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(secret)];
  return left.length === right.length && timingSafeEqual(left, right);
}
