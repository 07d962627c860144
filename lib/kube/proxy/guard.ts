import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Method } from '../api/types.ts';

/** One request that the proxy forwards; the path exactly as it is sent. */
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

/** The header that carries the run's secret from the client to the proxy. */
export const SECRET_HEADER = 'x-loopback-secret';

/** The allowed query parameters: none changes which object is meant or what is done with it. */
const QUERY = new Set(['dryRun', 'fieldManager', 'fieldValidation']);

interface Knock {
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingHttpHeaders;
}

/**
 * Why a request is not forwarded; undefined: it is. The secret keeps out other users of this machine, the Host check keeps out
 * web pages by DNS rebinding, and the list limits our own client to what the procedure needs.
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

/** Compares in constant time. */
function equal(given: string | string[] | undefined, secret: string): boolean {
  const [left, right] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(secret)];
  return left.length === right.length && timingSafeEqual(left, right);
}
