import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';

/**
 * TLS to a pod over a forwarded connection, which ends with it and with whose failure it fails. Nobody vouches for a pod's
 * certificate: the API server's own proxy asks for no proof of it either.
 */
export function overTls(stream: Duplex): Duplex {
  const socket = connect({ socket: stream, rejectUnauthorized: false });
  stream.once('error', (error) => socket.destroy(error));
  return socket.once('close', () => stream.destroy());
}
