import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { findHostGroup, readInHostGroup, resourceVersionOf } from '../../../lib/kube/api/discovery.ts';
import { refusalOf } from '../../../lib/kube/api/errors.ts';
import type { KubeClient, KubeRequest } from '../../../lib/kube/api/types.ts';

interface Version {
  version: string;
  resources: string[];
  stale?: boolean;
}
type Groups = Record<string, Version[]>;

/** A server with aggregated discovery: everything in one response. */
function aggregated(groups: Groups): KubeClient & { asked: string[] } {
  const items = Object.entries(groups).map(([name, versions]) => ({
    metadata: { name },
    versions: versions.map(({ version, resources, stale }) => ({
      version,
      freshness: stale ? 'Stale' : 'Current',
      resources: resources.map((resource) => ({ resource })),
    })),
  }));
  return answering(({ path, accept }) => {
    assert.equal(path, '/apis');
    assert.match(accept ?? '', /^application\/json;g=apidiscovery\.k8s\.io;v=v2;as=APIGroupDiscoveryList,/);
    return { kind: 'APIGroupDiscoveryList', items };
  });
}

/** An old server: a list of groups, and a list of resources per version; the last version is preferred. */
function legacy(groups: Groups): KubeClient & { asked: string[] } {
  return answering(({ path }) => {
    if (path === '/apis') {
      return {
        kind: 'APIGroupList',
        groups: Object.entries(groups).map(([name, versions]) => ({
          name,
          versions: versions.map(({ version }) => ({ version })),
          preferredVersion: { version: versions.at(-1)?.version },
        })),
      };
    }
    const [, , group = '', version] = path.split('/');
    const found = groups[group]?.find((candidate) => candidate.version === version);
    if (!found || found.stale) throw refusalOf(503, '');
    return { kind: 'APIResourceList', resources: found.resources.map((name) => ({ name })) };
  });
}

function answering(answer: (request: KubeRequest) => unknown): KubeClient & { asked: string[] } {
  const asked: string[] = [];
  const send = async (request: KubeRequest) => {
    asked.push(request.path);
    return answer(request);
  };
  return { asked, send } as unknown as KubeClient & { asked: string[] };
}

const HOSTS = { version: 'v1alpha1', resources: ['baremetalhosts', 'baremetalhosts/status'] };
const apps = [{ version: 'v1', resources: ['deployments'] }];

for (const [kind, serverOf] of [['aggregated', aggregated] as const, ['legacy', legacy] as const]) {
  test(`${kind} discovery: finds the group that serves hosts, whatever its name`, async () => {
    const client = serverOf({ apps, 'hosts.example.org': [HOSTS] });
    assert.equal(await findHostGroup(client), 'hosts.example.org');
  });

  test(`${kind} discovery: ignores other versions of hosts`, async () => {
    const client = serverOf({ 'metal3.io': [{ ...HOSTS, version: 'v1' }] });
    await assert.rejects(findHostGroup(client), {
      name: 'CommandError',
      message: 'error: the server has no API group with "baremetalhosts" in version v1alpha1',
    });
  });

  test(`${kind} discovery: fails when several groups serve hosts`, async () => {
    const client = serverOf({ 'metal3.io': [HOSTS], 'old.example': [HOSTS] });
    await assert.rejects(findHostGroup(client), {
      name: 'CommandError',
      message: 'error: several API groups have "baremetalhosts" in version v1alpha1: metal3.io, old.example',
    });
  });

  test(`${kind} discovery: names a group that could not be read, and finds the others`, async () => {
    const broken = [{ version: 'v1alpha1', resources: [], stale: true }];
    assert.equal(
      await findHostGroup(serverOf({ 'down.example': broken, 'metal3.io': [HOSTS] })),
      'metal3.io',
    );
    await assert.rejects(findHostGroup(serverOf({ 'down.example': broken })), {
      message: /v1alpha1 \(these could not be read: down\.example\/v1alpha1\)$/,
    });
  });

  test(`${kind} discovery: fetches discovery once`, async () => {
    const client = serverOf({ apps, 'metal3.io': [HOSTS] });
    await Promise.all([findHostGroup(client), resourceVersionOf(client, 'apps', 'deployments')]);
    await findHostGroup(client);
    assert.equal(client.asked.filter((path) => path === '/apis').length, 1);
    assert.equal(new Set(client.asked).size, client.asked.length);
  });
}

test('finds the preferred version that serves a resource', async () => {
  const versions = [
    { version: 'v1beta2', resources: ['clusters'] },
    { version: 'v1beta1', resources: ['clusters', 'machines'] },
  ];
  const client = aggregated({ 'cluster.x-k8s.io': versions });
  assert.equal(await resourceVersionOf(client, 'cluster.x-k8s.io', 'clusters'), 'v1beta2');
  assert.equal(await resourceVersionOf(client, 'cluster.x-k8s.io', 'machines'), 'v1beta1');
  assert.equal(await resourceVersionOf(client, 'cluster.x-k8s.io', 'hosts'), undefined);
  assert.equal(await resourceVersionOf(client, 'nowhere', 'clusters'), undefined);
  assert.equal(await resourceVersionOf(legacy({ g: versions }), 'g', 'clusters'), 'v1beta1');
});

test('does not cache a failed discovery', async () => {
  let failing = true;
  const client = answering(() => {
    if (failing) throw refusalOf(503, '');
    return {
      items: [
        {
          metadata: { name: 'metal3.io' },
          versions: [{ version: 'v1alpha1', resources: [{ resource: 'baremetalhosts' }] }],
        },
      ],
    };
  });
  await assert.rejects(findHostGroup(client));
  failing = false;
  assert.equal(await findHostGroup(client), 'metal3.io');
});

test('reads the usual group at once, and the actual group if it is another', async () => {
  const read: string[] = [];
  const reading = async (group: string) => {
    read.push(group);
    if (group === 'metal3.io' && read.length === 1) throw new Error('no such group');
    return `hosts of ${group}`;
  };
  const elsewhere = await readInHostGroup(aggregated({ 'hosts.example.org': [HOSTS] }), reading);
  assert.deepEqual(elsewhere, { group: 'hosts.example.org', found: 'hosts of hosts.example.org' });
  assert.deepEqual(read, ['metal3.io', 'hosts.example.org']);
  const usual = await readInHostGroup(aggregated({ 'metal3.io': [HOSTS] }), reading);
  assert.deepEqual(usual, { group: 'metal3.io', found: 'hosts of metal3.io' });
  assert.equal(read.length, 3);
});

test('discards the read of the usual group when no group serves hosts', async () => {
  await assert.rejects(
    readInHostGroup(aggregated({}), async () => 'hosts'),
    /error: the server has no API group with "baremetalhosts"/,
  );
});
