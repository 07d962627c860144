import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAuthority } from './certificates.ts';
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

export interface RelayOptions {
  /** Awaited before a request is sent on. `'reset'` closes its connection instead. */
  before?(request: Passed): Promise<'reset' | undefined> | 'reset' | undefined;
  /** Awaited when the server has answered, before the answer is sent back. `'reset'` closes the connection instead. */
  after?(request: Passed): Promise<'reset' | undefined> | 'reset' | undefined;
}

/** A TLS server of its own between a client and an API server, where a test sees and disturbs what goes through. */
export interface Relay {
  /** The same user at the relay's address. */
  endpoint(of: Endpoint): Endpoint;
  passed: readonly Passed[];
  stop(): Promise<void>;
}

export async function startRelay(upstream: Endpoint, { before, after }: RelayOptions = {}): Promise<Relay> {
  const authority = await createAuthority();
  const agent = new https.Agent({ keepAlive: true, ca: upstream.ca });
  const passed: Passed[] = [];
  const server = https.createServer(await authority.serverCertificate(), async (incoming, outgoing) => {
    let body = '';
    incoming.setEncoding('utf8');
    for await (const chunk of incoming) body += chunk;
    const { method = '', url: path = '', headers } = incoming;
    const request = { number: passed.length + 1, method, path, headers, body };
    passed.push(request);
    if ((await before?.(request)) === 'reset') return incoming.socket.destroy();
    const { host: _host, ...others } = headers;
    const onward = https.request(upstream.url + path, { method, headers: others, agent }, async (answer) => {
      if ((await after?.(request)) === 'reset') return incoming.socket.destroy();
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    outgoing.once('close', () => outgoing.writableFinished || onward.destroy());
    onward.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: (of) => ({ ...of, url: `https://127.0.0.1:${port}`, ca: authority.ca }),
    passed,
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
