import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAuthority } from './certificates.ts';
import type { TestServer } from './server.ts';

/** The port that what listens in a pod of the tests has there. */
export const POD_PORT = 8080;

/** An address that no other pod of the server has, at which `port` of loopback answers; and how it is given back. */
export function podAddress({ pods }: Pick<TestServer, 'pods'>, port: number): { ip: string; free(): void } {
  for (let index = 1; ; index += 1) {
    const ip = `10.244.${index >> 8}.${index & 255}`;
    const address = `${ip}:${POD_PORT}`;
    if (pods.has(address)) continue;
    pods.set(address, port);
    return { ip, free: () => pods.delete(address) };
  }
}

/** What listens in a pod, at a port of loopback. */
export interface PodListener {
  port: number;
  stop(): Promise<void>;
}

/** Starts what listens in a pod. With `secure` it speaks TLS, under a certificate that nobody knows. */
export async function listenInPod(handler: RequestListener, secure = false): Promise<PodListener> {
  const server = secure
    ? createSecureServer(await (await createAuthority()).serverCertificate(), handler)
    : createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A port of loopback at which nothing listens. */
export async function closedPort(): Promise<number> {
  const { port, stop } = await listenInPod(() => undefined);
  await stop();
  return port;
}
