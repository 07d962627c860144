import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ImageService,
  namespacesNamed,
  pinsOf,
  readImageService,
  type Serving,
  serviceFindings,
} from '../../../lib/audit/service.ts';

const service = (spec: object, status: object = {}) => ({
  metadata: { name: 'httpd-http', namespace: 'metal3' },
  spec,
  status,
});
const slice = (...endpoints: object[]) => ({ endpoints });

test('reads all addresses of a service and of the pods behind it', () => {
  const read = readImageService(
    service(
      { clusterIP: '10.0.0.7', clusterIPs: ['10.0.0.7', 'FD00:0::7'], externalIPs: ['192.0.2.1'] },
      { loadBalancer: { ingress: [{ ip: '192.0.2.2' }, { hostname: 'a.example' }] } },
    ),
    [
      slice({ addresses: ['10.244.0.1'], conditions: { ready: false } }),
      slice({ addresses: ['10.244.0.2'] }),
    ],
  );
  assert.deepEqual(read, {
    namespace: 'metal3',
    name: 'httpd-http',
    addresses: ['10.0.0.7', 'fd00::7', '192.0.2.1', '192.0.2.2'],
    endpoints: ['10.244.0.1', '10.244.0.2'],
    ready: true,
  });
  assert.deepEqual([...pinsOf([read])].slice(1, 3), [
    ['10.244.0.2', 'a pod behind service metal3/httpd-http'],
    ['10.0.0.7', 'service metal3/httpd-http'],
  ]);
});

const ready: [string, object, object[] | undefined, boolean][] = [
  [
    'one endpoint is ready',
    {},
    [slice({ conditions: { ready: false } }, { conditions: { ready: true } })],
    true,
  ],
  ['one has no conditions', {}, [slice({ addresses: [] })], true],
  ['none is ready', { clusterIP: 'None' }, [slice({ conditions: { ready: false } })], false],
  ['there are none', {}, [slice()], false],
  ['there is no slice', {}, [], false],
  ['the slices may not be read', {}, undefined, true],
  ['the type is ExternalName', { type: 'ExternalName' }, [], true],
  ['a slice is broken', {}, [{ endpoints: [null, 7] }], false],
];

for (const [what, spec, slices, expected] of ready)
  test(`a service is ${expected ? '' : 'not '}ready if ${what}`, () => {
    assert.equal(readImageService(service(spec), slices).ready, expected);
  });

const at = (namespace: string, isReady: boolean): ImageService => ({
  namespace,
  name: 'httpd-http',
  addresses: [],
  endpoints: [],
  ready: isReady,
});

const missing = 'service-missing: no namespace has a service httpd-http';
const missingIn = (namespace: string) => `service-missing: namespace ${namespace} has no service httpd-http`;
const notReady = (namespace: string) =>
  `service-not-ready in ${namespace}: the service has no ready endpoint: nothing serves the images`;

/** Existing services, what is searched, and the findings of rule 3. */
const found: [string, ImageService[], Partial<Serving>, string[]][] = [
  ['no service', [], {}, [missing]],
  ['no service, though addresses have a namespace', [], { named: new Set(['a']) }, [missingIn('a')]],
  [
    'no service in the namespace of the name',
    [],
    { service: 'httpd-http.b.svc', only: 'b' },
    [missingIn('b')],
  ],
  ['a ready service', [at('a', true)], { named: new Set(['a']) }, []],
  ['a service in another namespace', [at('a', true)], { named: new Set(['b', 'a']) }, [missingIn('b')]],
  [
    'a service in another namespace that could not be searched',
    [at('a', true)],
    { named: new Set(['b']), only: 'a' },
    [],
  ],
  ['one of two services without an endpoint', [at('a', false), at('b', true)], {}, [notReady('a')]],
  ['a service in the namespace and one in another', [at('a', false), at('b', true)], { namespace: 'b' }, []],
  [
    'a service in the namespace and one in another that addresses use',
    [at('a', false), at('b', true)],
    { namespace: 'b', named: new Set(['a']) },
    [notReady('a')],
  ],
  ['a service only in another namespace', [at('a', false)], { namespace: 'b' }, [notReady('a')]],
];

for (const [what, services, more, expected] of found)
  test(`rule 3 with ${what}`, () => {
    const none = { service: 'httpd-http', namespace: undefined, only: undefined, named: new Set<string>() };
    const findings = serviceFindings({ ...none, services, ...more });
    assert.deepEqual(
      findings.map(({ rule, message, namespace }) =>
        rule === 'service-missing' ? `${rule}: ${message}` : `${rule} in ${namespace}: ${message}`,
      ),
      expected,
    );
    for (const { level, kind, path } of findings)
      assert.deepEqual([level, kind, path], ['error', 'Service', []]);
  });

test('namespacesNamed gives the namespaces in addresses of the service', () => {
  const host = (url: string) => ({ kind: 'BareMetalHost', spec: { image: { url } } });
  assert.deepEqual(namespacesNamed(host('http://httpd-http.images.svc/a'), 'httpd-http'), ['images']);
  assert.deepEqual(namespacesNamed(host('http://httpd-http/a'), 'httpd-http'), []);
  assert.deepEqual(namespacesNamed(host('http://others.images.svc/a'), 'httpd-http'), []);
});
