import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uriFrom } from '../../../cmd/shared/walk.ts';
import { auditCluster, type ClusterOptions } from '../../../lib/cluster/audit/cluster.ts';
import { refusalOf } from '../../../lib/kube/api/errors.ts';
import type { KubeClient, KubeRequest } from '../../../lib/kube/api/types.ts';

const METAL3 = '/apis/metal3.io/v1alpha1';
const MACHINES = '/apis/infrastructure.cluster.x-k8s.io/v1beta1';

const options: ClusterOptions = {
  service: 'httpd-http',
  flavors: [],
  namespace: undefined,
  secrets: false,
  shard: undefined,
};

const host = (name: string, url: string) => ({
  metadata: { name, namespace: 'metal3' },
  spec: { image: { url }, userData: { name: `${name}-data` } },
});

const service = (namespace: string) => ({ metadata: { name: 'httpd-http', namespace }, spec: {} });
const slice = (namespace: string) => ({
  metadata: { name: 'httpd-http-1', namespace },
  endpoints: [{ addresses: ['10.244.0.1'] }],
});

const discovery = {
  items: [
    { metadata: { name: 'metal3.io' }, versions: [version('v1alpha1', 'baremetalhosts')] },
    {
      metadata: { name: 'infrastructure.cluster.x-k8s.io' },
      versions: [version('v1beta1', 'metal3machines')],
    },
  ],
};

function version(name: string, resource: string) {
  return { version: name, resources: [{ resource }] };
}

/** A cluster with these objects, or this error code, in each collection; any other is forbidden. */
function cluster(collections: Record<string, object[] | number>): KubeClient {
  const send = async ({ path }: KubeRequest): Promise<unknown> => {
    if (path === '/apis') return discovery;
    const items = collections[path] ?? 403;
    if (typeof items === 'number') throw refusalOf(items, JSON.stringify({ kind: 'Status', message: 'no' }));
    return { metadata: {}, items };
  };
  return {
    send: send as KubeClient['send'],
    async *list(request: KubeRequest) {
      yield (await send(request)) as never;
    },
    ask: () => assert.fail('nothing is asked'),
    watch: () => assert.fail('nothing is watched'),
    close: () => {},
  };
}

const served = 'http://httpd-http/images/a-hpc-b.qcow2';
const whole = {
  '/api/v1/services': [service('metal3')],
  '/apis/discovery.k8s.io/v1/endpointslices': [slice('metal3')],
  '/api/v1/configmaps': [],
  [`${METAL3}/baremetalhosts`]: [host('worker-0', served)],
  [`${MACHINES}/metal3machines`]: [],
};

test('reports no findings and no gaps in a healthy cluster', async () => {
  assert.deepEqual(await auditCluster(cluster(whole), options), {
    findings: [],
    unread: [],
    scope: { objects: 1 },
  });
});

test('every object and the service are in exactly one shard', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `worker-${index}`);
  const broken = {
    ...whole,
    '/api/v1/services': [],
    [`${METAL3}/baremetalhosts`]: names.map((name) => host(name, 'http://172.22.0.1/a-hpc-b.qcow2')),
  };
  const shards = await Promise.all(
    [0, 1, 2].map((index) => auditCluster(cluster(broken), { ...options, shard: { index, count: 3 } })),
  );
  const all = await auditCluster(cluster(broken), options);
  const told = (audits: (typeof all)[]): string[] =>
    audits.flatMap(({ findings }) => findings.map(({ rule, name }) => `${rule} ${name}`)).sort();
  assert.deepEqual(told(shards), told([all]));
  assert.equal(all.findings.length, 13);
  assert.ok(shards.every(({ findings }) => findings.length < 13));
  assert.equal(
    shards.reduce((sum, { scope }) => sum + (scope?.objects ?? 0), 0),
    all.scope?.objects,
  );
});

test('reports the findings of other kinds if the server fails for one', async () => {
  const broken = {
    ...whole,
    [`${METAL3}/baremetalhosts`]: [
      host('worker-0', served),
      host('worker-1', 'http://10.0.0.1/a-hpc-b.qcow2'),
    ],
    [`${MACHINES}/metal3machines`]: 500,
  };
  const { findings, unread } = await auditCluster(cluster(broken), options);
  assert.deepEqual(
    findings.map(({ name, rule }) => [name, rule]),
    [['worker-1', 'ip-address']],
  );
  assert.deepEqual(
    unread.map(({ resource, reason }) => [resource, reason.includes('no')]),
    [['metal3machines.infrastructure.cluster.x-k8s.io', true]],
  );
});

test('reports unreadable Secrets of a namespace as one gap', async () => {
  const hosts = ['a', 'b', 'c'].map((name) => host(name, served));
  const some = { ...whole, [`${METAL3}/baremetalhosts`]: hosts };
  const { findings, unread } = await auditCluster(cluster(some), { ...options, secrets: true });
  assert.deepEqual(findings, []);
  assert.deepEqual(unread, [
    {
      resource: 'secrets/a-data',
      namespace: 'metal3',
      reason: 'access denied (and 2 more)',
      hint: 'ask for permission to get it',
    },
  ]);
});

const NAMESPACE = '/namespaces/metal3';
const one = {
  [`/api/v1${NAMESPACE}/services`]: [service('metal3')],
  [`/apis/discovery.k8s.io/v1${NAMESPACE}/endpointslices`]: [slice('metal3')],
  [`/api/v1${NAMESPACE}/configmaps`]: [],
  [`${MACHINES}${NAMESPACE}/metal3machines`]: [],
};
const everywhere = ['services', 'endpointslices.discovery.k8s.io'].map((resource) => ({
  resource,
  reason: 'access denied',
  hint: 'ask for permission to list it',
}));

const rows: [string, object[], Record<string, object[]>, object[]][] = [
  ['exists', [host('worker-0', served)], {}, []],
  [
    'exists, and an address has another namespace',
    [host('worker-0', 'http://httpd-http.images/a-hpc-b.qcow2')],
    {},
    everywhere,
  ],
  ['is missing', [host('worker-0', served)], { [`/api/v1${NAMESPACE}/services`]: [] }, everywhere],
];

for (const [what, hosts, more, unread] of rows)
  test(`reads a single namespace, if only that is allowed, in which the service ${what}`, async () => {
    const some = { ...one, [`${METAL3}${NAMESPACE}/baremetalhosts`]: hosts, ...more };
    assert.deepEqual(await auditCluster(cluster(some), { ...options, namespace: 'metal3' }), {
      findings: [],
      unread,
      scope: { objects: 1, namespace: 'metal3' },
    });
  });

const uris: [string, string][] = [
  ['a/b c.yaml', 'a/b%20c.yaml'],
  ['./a.yaml', 'a.yaml'],
  ['/srv/repo/ä.yaml', '%C3%A4.yaml'],
  ['../other/a.yaml', 'file:///srv/other/a.yaml'],
  ['..a/b.yaml', '..a/b.yaml'],
];

for (const [path, uri] of uris)
  test(`gives ${path} the URI ${uri}`, { skip: process.platform === 'win32' }, () => {
    assert.equal(uriFrom('/srv/repo')(path), uri);
  });
