import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';
import { openForward } from '../../../lib/kube/port-forward/port-forward.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { connectTo, startApiServer } from './support/api-server.ts';

/** What a server does with a request for a forward. */
interface Behaviour {
  /** Of the protocols that are offered; the right one when absent. */
  protocol?: string;
  /** Answers instead of opening a websocket. */
  refuse?(socket: Socket, request: IncomingMessage): void;
  opened?(socket: WebSocket): void;
}

const PORT = Buffer.of(0x82, 0x23);
const channel = (number: number, ...bytes: (Buffer | string)[]): Buffer =>
  Buffer.concat([Buffer.of(number), ...bytes.map((each) => Buffer.from(each))]);

interface Hostile {
  url: string;
  /** Resolves when the client has ended every connection. */
  left(): Promise<unknown>;
}

async function start(t: TestContext, behaviour: Behaviour): Promise<Hostile> {
  const { protocol = 'v4.channel.k8s.io', refuse, opened } = behaviour;
  const websockets = new WebSocketServer({
    noServer: true,
    handleProtocols: () => protocol,
    perMessageDeflate: false,
  });
  const sockets = new Set<Socket>();
  const ends: Promise<unknown>[] = [];
  const server = createServer((_, response: ServerResponse) => response.end());
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    sockets.add(socket.on('error', () => undefined));
    ends.push(new Promise((resolve) => socket.once('end', resolve).once('close', resolve).resume()));
    if (refuse) refuse(socket, request);
    else websockets.handleUpgrade(request, socket, head, (websocket) => opened?.(websocket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, left: () => Promise.all(ends) };
}

const TOKEN = 'a-secret-token';
const EARLY = 'error: the response from port 9090 of pod monitoring/web to GET /a ended early';
const status = (code: number, message: string): string =>
  JSON.stringify({ kind: 'Status', status: 'Failure', code, message });

function respond(head: string, body = '') {
  return (socket: Socket) =>
    socket.write(`HTTP/1.1 ${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** What is said of each; `limit` is how long a request may take, long enough for a slow machine when absent. */
const rows: Record<string, Behaviour & { limit?: string; message: string | RegExp }> = {
  'an empty message': {
    opened: (socket) => socket.send(Buffer.alloc(0)),
    message: EARLY,
  },
  'a single byte of the close channel': {
    opened: (socket) => socket.send(Buffer.of(255)),
    message: EARLY,
  },
  'a close of standard output': {
    opened: (socket) => socket.send(Buffer.of(255, 1)),
    message: EARLY,
  },
  'another channel': { opened: (socket) => socket.send(channel(7, 'x')), message: EARLY },
  'an error of the node with control characters': {
    opened: (socket) => socket.send(channel(1, PORT, '\x1b[2Jno\nsuch port')),
    message: 'error: port 9090 of pod monitoring/web cannot be reached: \\x1b[2Jno\\x0asuch port',
  },
  'something other than HTTP': {
    opened: (socket) => socket.send(channel(0, PORT, 'SSH-2.0-OpenSSH_9.6\r\n')),
    message: 'error: port 9090 of pod monitoring/web answered GET /a with something other than HTTP',
  },
  'half of a response, then a clean end': {
    opened(socket) {
      socket.send(channel(0, PORT, 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'));
      socket.close(1000);
    },
    message: EARLY,
  },
  'a response without a length on a failing connection': {
    opened(socket) {
      socket.send(channel(0, PORT, 'HTTP/1.1 200 OK\r\n\r\nhalf'));
      socket.close(1011);
    },
    message: EARLY,
  },
  'an immediate close': { opened: (socket) => socket.terminate(), message: EARLY },
  'nothing at all': {
    opened: () => undefined,
    limit: '300ms',
    message: 'error: port 9090 of pod monitoring/web did not answer GET /a within 0.3s',
  },
  'no answer to the first request': {
    refuse: () => undefined,
    limit: '300ms',
    message: 'error: port 9090 of pod monitoring/web did not answer GET /a within 0.3s',
  },
  'half of a refusal': {
    refuse: (socket) => void socket.write('HTTP/1.1 403 Forbidden\r\nContent-Length: 100\r\n\r\nhalf'),
    limit: '300ms',
    message: 'error: port 9090 of pod monitoring/web did not answer GET /a within 0.3s',
  },
  'another offered protocol': {
    protocol: 'v5.channel.k8s.io',
    message: /^error: 127\.0\.0\.1:\d+ uses another protocol to forward ports$/,
  },
  'a protocol that was not offered': {
    protocol: 'something',
    message: 'Unable to connect to the server: Server sent an invalid subprotocol',
  },
  'no websocket': {
    refuse: respond('200 OK', 'welcome'),
    message: 'Error from server (Unknown): the server answered 200: welcome',
  },
  'an invalid handshake': {
    refuse: respond(
      '101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x',
    ),
    message: 'Unable to connect to the server: Invalid Sec-WebSocket-Accept header',
  },
  'a redirect': {
    refuse: respond('302 Found\r\nLocation: http://127.0.0.1:1/'),
    message: 'Error from server (Unknown): the server answered 302',
  },
  'an unreachable kubelet': {
    refuse: respond(
      '500 Internal Server Error',
      status(500, 'error dialing backend: dial tcp 192.0.2.1:10250'),
    ),
    message: 'Error from server (InternalError): error dialing backend: dial tcp 192.0.2.1:10250',
  },
  'a refusal that repeats the credentials': {
    refuse: (socket, { headers }) =>
      respond('403 Forbidden', status(403, `no: ${headers.authorization}`))(socket),
    message: /^Error from server \(Forbidden\): no: Bearer (?!.*a-token)/,
  },
};

for (const [what, { message, limit = '3m', ...behaviour }] of Object.entries(rows)) {
  const name = `from the server comes ${what}: an error that says so, and nothing stays open`;
  test(name, async (t) => {
    const { url, left } = await start(t, behaviour);
    const connection = await connectTo({ server: url, token: TOKEN, requestTimeout: limit });
    const forward = await openForward(connection, { namespace: 'monitoring', pod: 'web', port: 9090 });
    await assert.rejects(forward.request({ method: 'GET', path: '/a' }), (error: unknown) => {
      assert.ok(error instanceof CommandError, String((error as Error).stack));
      if (typeof message === 'string') assert.equal(error.message, message);
      else assert.match(error.message, message);
      assert.notEqual(error.hint ?? '', '');
      return true;
    });
    await left();
  });
}

test('accepts a response without a length when its connection ends cleanly', async (t) => {
  const { url } = await start(t, {
    opened(socket) {
      // As small as messages can be: not even the port comes in one piece.
      for (const byte of [...PORT, ...Buffer.from('HTTP/1.1 200 OK\r\n\r\nwhole')])
        socket.send(channel(0, Buffer.of(byte)));
      socket.close(1000);
    },
  });
  const forward = await openForward(await connectTo({ server: url, token: TOKEN }), {
    namespace: 'monitoring',
    pod: 'web',
    port: 9090,
  });
  t.after(() => forward.close());
  const answer = await forward.request({ method: 'GET', path: '/a' });
  assert.deepEqual(answer, { status: 200, contentType: '', body: 'whole' });
});

test('the time limit does not include the login', async (t) => {
  const { url } = await start(t, {
    opened(socket) {
      socket.send(channel(0, PORT, 'HTTP/1.1 204 No Content\r\n\r\n'));
    },
  });
  const connection = await connectTo({ server: url, token: TOKEN, requestTimeout: '200ms' });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const login = async (): Promise<object> => {
    t.mock.timers.tick(60_000);
    return {};
  };
  const target = { namespace: 'monitoring', pod: 'web', port: 9090 };
  const credentials = { present: login, renew: () => false };
  const forward = await openForward({ ...connection, credentials }, target);
  t.after(() => forward.close());
  assert.equal((await forward.request({ method: 'GET', path: '/a' })).status, 204);
});

test('does not print a token that is not valid in a header, and reports an unknown authority', async (t) => {
  const { url } = await start(t, {});
  const target = { namespace: 'monitoring', pod: 'web', port: 9090 };
  const connection = await connectTo({ server: url, token: TOKEN });
  const credentials = { present: async () => ({ authorization: 'Bearer two\nlines' }), renew: () => false };
  const forward = await openForward({ ...connection, credentials }, target);
  await assert.rejects(forward.request({ method: 'GET', path: '/a' }), (error: unknown) => {
    assert.ok(error instanceof CommandError, String((error as Error).stack));
    assert.doesNotMatch(error.message, /two|lines/);
    return true;
  });
  const distrusted = await startApiServer(t, assert.fail);
  const distrusting = await openForward(await connectTo({ server: distrusted.url, token: TOKEN }), target);
  await assert.rejects(distrusting.request({ method: 'GET', path: '/a' }), {
    message:
      'Unable to connect to the server: tls: failed to verify certificate: x509: certificate signed by unknown authority',
  });
});
