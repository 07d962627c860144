import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { probeImage } from '../../../lib/cluster/hosts/probe-image.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import type { ImageProbe, Probe } from '../../../lib/hosts/probe.ts';
import type { KubeClient } from '../../../lib/kube/api/types.ts';
import { connect } from '../../../lib/kube/config/connect.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { brokenHost, HPC, STANDARD, served } from '../../scenarios/hosts.ts';
import { ensure } from '../../scenarios/requests.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { allowUser, permissions } from '../../support/allowed-user.ts';
import { addEndpoints, addService, withPodService } from '../../support/pod-service.ts';
import { POD_PORT } from '../../support/pods.ts';
import { freePort } from '../../support/ports.ts';
import type { Endpoint, TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

const scenario: Scenario = {
  nodes: [],
  clusters: [],
  hosts: [brokenHost('worker-0', 1), brokenHost('node-0', 2, { namespace: 'idle' })],
  images: [served(STANDARD)],
  deadBmcs: [],
};

const target = (url: string): Target => ({ url, checksum: `${url}.md5sum` });

/** `absent` both, or why they are unknown. */
function told({ image, checksum = image }: ImageProbe): string {
  const words = [image, checksum].map((probe: Probe) =>
    probe.kind === 'unknown' ? probe.reason : probe.kind,
  );
  assert.equal(words[0], words[1]);
  return words[0] ?? '';
}

for (const kind of servers())
  describe(`image probes inside the cluster, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let admin: KubeClient;
    let weak: KubeClient;
    let made = 0;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, scenario);
      admin = await clientOf(server.admin);
      weak = await clientOf(server.weak);
    });
    after(async () => {
      admin?.close();
      weak?.close();
      await stage?.stop();
      await server?.stop();
    });

    async function clientOf(endpoint: Endpoint): Promise<KubeClient> {
      const kubeconfig = await stage.kubeconfig(endpoint);
      const connection = await connect({ kubeconfig }, { env: {}, interactive: false, warn: assert.fail });
      return createClient(connection, { warn: assert.fail });
    }

    const probe = (
      wanted: Target,
      namespace: string,
      { client = admin, signal = new AbortController().signal, limit = 30_000 } = {},
    ) => probeImage(client, wanted, { namespace, signal, limit });

    /** A namespace of its own. */
    async function space(): Promise<string> {
      made += 1;
      const name = stage.namespace(`probe-${made}`);
      await ensure(server.admin, '/api/v1/namespaces', { metadata: { name } });
      return name;
    }

    const reply =
      (status: number, type = 'text/html'): RequestListener =>
      (_, response) => {
        response.writeHead(status, { 'content-type': type }).end('{}');
      };

    const withService = (
      service: { namespace: string; name: string; portName?: string },
      handler: RequestListener,
      use: (ip: string) => Promise<void>,
    ) => withPodService(server, service, { handler }, use);

    test('finds an image and its checksum file', async () => {
      for (const name of ['metal3', 'idle']) {
        const namespace = stage.namespace(name);
        assert.deepEqual(await probe(target(served(STANDARD)), namespace), {
          image: { kind: 'served' },
          checksum: { kind: 'served' },
          service: { namespace, name: 'httpd-http' },
        });
      }
    });

    test('finds that an image is missing; does not request a checksum that is a hash', async () => {
      const namespace = stage.namespace('metal3');
      const service = { namespace, name: 'httpd-http' };
      assert.deepEqual(await probe(target(served(HPC)), namespace), {
        image: { kind: 'absent' },
        checksum: { kind: 'absent' },
        service,
      });
      const checksum = 'd41d8cd98f00b204e9800998ecf8427e';
      assert.deepEqual(await probe({ url: served(HPC), checksum }, namespace), {
        image: { kind: 'absent' },
        service,
      });
      const other = `${served(STANDARD)}.sha256sum`;
      const found = await probe({ url: served(STANDARD), checksum: other }, namespace);
      assert.deepEqual([found.image.kind, found.checksum?.kind], ['served', 'absent']);
    });

    test('resolves a name with its namespace, whatever the host’s own is', async () => {
      const elsewhere = await space();
      const namespace = stage.namespace('metal3');
      for (const name of [namespace, `${namespace}.svc`, `${namespace}.svc.cluster.local`]) {
        const url = `http://httpd-http.${name}/images/${STANDARD}`;
        const found = await probe(target(url), elsewhere);
        assert.equal(told(found), 'served');
        assert.equal(found.service?.namespace, namespace);
      }
    });

    test('uses a service of any other namespace that serves the image, unless the host’s namespace has one', async () => {
      const [own, here, there, nowhere] = [await space(), await space(), await space(), await space()];
      const name = `images-${made}`;
      const wanted = target(`http://${name}/a.qcow2`);
      assert.equal(told(await probe(wanted, own)), `no namespace has a service ${name}`);
      await withService({ namespace: here, name }, reply(404), async () => {
        const found = await probe(wanted, own);
        assert.equal(told(found), 'absent');
        assert.equal(found.service?.namespace, here);
        await addService(server.admin, { namespace: nowhere, name });
        assert.match(told(await probe(wanted, own)), /^there is no service .* or it has no endpoints$/);
        await withService({ namespace: there, name }, reply(200), async () => {
          const both = await probe(wanted, own);
          assert.equal(told(both), 'served');
          assert.equal(both.service?.namespace, there);
          await withService({ namespace: own, name, portName: 'web' }, reply(404), async () => {
            const mine = await probe(wanted, own);
            assert.equal(told(mine), 'absent');
            assert.equal(mine.service?.namespace, own);
          });
        });
      });
    });

    test('requests only headers; checks a refusal in JSON once more with a GET', async () => {
      const namespace = await space();
      const seen: string[] = [];
      const handler: RequestListener = (request: IncomingMessage, response) => {
        const { method, url, headers } = request;
        seen.push(`${method} ${url}${headers.range ? ` ${headers.range}` : ''}`);
        if (url === '/a.qcow2') return response.writeHead(200).end();
        response.writeHead(404, { 'content-type': 'application/json' });
        if (method === 'HEAD') return response.end();
        // Whatever is asked for, it sends without an end.
        const send = (): unknown => response.destroyed || response.write(Buffer.alloc(64 * 1024), send);
        send();
      };
      await withService({ namespace, name: 'images' }, handler, async () => {
        const found = await probe(
          { url: 'http://images/a.qcow2', checksum: 'http://images/a.sum' },
          namespace,
        );
        assert.deepEqual([found.image.kind, found.checksum?.kind], ['served', 'absent']);
        assert.deepEqual(seen.toSorted(), ['GET /a.sum bytes=0-0', 'HEAD /a.qcow2', 'HEAD /a.sum']);
      });
    });

    test('is unknown without a service, pods or a connection, and for HTTP 502', async () => {
      const namespace = await space();
      const at = async (url: string) => told(await probe(target(url), namespace));
      const service = { namespace, name: 'images' };
      assert.equal(
        await at('http://172.22.0.1/a.qcow2'),
        'the address is not that of a service in the cluster',
      );
      assert.match(await at(`http://missing.${namespace}/a.qcow2`), /^there is no service/);
      await withService(service, reply(502), async () => {
        assert.equal(await at('http://images/a.qcow2'), `service ${namespace}/images answers 502`);
        assert.match(
          await at('http://images:81/a.qcow2'),
          /: no service port 81 found for service "images"$/,
        );
      });
      await withService({ namespace, name: 'refusing' }, assert.fail, async (ip) => {
        server.pods.set(`${ip}:${POD_PORT}`, await freePort());
        assert.match(await at('http://refusing/a.qcow2'), /: error trying to reach service: /);
      });
      const empty = { namespace, name: 'empty' };
      await addService(server.admin, empty);
      await addEndpoints(server.admin, empty, [
        { addresses: [{ ip: '10.244.255.3' }], ports: [{ port: POD_PORT }] },
      ]);
      assert.match(await at('http://empty/a.qcow2'), /: no endpoints available for service "empty:80"$/);
    });

    test('without the right to list services, probes by the proxy; without both rights, says so', async () => {
      const namespace = await space();
      await withService({ namespace, name: 'images' }, reply(200), async () => {
        const wanted = target('http://images/a.qcow2');
        const ask = () => probe(wanted, namespace, { client: weak });
        const forbidden = await ask();
        assert.equal(
          told(forbidden),
          `not allowed to reach service ${namespace}/images through the API server; services in other namespaces cannot be listed`,
        );
        await allowUser(
          server,
          { name: 'weak', namespace },
          permissions(namespace, ['', 'services/proxy'], 'get'),
        );
        const found = await ask();
        assert.equal(found.image.kind, 'served', told(found));
        assert.deepEqual(found.service, { namespace, name: 'images' });
      });
    });

    test('does not wait for a silent image server; an aborted run ends', async () => {
      const namespace = await space();
      const asked = Promise.withResolvers<void>();
      await withService(
        { namespace, name: 'images' },
        () => asked.resolve(),
        async () => {
          const wanted = target('http://images/a.qcow2');
          const late = await probe(wanted, namespace, { limit: 500 });
          assert.equal(told(late), 'there was no answer within 0.5 s');
          const run = new AbortController();
          const ended = probe(wanted, namespace, { signal: run.signal });
          await asked.promise;
          run.abort(new CommandError('aborted', 'error: interrupted'));
          await assert.rejects(ended, { kind: 'aborted', message: 'error: interrupted' });
        },
      );
    });

    test('masks credentials in an address', async () => {
      const found = await probe(target('http://admin:hunter2@nowhere/a.qcow2'), stage.namespace('metal3'));
      assert.match(JSON.stringify(found), /no namespace has a service nowhere/);
      assert.doesNotMatch(JSON.stringify(found), /hunter2/);
    });
  });
