import { Duplex } from 'node:stream';
import type { Socket } from './socket.ts';

/**
 * The protocol by which a kubelet forwards ports over a websocket: the first byte of each message is its channel. Of the
 * n-th port, 2n is data and 2n + 1 is what went wrong; the first two bytes on each are the port.
 */
export const PROTOCOL = 'v4.channel.k8s.io';

const DATA = 0;
const ERROR = 1;
const PORT_BYTES = 2;

/** What the node of the pod said instead of forwarding. */
export class ForwardFailure extends Error {}

/** The connection ended without a word, or with one that is none of the protocol. */
class ForwardCut extends Error {}

/**
 * The bytes of the one port that a websocket forwards. It is destroyed with a `ForwardFailure` or a `ForwardCut`; its
 * end is the end of the websocket, which has no half of it to close.
 */
export function forwardedStream(socket: Socket): Duplex {
  const unread = [PORT_BYTES, PORT_BYTES];
  const stream = new Duplex({
    allowHalfOpen: false,
    read: () => socket.resume(),
    write(chunk: Buffer, _encoding, done) {
      socket.send(Buffer.concat([Buffer.of(DATA), chunk]), done);
    },
    destroy(error, done) {
      socket.terminate();
      done(error);
    },
  });
  socket.on('message', (message, isBinary) => {
    const channel = isBinary ? message[0] : undefined;
    const left = unread[channel ?? -1];
    if (channel === undefined || left === undefined) {
      stream.destroy(new ForwardCut('a message that is none of the protocol'));
      return;
    }
    const content = message.subarray(1);
    const bytes = content.subarray(left);
    unread[channel] = left - (content.length - bytes.length);
    if (bytes.length === 0) return;
    if (channel === ERROR) stream.destroy(new ForwardFailure(bytes.toString()));
    else if (!stream.push(bytes)) socket.pause();
  });
  socket.on('close', (code) => {
    if (ENDS.includes(code)) stream.push(null);
    else stream.destroy(new ForwardCut(`the websocket ended with ${code}`));
  });
  return stream;
}

/** How a websocket is closed where all was said: with a word, or without one. */
const ENDS = [1000, 1005];
