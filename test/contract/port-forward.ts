import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { withForwardedPod } from '../support/forwarded-pod.ts';
import { call } from '../support/http.ts';
import { POD_PORT } from '../support/pods.ts';
import type { Endpoint } from '../support/server.ts';
import { newUser, untilMay } from './asking.ts';
import { type Case, get, post, refused, succeeded } from './exchange.ts';
import { forbidden, grant } from './rights.ts';

const pods = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;

const forwarded = (namespace: string, name: string, ports = `${POD_PORT}`): string =>
  `${pods(namespace)}/${name}/portforward?ports=${ports}`;

const pod = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'main', image: 'busybox' }], ...spec },
});

const notFound = (name: string) => ({
  code: 404,
  reason: 'NotFound',
  message: `pods "${name}" not found`,
  details: { name, kind: 'pods' },
});

/** What an API server refuses by itself, without the kubelet of any node. */
export const portForwardRefusals: Case[] = [
  {
    name: 'a missing pod, an unscheduled one, and one on a missing node',
    async run({ admin }, namespace) {
      succeeded(await post(admin, pods(namespace), pod('idle')), 201);
      succeeded(await post(admin, pods(namespace), pod('lost', { nodeName: 'no-such-node' })), 201);
      const at = (name: string) => get(admin, forwarded(namespace, name));
      refused(await at('nothing'), notFound('nothing'));
      const message = 'pod idle does not have a host assigned';
      refused(await at('idle'), { code: 400, reason: 'BadRequest', message });
      // It is the pod's forward that is not found, whatever of it is not there.
      refused(await at('lost'), notFound('no-such-node'));
    },
  },
  {
    name: 'neither get nor create on pods/portforward is enough: a websocket needs both',
    async run(server, namespace) {
      const { subject, endpoint } = await newUser(server, namespace);
      const path = forwarded(namespace, 'nothing');
      const attempt = { group: '', resource: 'pods', subresource: 'portforward', namespace };
      const named = { ...attempt, user: subject.name, name: 'nothing' };
      forbidden(await get(endpoint, path), { ...named, verb: 'get' });
      const rule = { apiGroups: [''], resources: ['pods/portforward'] };
      await grant(server, namespace, [{ ...rule, verbs: ['get'] }], subject);
      await untilMay(endpoint, { ...attempt, verb: 'get' });
      refused(await get(endpoint, path), {
        code: 403,
        reason: 'Forbidden',
        message: 'pods "nothing" is forbidden: ',
        details: { name: 'nothing', kind: 'pods' },
      });
      forbidden(await call(endpoint, { method: 'POST', path }), { ...named, verb: 'create' });
      await grant(server, namespace, [{ ...rule, verbs: ['create'] }], subject, 'more');
      await untilMay(endpoint, { ...attempt, verb: 'create' });
      refused(await get(endpoint, path), notFound('nothing'));
    },
  },
];

/** Says what it was asked for. */
const tell = ({ method, url }: IncomingMessage): string => `${method} ${url}`;

/** What comes of a websocket, each message as its channel and its bytes in base 64, until `enough`. */
function converse(
  endpoint: Endpoint,
  path: string,
  { say, enough }: { say: string; enough(said: Said): boolean },
): Promise<Said> {
  const headers = { authorization: `Bearer ${endpoint.token}` };
  const url = endpoint.url.replace(/^https/, 'wss') + path;
  const socket = new WebSocket(url, ['v5.channel.k8s.io', PROTOCOL], { ca: endpoint.ca, headers });
  const said: Said = { protocol: '', channels: [[], []] };
  return new Promise<Said>((resolve, reject) => {
    socket.on('open', () => {
      said.protocol = socket.protocol;
      socket.send(Buffer.concat([Buffer.of(0), Buffer.from(say)]));
    });
    socket.on('message', (message: Buffer) => {
      said.channels[message[0] ?? 0]?.push(message.subarray(1));
      if (enough(said)) resolve(said);
    });
    socket.on('error', reject);
    socket.on('close', (code: number) => reject(new Error(`closed with ${code}`)));
  }).finally(() => socket.terminate());
}

interface Said {
  protocol: string;
  channels: [data: Buffer[], error: Buffer[]];
}

const PROTOCOL = 'v4.channel.k8s.io';

/** The port as it stands at the beginning of each channel. */
const portBytes = (port: number): Buffer => Buffer.of(port & 255, port >> 8);

/** What needs a node with its kubelet. */
export const portForwards: Case[] = [
  {
    name: 'a websocket carries the bytes of the port: the port on each channel first, then data on the first one',
    run: (server, namespace) =>
      withForwardedPod(
        server,
        { namespace, name: 'web', handler: (request, response) => response.end(tell(request)) },
        async () => {
          const { protocol, channels } = await converse(server.admin, forwarded(namespace, 'web'), {
            say: 'GET /a?b=1 HTTP/1.1\r\nHost: web\r\n\r\n',
            enough: ({ channels: [data] }) => Buffer.concat(data).includes('GET /a?b=1'),
          });
          assert.equal(protocol, PROTOCOL);
          const [data, error] = channels;
          assert.deepEqual([data[0], ...error], [portBytes(POD_PORT), portBytes(POD_PORT)]);
          assert.match(Buffer.concat(data.slice(1)).toString(), /^HTTP\/1\.1 200 OK\r\n/);
        },
      ),
  },
  {
    name: 'a closed port is reported on the error channel',
    run: (server, namespace) =>
      withForwardedPod(server, { namespace, name: 'web', handler: () => undefined }, async () => {
        const { channels } = await converse(server.admin, forwarded(namespace, 'web', '9'), {
          say: 'GET / HTTP/1.1\r\n\r\n',
          enough: ({ channels: [, error] }) => error.length === 2,
        });
        const [data, error] = channels;
        assert.deepEqual([data, error[0]], [[portBytes(9)], portBytes(9)]);
        assert.match(String(error[1]), /^error forwarding port 9 to pod \S*web\S*, uid : /);
      }),
  },
  {
    name: 'a request without an upgrade is 400',
    run: (server, namespace) =>
      withForwardedPod(server, { namespace, name: 'web', handler: () => undefined }, async () => {
        refused(await get(server.admin, forwarded(namespace, 'web')), {
          code: 400,
          reason: 'BadRequest',
          message: 'Upgrade request required',
        });
      }),
  },
];
