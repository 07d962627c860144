import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { call } from '../support/http.ts';
import { addEndpoints, addService, withPodService } from '../support/pod-service.ts';
import { POD_PORT } from '../support/pods.ts';
import { freePort } from '../support/ports.ts';
import type { TestServer } from '../support/server.ts';
import { newUser, untilMay } from './asking.ts';
import { type Case, get, type Json, patch, refused, succeeded } from './exchange.ts';
import { forbidden, grant } from './rights.ts';

/** Path through the API server to what stands behind a service. */
const proxied = (namespace: string, id: string, path: string): string =>
  `/api/v1/namespaces/${namespace}/services/${id}/proxy${path}`;

const unavailable = (message: string | RegExp) => ({ code: 503, reason: 'ServiceUnavailable', message });

/** Says what it was asked for, with 200, and `/missing` with 404. Ends the connection at `/cut`. */
function tell({ method, url, socket }: IncomingMessage, response: ServerResponse): void {
  if (url === '/cut') {
    socket.destroy();
    return;
  }
  const text = `${method} ${url}`;
  const code = url === '/missing' ? 404 : 200;
  response.writeHead(code, { 'content-type': 'text/plain', 'content-length': text.length, 'x-by': 'pod' });
  response.end(text);
}

interface Options {
  portName?: string;
  secure?: boolean;
}

/** Runs `use` while the service `images` has a pod behind it. */
async function withImages(
  server: TestServer,
  namespace: string,
  { secure = false, ...port }: Options,
  use: (server: TestServer, seen: IncomingMessage[], ip: string) => Promise<void>,
): Promise<void> {
  const seen: IncomingMessage[] = [];
  const handler = (request: IncomingMessage, response: ServerResponse) => {
    seen.push(request);
    tell(request, response);
  };
  const service = { namespace, name: 'images', ...port };
  await withPodService(server, service, { handler, secure }, (ip) => use(server, seen, ip));
}

export const serviceProxy: Case[] = [
  {
    name: 'a request reaches a pod behind the service, and its response is returned unchanged, including a 404',
    run: (server, namespace) =>
      withImages(server, namespace, {}, async ({ admin }) => {
        const found = await get(admin, proxied(namespace, 'images:80', '/images/a.qcow2?part=1%2F2'));
        assert.deepEqual([found.status, found.text], [200, 'GET /images/a.qcow2?part=1%2F2']);
        assert.equal(found.headers['x-by'], 'pod');
        const missing = await get(admin, proxied(namespace, 'images:80', '/missing'));
        assert.deepEqual([missing.status, missing.text], [404, 'GET /missing']);
        assert.equal(missing.headers['content-type'], 'text/plain');
      }),
  },
  {
    name: 'HEAD is passed on as HEAD',
    run: (server, namespace) =>
      withImages(server, namespace, {}, async ({ admin }, seen) => {
        const head = (path: string) =>
          call(admin, { method: 'HEAD', path: proxied(namespace, 'images', path) });
        const { status, headers, text } = await head('/a.qcow2');
        const length = String('HEAD /a.qcow2'.length);
        assert.deepEqual([status, headers['content-length'], text], [200, length, '']);
        assert.equal((await head('/missing')).status, 404);
        assert.deepEqual(
          seen.map(({ method }) => method),
          ['HEAD', 'HEAD'],
        );
      }),
  },
  {
    name: 'a pod does not learn the user, and sees the name of the API server',
    run: (server, namespace) =>
      withImages(server, namespace, {}, async ({ admin }, seen) => {
        const path = proxied(namespace, 'images', '/a.qcow2');
        assert.equal((await get(admin, path)).status, 200);
        const { authorization, host, 'x-forwarded-uri': uri } = seen[0]?.headers ?? {};
        assert.deepEqual(
          { authorization, host, uri },
          {
            authorization: undefined,
            host: new URL(admin.url).host,
            uri: path,
          },
        );
      }),
  },
  {
    name: 'a path is decoded, and a root without a slash is redirected',
    run: (server, namespace) =>
      withImages(server, namespace, {}, async ({ admin }) => {
        const at = async (path: string) => (await get(admin, proxied(namespace, 'images', path))).text;
        assert.equal(await at('/a%2Fb%20c'), 'GET /a/b%20c');
        assert.equal(await at('/folder/'), 'GET /folder/');
        assert.equal(await at('/'), 'GET /');
        const { status, headers } = await get(admin, proxied(namespace, 'images', '?q=1'));
        assert.deepEqual([status, headers.location], [301, proxied(namespace, 'images', '/?q=1')]);
      }),
  },
  {
    name: 'a named port is found by its number or its name, but not without either',
    run: (server, namespace) =>
      withImages(server, namespace, { portName: 'web' }, async ({ admin }) => {
        const at = (id: string) => get(admin, proxied(namespace, id, '/a.qcow2'));
        assert.equal((await at('images:80')).status, 200);
        assert.equal((await at('images:web')).status, 200);
        refused(await at('images'), unavailable('no endpoints available for service "images"'));
        refused(await at('images:81'), unavailable('no service port 81 found for service "images"'));
      }),
  },
  {
    name: 'https: uses TLS to the pod, whatever its certificate',
    run: (server, namespace) =>
      withImages(server, namespace, { secure: true }, async ({ admin }) => {
        const at = (id: string) => get(admin, proxied(namespace, id, '/a.qcow2'));
        assert.equal((await at('https:images:80')).text, 'GET /a.qcow2');
        refused(await at('ftp:images:80'), {
          code: 400,
          reason: 'BadRequest',
          message: 'invalid service request "ftp:images:80"',
        });
      }),
  },
  {
    name: 'a missing service, and one without Endpoints, are 404 by the API server itself',
    async run({ admin }, namespace) {
      await addService(admin, { namespace, name: 'images' });
      for (const name of ['nothing', 'images']) {
        refused(await get(admin, proxied(namespace, `${name}:80`, '/')), {
          code: 404,
          reason: 'NotFound',
          message: `services "${name}" not found`,
          details: { name, kind: 'services' },
        });
      }
    },
  },
  {
    name: 'endpoints without addresses, or with none that are ready: 503',
    async run({ admin }, namespace) {
      const service = { namespace, name: 'images' };
      await addService(admin, service);
      await addEndpoints(admin, service, []);
      const at = (id: string) => get(admin, proxied(namespace, id, '/'));
      refused(await at('images:80'), unavailable('no endpoints available for service "images"'));
      const notReadyAddresses = [{ ip: '10.244.255.1', targetRef: { kind: 'Pod', ...service } }];
      const subsets = [{ notReadyAddresses, ports: [{ port: POD_PORT }] }];
      succeeded(await patch(admin, `/api/v1/namespaces/${namespace}/endpoints/images`, { subsets }));
      refused(await at('images:80'), unavailable('no endpoints available for service "images:80"'));
    },
  },
  {
    name: 'addresses that belong to no pod of the namespace are not contacted: 503',
    run: (server, namespace) =>
      withImages(server, namespace, {}, async ({ admin }, seen, ip) => {
        const path = `/api/v1/namespaces/${namespace}/endpoints/images`;
        const targetRef = { kind: 'Pod', namespace, name: 'images' };
        for (const address of [
          { ip },
          { ip: '10.244.255.2', targetRef },
          { ip, targetRef: { ...targetRef, name: 'another' } },
          { ip, targetRef: { ...targetRef, namespace: 'default' } },
        ]) {
          const subsets = [{ addresses: [address], ports: [{ port: POD_PORT }] }];
          succeeded(await patch(admin, path, { subsets }));
          refused(
            await get(admin, proxied(namespace, 'images:80', '/')),
            unavailable('no endpoints available for service "images:80"'),
          );
        }
        assert.deepEqual(seen, []);
      }),
  },
  {
    name: 'a pod that closes the connection, refuses it, or is unreachable: 503',
    run: (server, namespace) =>
      withImages(server, namespace, {}, async ({ admin, pods }, _, ip) => {
        const address = `${ip}:${POD_PORT}`;
        const at = (path: string) => get(admin, proxied(namespace, 'images:80', path));
        refused(await at('/cut'), unavailable('error trying to reach service: EOF'));
        const dialling = new RegExp(`^error trying to reach service: .*dial.* ${address}\\b`);
        pods.set(address, await freePort());
        refused(await at('/'), unavailable(dialling));
        pods.delete(address);
        refused(await at('/'), unavailable(dialling));
      }),
  },
  {
    name: 'GET and HEAD need get on services/proxy, by the name in the path',
    run: (server, namespace) =>
      withImages(server, namespace, {}, async () => {
        const { subject, endpoint } = await newUser(server, namespace);
        const path = proxied(namespace, 'images:80', '/a.qcow2');
        const attempt = { group: '', resource: 'services', subresource: 'proxy', namespace };
        const user = subject.name;
        forbidden(await get(endpoint, path), { ...attempt, user, verb: 'get', name: 'images:80' });
        const rule = { apiGroups: [''], resources: ['services/proxy'], verbs: ['get'] };
        await grant(server, namespace, [{ ...rule, resourceNames: ['images:80'] }], subject);
        await untilMay(endpoint, { ...attempt, verb: 'get', name: 'images:80' });
        assert.equal((await get(endpoint, path)).status, 200);
        assert.equal((await call(endpoint, { method: 'HEAD', path })).status, 200);
        const unnamed = proxied(namespace, 'images', '/a.qcow2');
        forbidden(await get(endpoint, unnamed), { ...attempt, user, verb: 'get', name: 'images' });
        const posted = await call(endpoint, { method: 'POST', path });
        forbidden(posted, { ...attempt, user, verb: 'create', name: 'images:80' });
      }),
  },
  {
    name: 'discovery lists services/proxy',
    async run({ admin }) {
      const { resources } = succeeded(await get(admin, '/api/v1'));
      assert.deepEqual(
        resources.find(({ name }: Json) => name === 'services/proxy'),
        {
          name: 'services/proxy',
          singularName: '',
          namespaced: true,
          kind: 'ServiceProxyOptions',
          verbs: ['create', 'delete', 'get', 'patch', 'update'],
        },
      );
    },
  },
];
