import { createHash } from 'node:crypto';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

/** One loopback server that stands for every image host there is: it tells them apart by the `Host` header. */
export interface ImageServer {
  port: number;
  /** Where it stands for the host `httpd-http` alone, by whatever name it is asked: as the pod behind that service. */
  servicePort: number;
  /** Addresses of the images that exist. Adding or deleting one takes effect with the next request. */
  images: Set<string>;
  /** Requests the headers of `url`, as a client that resolves its host to this server; returns the HTTP status. */
  head(url: string, signal?: AbortSignal): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts the image server. Each of `files` (absolute http URLs) answers GET and HEAD with 200, and so does its
 * checksum file, the address with `.md5sum` behind it. All else is 404, as from a host that took over the address.
 */
export async function startImageServer(files: Iterable<string>): Promise<ImageServer> {
  const images = new Set(files);
  // Connections beyond what a server accepts at once are reset: thousands of hosts ask for their images together.
  const agent = new Agent({ maxSockets: 64 });
  const [every, service] = await Promise.all([
    listen((incoming, response) => answer(images, incoming, { host: incoming.headers.host, response })),
    listen((incoming, response) => answer(images, incoming, { host: SERVICE, response })),
  ]);
  return {
    port: every.port,
    servicePort: service.port,
    images,
    head: (url, signal) => head({ port: every.port, agent }, url, signal),
    async stop() {
      agent.destroy();
      await Promise.all([every.stop(), service.stop()]);
    },
  };
}

/** The host that images are really at. */
const SERVICE = 'httpd-http';

const SUM = '.md5sum';

function answer(
  images: Set<string>,
  { method, url }: IncomingMessage,
  { host, response }: { host: string | undefined; response: ServerResponse },
): void {
  const body = bodyOf(images, `http://${host}${url}`);
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
  } else if (body === undefined) {
    response.writeHead(404).end();
  } else {
    response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
    response.end(method === 'GET' ? body : undefined);
  }
}

function bodyOf(images: Set<string>, url: string): string | undefined {
  if (images.has(url)) return content(url);
  const image = url.endsWith(SUM) ? url.slice(0, -SUM.length) : '';
  if (!images.has(image)) return undefined;
  const sum = createHash('md5').update(content(image)).digest('hex');
  return `${sum}  ${image.slice(image.lastIndexOf('/') + 1)}\n`;
}

const content = (url: string): string => `the image at ${url}\n`;

function head(
  { port, agent }: { port: number; agent: Agent },
  url: string,
  signal?: AbortSignal,
): Promise<number> {
  const { host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port,
        method: 'HEAD',
        path: pathname + search,
        headers: { host },
        agent,
        ...(signal && { signal }),
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    )
      .on('error', reject)
      .end();
  });
}
