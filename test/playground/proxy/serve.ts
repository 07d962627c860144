import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { RequestInfo, ResourcePath } from '../http/request-info.ts';
import { type Exchange, head } from '../http/respond.ts';
import type { Store } from '../objects/store.ts';
import { type Location, locate, locatePod, unavailable } from './locate.ts';

interface ProxyRequest {
  exchange: Exchange;
  info: RequestInfo;
  path: ResourcePath;
  store: Store;
  pods: ReadonlyMap<string, number>;
}

/**
 * Passes a request on to a pod, or to one behind a service, and its answer back as it is: pages and redirects are not
 * rewritten. Refusals are thrown.
 */
export async function serveProxy({ exchange, info, path, store, pods }: ProxyRequest): Promise<void> {
  const { request, response } = exchange;
  const find = path.plural === 'pods' ? locatePod : locate;
  const location = find(store, path.namespace, path.name);
  if (info.below === '' && (request.method === 'GET' || request.method === 'HEAD')) {
    head(exchange);
    response.writeHead(301, { location: `${info.path}/${queryOf(request)}` }).end();
    return;
  }
  const answer = await ask(exchange, info, { location, pods });
  head(exchange);
  response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
  answer.pipe(response);
  answer.once('error', () => response.destroy());
}

interface Destination {
  location: Location;
  pods: ReadonlyMap<string, number>;
}

function ask(
  { request, response }: Exchange,
  { path, below }: RequestInfo,
  { location: { secure, ip, port }, pods }: Destination,
): Promise<IncomingMessage> {
  const address = `${ip.includes(':') ? `[${ip}]` : ip}:${port}`;
  const loopback = pods.get(address);
  if (loopback === undefined) throw unreached(`dial tcp ${address}: connect: no route to host`);
  const start = secure ? https.request : http.request;
  return new Promise((resolve, reject) => {
    const outgoing = start({
      host: '127.0.0.1',
      port: loopback,
      method: request.method,
      path: encoded(below) + queryOf(request),
      headers: {
        ...passedOn(request.headers),
        'x-forwarded-for': request.socket.remoteAddress,
        'x-forwarded-uri': encoded(path),
      },
      agent: false,
      rejectUnauthorized: false,
    });
    outgoing.once('response', resolve);
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      reject(unreached(failures[error.code ?? '']?.(address) ?? error.message)),
    );
    response.once('close', () => outgoing.destroy());
    request.pipe(outgoing);
  });
}

const encoded = (path: string): string => encodeURI(path).replaceAll(/[?#]/g, encodeURIComponent);

/** The query as it came, with its question mark. */
const queryOf = ({ url = '' }: IncomingMessage): string => /\?.*$/.exec(url)?.[0] ?? '';

const unreached = (why: string) => unavailable(`error trying to reach service: ${why}`);

/** Failures of a connection in Go's words. */
const failures: Record<string, (address: string) => string> = {
  ECONNREFUSED: (address) => `dial tcp ${address}: connect: connection refused`,
  ECONNRESET: () => 'EOF',
};

/** What concerns one connection alone, or is for the API server alone, is not passed on. */
const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.test(name)));

const NOT_PASSED_ON =
  /^(authorization|impersonate-.*|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;
