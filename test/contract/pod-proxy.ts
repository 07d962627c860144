import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { create, status } from '../scenarios/requests.ts';
import { call } from '../support/http.ts';
import { listen } from '../support/listen.ts';
import { POD_PORT, podAddress } from '../support/pods.ts';
import { freePort } from '../support/ports.ts';
import type { TestServer } from '../support/server.ts';
import { newUser, untilMay } from './asking.ts';
import { type Case, get, type Json, post, refused, succeeded } from './exchange.ts';
import { forbidden, grant } from './rights.ts';

/** Path through the API server to a pod. */
const proxied = (namespace: string, id: string, path: string): string =>
  `/api/v1/namespaces/${namespace}/pods/${id}/proxy${path}`;

const unavailable = (message: string | RegExp) => ({ code: 503, reason: 'ServiceUnavailable', message });
const badRequest = (message: string) => ({ code: 400, reason: 'BadRequest', message });

const pod = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'main', image: 'httpd:2.4', ports: [{ containerPort: POD_PORT }] }] },
});

/** Says what it was asked for, and what was sent, with 200; `/missing` with 404. Ends the connection at `/cut`. */
async function tell(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, socket } = request;
  if (url === '/cut') return void socket.destroy();
  let body = '';
  for await (const chunk of request) body += chunk;
  response.writeHead(url === '/missing' ? 404 : 200, { 'content-type': 'text/plain', 'x-by': 'pod' });
  response.end(`${method} ${url}${body && `: ${body}`}`);
}

/** Runs `use` while the pod `web` answers at its first port. */
async function withWeb(server: TestServer, namespace: string, use: (ip: string) => Promise<void>) {
  const { port, stop } = await listen(tell);
  const { ip, free } = podAddress(server, port);
  const path = `/api/v1/namespaces/${namespace}/pods`;
  try {
    await create(server.admin, path, pod('web'));
    await status(server.admin, `${path}/web`, { phase: 'Running', podIP: ip, podIPs: [{ ip }] });
    await use(ip);
  } finally {
    free();
    await stop();
  }
}

export const podProxy: Case[] = [
  {
    name: 'a request reaches the pod, and its response is returned unchanged, including a 404',
    run: (server, namespace) =>
      withWeb(server, namespace, async () => {
        const { admin } = server;
        for (const id of ['web', `web:${POD_PORT}`, `http:web:${POD_PORT}`]) {
          const found = await get(admin, proxied(namespace, id, '/a?part=1%2F2'));
          assert.deepEqual([found.status, found.text], [200, 'GET /a?part=1%2F2']);
          assert.equal(found.headers['x-by'], 'pod');
        }
        const missing = await get(admin, proxied(namespace, 'web', '/missing'));
        assert.deepEqual([missing.status, missing.text], [404, 'GET /missing']);
        const posted = await post(admin, proxied(namespace, 'web', '/b'), { a: 1 });
        assert.deepEqual([posted.status, posted.text], [200, 'POST /b: {"a":1}']);
        const { status, headers } = await get(admin, proxied(namespace, 'web', '?q=1'));
        assert.deepEqual([status, headers.location], [301, proxied(namespace, 'web', '/?q=1')]);
      }),
  },
  {
    name: 'a missing pod, one without an address, and an invalid pod name',
    async run({ admin }, namespace) {
      succeeded(await post(admin, `/api/v1/namespaces/${namespace}/pods`, pod('web')), 201);
      const at = (id: string) => get(admin, proxied(namespace, id, '/'));
      refused(await at(`nothing:${POD_PORT}`), {
        code: 404,
        reason: 'NotFound',
        message: 'pods "nothing" not found',
        details: { name: 'nothing', kind: 'pods' },
      });
      refused(await at('web:80'), badRequest('address not allowed'));
      refused(await at('ftp:web:80'), badRequest('invalid pod request "ftp:web:80"'));
    },
  },
  {
    name: 'a pod that closes the connection, refuses it, or is unreachable: 503',
    run: (server, namespace) =>
      withWeb(server, namespace, async (ip) => {
        const address = `${ip}:${POD_PORT}`;
        const at = (path: string) => get(server.admin, proxied(namespace, 'web', path));
        refused(await at('/cut'), unavailable('error trying to reach service: EOF'));
        const dialling = new RegExp(`^error trying to reach service: .*dial.* ${address}\\b`);
        server.pods.set(address, await freePort());
        refused(await at('/'), unavailable(dialling));
        server.pods.delete(address);
        refused(await at('/'), unavailable(dialling));
      }),
  },
  {
    name: 'a GET needs get on pods/proxy, by the name in the path',
    run: (server, namespace) =>
      withWeb(server, namespace, async () => {
        const { subject, endpoint } = await newUser(server, namespace);
        const name = `web:${POD_PORT}`;
        const path = proxied(namespace, name, '/a');
        const attempt = { group: '', resource: 'pods', subresource: 'proxy', namespace };
        const user = subject.name;
        forbidden(await get(endpoint, path), { ...attempt, user, verb: 'get', name });
        const rule = { apiGroups: [''], resources: ['pods/proxy'], verbs: ['get'] };
        await grant(server, namespace, [{ ...rule, resourceNames: [name] }], subject);
        await untilMay(endpoint, { ...attempt, verb: 'get', name });
        assert.equal((await get(endpoint, path)).status, 200);
        const posted = await call(endpoint, { method: 'POST', path });
        forbidden(posted, { ...attempt, user, verb: 'create', name });
      }),
  },
  {
    name: 'discovery lists pods/proxy and pods/portforward',
    async run({ admin }) {
      const { resources } = succeeded(await get(admin, '/api/v1'));
      const said = (name: string) => resources.find((one: Json) => one.name === name);
      const of = { singularName: '', namespaced: true };
      assert.deepEqual(said('pods/proxy'), {
        ...{ name: 'pods/proxy', kind: 'PodProxyOptions', ...of },
        verbs: ['create', 'delete', 'get', 'patch', 'update'],
      });
      assert.deepEqual(said('pods/portforward'), {
        ...{ name: 'pods/portforward', kind: 'PodPortForwardOptions', ...of },
        verbs: ['create', 'get'],
      });
    },
  },
];
