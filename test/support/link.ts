import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Endpoint } from './server.ts';

/** A slow network between a client and an API server: whatever bytes go through it, TLS handshakes too, take their time. */
export interface Link {
  /** The same user at this end of the link. */
  endpoint(of: Endpoint): Endpoint;
  stop(): Promise<void>;
}

/** @param latency of each direction, in milliseconds; a connection is accepted without it. */
export async function startLink(upstream: Pick<Endpoint, 'url'>, latency: number): Promise<Link> {
  const { hostname, port } = new URL(upstream.url);
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.once('close', () => open.delete(from));
      carry(from, to, latency);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = server.address() as AddressInfo;
  return {
    endpoint: (of) => ({ ...of, url: `https://127.0.0.1:${own.port}` }),
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function carry(from: Socket, to: Socket, latency: number): void {
  const later = inOrder(latency);
  from.on('data', (bytes) => later(() => to.write(bytes)));
  from.on('end', () => later(() => to.end()));
  from.on('close', () => later(() => to.destroy()));
  from.on('error', () => {});
}

/** Does each act `latency` milliseconds after it was given, in the order in which they were. */
function inOrder(latency: number): (act: () => void) => void {
  const acts: { due: number; act(): void }[] = [];
  const pump = (): void => {
    while (acts[0] && acts[0].due <= performance.now()) acts.shift()?.act();
    if (!acts[0]) return;
    const left = acts[0].due - performance.now();
    // A timer is up to a millisecond late: the end of a wait goes by turns of the event loop.
    if (left > 2) setTimeout(pump, left - 2);
    else setImmediate(pump);
  };
  return (act) => {
    acts.push({ due: performance.now() + latency, act });
    if (acts.length === 1) pump();
  };
}
