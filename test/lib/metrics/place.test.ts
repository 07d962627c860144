import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { ALERTMANAGER, PROMETHEUS, placesOf, podSelector } from '../../../lib/metrics/place.ts';
import type { PodObject } from '../../../lib/objects/pod.ts';

const pod = (name: string, changes: object = {}): PodObject => ({
  metadata: { name, namespace: 'monitoring', labels: { 'app.kubernetes.io/instance': 'k8s' }, ...changes },
  status: { conditions: [{ type: 'Ready', status: 'True' }] },
});
const resource = (spec: object): KubeObject => ({
  metadata: { name: 'k8s', namespace: 'monitoring' },
  ...{ spec },
});
const at = { namespace: 'monitoring', pod: 'prometheus-k8s-0', port: 9090 };

test('reads port, TLS and path of a pod from its resource', () => {
  const rows: [spec: object, secure: boolean, prefix: string][] = [
    [{}, false, ''],
    [{ routePrefix: '/' }, false, ''],
    [{ routePrefix: '/prometheus' }, false, '/prometheus'],
    [{ routePrefix: '/prometheus/' }, false, '/prometheus'],
    [{ routePrefix: '/a/b-c.d/' }, false, '/a/b-c.d'],
    [{ routePrefix: '/../../namespaces/prod' }, false, ''],
    [{ routePrefix: '/a?b=c' }, false, ''],
    [{ routePrefix: '/%2e%2e/a' }, false, ''],
    [{ externalUrl: 'https://monitoring.example' }, false, ''],
    [{ externalUrl: 'https://monitoring.example/metrics', routePrefix: '/' }, false, ''],
    [{ externalUrl: 'no address' }, false, ''],
    [{ web: { tlsConfig: { cert: {} } } }, true, ''],
    [{ web: { pageTitle: 'x' } }, false, ''],
  ];
  for (const [spec, secure, prefix] of rows)
    assert.deepEqual(
      placesOf(PROMETHEUS, [resource(spec)], [pod('prometheus-k8s-0')]),
      [{ ...at, secure, prefix }],
      JSON.stringify(spec),
    );
});

test('skips pods that are terminating or not ready', () => {
  const pods: PodObject[] = [
    pod('going', { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    { ...pod('starting'), status: { conditions: [{ type: 'Ready', status: 'False' }] } },
    { ...pod('new'), status: {} },
    { metadata: { name: 'pending', namespace: 'monitoring' } },
  ];
  assert.deepEqual(placesOf(PROMETHEUS, [], pods), []);
});

test('sorts pods by name, and ignores resources of other namespaces', () => {
  const other = { ...resource({ routePrefix: '/x' }), metadata: { name: 'k8s', namespace: 'other' } };
  const found = placesOf(ALERTMANAGER, [other], [pod('b'), pod('a')]);
  assert.deepEqual(
    found.map(({ pod: name, port, prefix }) => [name, port, prefix]),
    [
      ['a', 9093, ''],
      ['b', 9093, ''],
    ],
  );
  assert.equal(podSelector(ALERTMANAGER), 'app.kubernetes.io/name=alertmanager');
});
