import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { parseRecord } from '../../lib/hosts/record.ts';
import { RECORD_ANNOTATION } from '../../lib/objects/names.ts';
import { startOperator } from '../operators/baremetal.ts';
import { type Host, keyOf, PAUSED, PROVISIONED_REGISTRATION_ERROR } from '../operators/host.ts';
import { call } from '../support/http.ts';
import { type ImageServer, startImageServer } from '../support/images.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { hosts } from './broken.ts';
import { install } from './install.ts';
import { namespacesOf, placed, type Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

const scenario = (name: string): Scenario => {
  const make = scenarios[name];
  assert.ok(make, name);
  return make();
};

const isPaused = ({ metadata }: Host): boolean => PAUSED in (metadata.annotations ?? {});
const isBroken = ({ status }: Host): boolean => status?.errorType === PROVISIONED_REGISTRATION_ERROR;

for (const name of ['default', 'broken']) {
  test(`in ${name}, every unpaused host with the registration error is repairable by defaults`, () => {
    const { hosts, images, clusters } = scenario(name);
    const repairable = hosts.filter(({ host }) => isBroken(host) && !isPaused(host));
    assert.ok(repairable.length >= 5);
    for (const { host, cluster } of repairable) {
      const url = new URL(host.spec.image?.url ?? '');
      assert.ok(isIP(url.hostname.replace(/[[\]]/g, '')), url.href);
      assert.ok(images.includes(`http://httpd-http${url.pathname}`), url.href);
      assert.ok(!images.includes(url.href));
      assert.equal(host.status?.provisioning.state, 'provisioned');
      assert.equal(host.status?.provisioning.image?.url, url.href);
      assert.ok(!clusters.some(({ name, paused }) => name === cluster && paused));
    }
  });
}

test('the default scenario has hosts in two namespaces, with and without owners, healthy, paused and spare', () => {
  const all = scenario('default');
  assert.deepEqual(namespacesOf(all).sort(), ['default', 'metal3']);
  const broken = all.hosts.filter(({ host }) => isBroken(host) && !isPaused(host));
  assert.ok(broken.some(({ cluster }) => cluster) && broken.some(({ cluster }) => !cluster));
  assert.ok(all.hosts.some(({ host }) => host.status?.operationalStatus === 'OK' && host.spec.image));
  assert.ok(all.hosts.some(({ host }) => host.metadata.annotations?.[PAUSED] === 'metal3.io/capm3'));
});

test('the fleet has two old addresses in two namespaces, and one host of each special kind', () => {
  const { hosts, images } = scenario('fleet');
  const kindOf = (host: Host): string => {
    const { annotations = {} } = host.metadata;
    const url = host.spec.image?.url;
    if (annotations[RECORD_ANNOTATION] !== undefined)
      return typeof parseRecord(annotations[RECORD_ANNOTATION]) === 'object' ? 'unfinished' : 'unreadable';
    if (isPaused(host)) return 'held';
    if (url === undefined) return 'spare';
    if (!isBroken(host)) return 'healthy';
    const isServed = images.includes(`http://httpd-http${new URL(url).pathname}`);
    return isServed ? `broken at ${new URL(url).host}` : 'unserved';
  };
  const kinds = Map.groupBy(hosts, ({ host }) => kindOf(host));
  const names = [...kinds].map(([kind, those]) => [kind, those.map(({ host }) => keyOf(host))]);
  assert.deepEqual(Object.fromEntries(names), {
    'broken at 172.22.0.1:6180': ['metal3/worker-0', 'metal3/worker-1', 'metal3/worker-2', 'edge/edge-0'],
    'broken at 10.96.14.7': ['metal3/worker-3'],
    healthy: ['metal3/worker-6'],
    held: ['metal3/worker-4'],
    unfinished: ['metal3/worker-5'],
    unserved: ['edge/edge-1'],
    spare: ['metal3/worker-7'],
  });
});

test('makes the requested number of distinct hosts of about 5 KB', () => {
  const made = hosts(300).map(({ host }) => host);
  assert.equal(new Set(made.map(({ metadata }) => metadata.name)).size, 300);
  assert.equal(new Set(made.map(({ spec }) => spec.bootMACAddress)).size, 300);
  const size = JSON.stringify(made[0]).length;
  assert.ok(size > 3_500 && size < 6_000, `${size} bytes`);
});

for (const { name: kind, start } of servers()) {
  describe(`on the ${kind} server`, () => {
    let server: TestServer;
    let images: ImageServer;
    before(async () => {
      server = await start();
      images = await startImageServer(Object.keys(scenarios).flatMap((name) => scenario(name).images));
    });
    after(async () => {
      await images?.stop();
      await server?.stop();
    });

    const listed = async (namespaces: string[], resource = 'metal3.io/v1alpha1/baremetalhosts') => {
      const [group, version, plural] = resource.split('/');
      const lists = namespaces.map((namespace) =>
        call(server.admin, { path: `/apis/${group}/${version}/namespaces/${namespace}/${plural}` }),
      );
      // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server sent
      return (await Promise.all(lists)).flatMap(({ json }): any[] => json.items);
    };

    for (const name of ['default', 'guards', 'fleet']) {
      test(`${name} stays as written while the operator runs`, async () => {
        const wanted = placed(scenario(name), randomBytes(4).toString('hex'));
        const namespaces = namespacesOf(wanted);
        await install(server, wanted);
        const operator = await startOperator(server.admin, {
          images,
          scale: 0.02,
          namespaces,
          deadBmcs: wanted.deadBmcs,
        });
        try {
          const found = new Map((await listed(namespaces)).map((host) => [host.metadata.name, host]));
          assert.equal(found.size, wanted.hosts.length);
          for (const { host, deleted = false } of wanted.hosts) {
            const { metadata, spec, status } = found.get(host.metadata.name);
            assert.deepEqual(spec, host.spec, metadata.name);
            assert.deepEqual(metadata.annotations ?? {}, host.metadata.annotations, metadata.name);
            assert.deepEqual(status.provisioning.image, host.status?.provisioning.image, metadata.name);
            assert.equal(status.provisioning.state, host.status?.provisioning.state, metadata.name);
            assert.equal(status.errorType, host.status?.errorType, metadata.name);
            assert.equal(metadata.deletionTimestamp !== undefined, deleted, metadata.name);
          }
          assert.deepEqual(operator.wiped, []);
        } finally {
          await operator.stop();
        }
      });
    }

    test('an owned host refers to its Cluster, and its image to the writer', async () => {
      const wanted = placed(scenario('guards'), randomBytes(4).toString('hex'));
      const namespaces = namespacesOf(wanted);
      await install(server, wanted);
      const all = await listed(namespaces);
      const named = (name: string) => all.find(({ metadata }) => metadata.name === name);

      const [owner] = named('cluster-paused').metadata.ownerReferences;
      const [metal3Machine] = await listed(
        namespaces,
        'infrastructure.cluster.x-k8s.io/v1beta1/metal3machines',
      );
      const [machine] = await listed(namespaces, 'cluster.x-k8s.io/v1beta1/machines');
      const [cluster] = await listed(namespaces, 'cluster.x-k8s.io/v1beta1/clusters');
      assert.equal(owner.uid, metal3Machine.metadata.uid);
      assert.equal(metal3Machine.metadata.ownerReferences[0].uid, machine.metadata.uid);
      assert.equal(machine.metadata.ownerReferences[0].uid, cluster.metadata.uid);
      assert.equal(cluster.spec.paused, true);

      const writers = named('flux-manager-only').metadata.managedFields.filter(
        ({ fieldsV1 }: { fieldsV1: Record<string, Record<string, Record<string, unknown>>> }) =>
          fieldsV1['f:spec']?.['f:image']?.['f:url'],
      );
      assert.deepEqual(
        writers.map(({ manager }: { manager: string }) => manager),
        ['kustomize-controller'],
      );
    });
  });
}
