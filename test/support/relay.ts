import type { IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createAuthority, type KeyPair } from './certificates.ts';
import type { Endpoint } from './server.ts';

/** One request as it passed a relay. */
export interface Passed {
  /** 1 for the first one. */
  number: number;
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** An answer that does not come from the server behind a relay. */
export interface OwnAnswer {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body: object;
}

/** A request that is passed on with another body: what admission makes of it, as far as the sender can tell. */
export interface Rewritten {
  rewritten: string;
}

/**
 * What a relay does instead of passing a request on, or its answer back. `'reset'`: the connection is closed;
 * `'silence'`: nothing is ever answered; `'truncate'`, of the server's answer alone: half of what comes first of its
 * body, then the connection is closed. A function answers by itself, with the server's answer where there is one.
 */
export type Interference = 'reset' | 'silence' | 'truncate' | OwnAnswer | Rewritten | Play;

export type Play = (outgoing: ServerResponse, answer?: IncomingMessage) => unknown;

type Hook = (
  request: Passed,
  /** What the server has answered, once it has. */
  status?: number,
) => Promise<Interference | undefined> | Interference | undefined;

export interface RelayOptions {
  /** Awaited before a request is sent on; what it gives is done instead. */
  before?: Hook;
  /** Awaited when the server has answered, before the answer is sent back; what it gives is done instead. */
  after?: Hook;
}

/** A TLS server of its own between a client and an API server, where a test sees and disturbs what goes through. */
export interface Relay {
  /** The same user at the relay's address. */
  endpoint(of: Endpoint): Endpoint;
  passed: readonly Passed[];
  stop(): Promise<void>;
}

/** Milliseconds that an idle connection stays open, as on an API server: clients close one long before. */
const IDLE = 180_000;

export async function startRelay(upstream: Endpoint, { before, after }: RelayOptions = {}): Promise<Relay> {
  const { ca, certificate } = await identity();
  const agent = new https.Agent({ keepAlive: true, ca: upstream.ca });
  const passed: Passed[] = [];
  const options = { ...certificate, keepAliveTimeout: IDLE };
  const server = https.createServer(options, async (incoming, outgoing) => {
    const body = await bodyOf(incoming);
    if (body === undefined) return;
    const { method = '', url: path = '', headers } = incoming;
    const request = { number: passed.length + 1, method, path, headers, body };
    passed.push(request);
    const instead = await before?.(request);
    const isRewritten = typeof instead === 'object' && 'rewritten' in instead;
    if (instead && !isRewritten) return interfere(instead, outgoing);
    const { host: _host, ...others } = headers;
    const sent = isRewritten ? instead.rewritten : body;
    if (others['content-length'] !== undefined) others['content-length'] = String(Buffer.byteLength(sent));
    const onward = https.request(upstream.url + path, { method, headers: others, agent }, async (answer) => {
      const instead = await after?.(request, answer.statusCode);
      if (instead) return interfere(instead, outgoing, answer);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    outgoing.once('close', () => outgoing.writableFinished || onward.destroy());
    onward.end(sent);
  });
  // Also those whose handshake is under way, of which the server itself does not know yet.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: (of) => ({ ...of, url: `https://127.0.0.1:${port}`, ca }),
    passed,
    stop: async () => {
      agent.destroy();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

let made: Promise<{ ca: string; certificate: KeyPair }> | undefined;

/** What all relays of this process are known by: keys take longer to make than a relay lives. */
function identity(): NonNullable<typeof made> {
  made ??= createAuthority().then(async ({ ca, serverCertificate }) => ({
    ca,
    certificate: await serverCertificate(),
  }));
  return made;
}

/** Undefined where the sender is gone before it has sent all. */
async function bodyOf(incoming: IncomingMessage): Promise<string | undefined> {
  let body = '';
  incoming.setEncoding('utf8');
  try {
    for await (const chunk of incoming) body += chunk;
    return body;
  } catch {
    return undefined;
  }
}

function interfere(how: Interference, outgoing: ServerResponse, answer?: IncomingMessage): void {
  if (typeof how === 'function') how(outgoing, answer);
  else if (how === 'truncate' && answer) truncate(answer, outgoing);
  else if (typeof how === 'object' && 'status' in how) {
    outgoing.writeHead(how.status, { 'content-type': 'application/json', ...how.headers });
    outgoing.end(JSON.stringify(how.body));
  } else if (how !== 'silence') outgoing.socket?.destroy();
}

function truncate(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  const cut = () => outgoing.socket?.destroy();
  answer.once('data', (first: Buffer) => {
    answer.destroy();
    outgoing.write(first.subarray(0, first.length / 2), cut);
  });
  answer.once('end', cut);
  // Waiting for the first of its events, a watch is open all the same.
  outgoing.flushHeaders();
}
