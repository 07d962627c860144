import { connect } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Authorizer } from '../access/authorize.ts';
import type { User } from '../access/user.ts';
import type { RequestInfo, ResourcePath } from '../http/request-info.ts';
import type { Exchange } from '../http/respond.ts';
import { badRequest, forbidden, methodNotAllowed, notFound } from '../http/status.ts';
import { type Obj, text } from '../objects/model.ts';
import type { Store } from '../objects/store.ts';
import { addressOf } from './locate.ts';

interface ForwardRequest {
  exchange: Exchange;
  info: RequestInfo;
  path: ResourcePath;
  user: User;
  store: Store;
  authorizer: Authorizer;
  pods: ReadonlyMap<string, number>;
}

/**
 * Forwards a port of a pod over a websocket, as kube-apiserver does with the kubelet behind it. Refusals are thrown.
 * A user who may not also create a forward is refused: a websocket begins with a GET, whatever it is for.
 */
export function serveForward({ exchange, info, path, user, ...api }: ForwardRequest): void {
  const { verb } = info;
  if (verb !== 'get' && verb !== 'create') throw methodNotAllowed();
  const pods = { group: '', plural: 'pods' };
  const { allowed, reason } = api.authorizer.decide(user, {
    verb: 'create',
    path: info.path,
    resource: path,
  });
  if (!allowed) throw forbidden(pods, path.name, reason);
  const pod = api.store.get('pods.', path.namespace, path.name);
  if (pod === undefined) throw notFound(pods, path.name);
  const node = text(pod, 'spec', 'nodeName');
  if (node === '') throw badRequest(`pod ${path.name} does not have a host assigned`);
  if (api.store.get('nodes.', '', node) === undefined) throw notFound(pods, node);
  const { upgrade } = exchange;
  if (upgrade === undefined) throw badRequest('Upgrade request required');
  const ports = portsOf(info.query);
  const { request, response } = exchange;
  response.detachSocket(request.socket);
  response.statusCode = 101;
  request.socket.once('close', () => response.emit('close'));
  websockets.handleUpgrade(request, request.socket, upgrade, (socket) =>
    forward(socket, pod, { ports, pods: api.pods }),
  );
}

const PROTOCOL = 'v4.channel.k8s.io';

const websockets = new WebSocketServer({
  noServer: true,
  handleProtocols: (offered) => offered.has(PROTOCOL) && PROTOCOL,
  perMessageDeflate: false,
});

function portsOf(query: URLSearchParams): number[] {
  const ports = query.getAll('ports').flatMap((each) => each.split(',').map(Number));
  const wrong = ports.find((port) => !Number.isInteger(port) || port < 1 || port > 65_535);
  if (ports.length === 0 || wrong !== undefined) throw badRequest('query parameter "port" is required');
  return ports;
}

interface Forwarding {
  ports: number[];
  pods: ReadonlyMap<string, number>;
}

/** Of the n-th port, channel 2n is its data and 2n + 1 what goes wrong. The websocket ends with the last port. */
function forward(socket: WebSocket, pod: Obj, { ports, pods }: Forwarding): void {
  let left = ports.length;
  const upstreams = ports.map((port, index) => {
    const [data, error] = [2 * index, 2 * index + 1];
    const send = (channel: number, bytes: Uint8Array) =>
      socket.send(Buffer.concat([Buffer.of(channel), bytes]));
    const number = Buffer.alloc(2);
    number.writeUInt16LE(port);
    for (const channel of [data, error]) send(channel, number);
    const address = `${addressOf(pod)}:${port}`;
    const fail = (why: string) => {
      const { namespace, name } = pod.metadata;
      send(error, Buffer.from(`error forwarding port ${port} to pod ${name}/${namespace}, uid : ${why}`));
    };
    const end = () => {
      left -= 1;
      if (left === 0) socket.close(1000);
    };
    const loopback = pods.get(address);
    if (loopback === undefined) {
      fail(`dial tcp ${address}: connect: connection refused`);
      end();
      return undefined;
    }
    const upstream = connect({ host: '127.0.0.1', port: loopback });
    upstream.on('data', (bytes) => send(data, bytes));
    upstream.on(
      'error',
      () => upstream.connecting && fail(`dial tcp ${address}: connect: connection refused`),
    );
    upstream.once('close', end);
    return upstream;
  });
  socket.on('message', (message: Buffer) => {
    const channel = message[0] ?? 1;
    if (channel % 2 === 0) upstreams[channel / 2]?.write(message.subarray(1));
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    for (const upstream of upstreams) upstream?.destroy();
  });
}
