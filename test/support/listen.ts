import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAuthority, type KeyPair } from './certificates.ts';

/** A server at a port of loopback. */
export interface Listener {
  port: number;
  /** Cuts what is under way, and ends it. */
  stop(): Promise<void>;
}

/** Starts one on a free port. With `secure` it speaks TLS, with this certificate or an unknown one. */
export async function listen(handler: RequestListener, secure: boolean | KeyPair = false): Promise<Listener> {
  const certificate = secure === true ? await (await createAuthority()).serverCertificate() : secure;
  const server = certificate ? createSecureServer(certificate, handler) : createServer(handler);
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
