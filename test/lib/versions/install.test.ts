import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BARE_METAL_OPERATOR, IRONIC, installsIn } from '../../../lib/versions/install.ts';
import { PROMETHEUS_OPERATOR } from '../../../lib/versions/monitoring.ts';

const workload = (containers: unknown) => ({
  metadata: { name: 'a', namespace: 'b' },
  spec: { template: { spec: { containers } } },
});

/** The programs recognized in a container. */
const found = (container: object): string[] =>
  installsIn(workload([{ image: 'proxy:v1' }, container]), 'Deployment', [
    BARE_METAL_OPERATOR,
    IRONIC,
    PROMETHEUS_OPERATOR,
  ]).map(({ name, version }) => `${name} ${version}`);

const rows: [object, string[]][] = [
  [{ image: 'quay.io/metal3-io/baremetal-operator:v0.12.0' }, ['baremetal-operator v0.12.0']],
  [{ image: 'mirror:5000/x/baremetal-operator@sha256:ab' }, ['baremetal-operator sha256:ab']],
  [{ image: 'registry.suse.com/edge/baremetal-operator:0.9' }, ['baremetal-operator 0.9']],
  [{ image: 'openshift4/ose-baremetal-rhel9-operator:v4.18' }, ['baremetal-operator v4.18']],
  [{ image: 'dev@sha256:ab', command: ['/baremetal-operator', '-v'] }, ['baremetal-operator sha256:ab']],
  [{ image: 'quay.io/openshift/cluster-baremetal-operator:v1' }, []],
  [{ image: 'quay.io/openshift/cluster-baremetal-rhel9-operator:v1' }, []],
  [{ image: 'quay.io/metal3-io/ironic:v32.0' }, ['ironic v32.0']],
  [{ image: 'openshift4/ose-ironic-rhel9:v4.18' }, ['ironic v4.18']],
  [{ image: 'quay.io/metal3-io/ironic-standalone-operator:v0.5' }, []],
  [{ image: 'quay.io/metal3-io/ironic-ipa-downloader:v1' }, []],
  [{ image: 'baremetal-operator.example.com/proxy:v1' }, []],
  [{ image: 'quay.io/prometheus-operator/prometheus-operator:v0.85.0' }, ['prometheus-operator v0.85.0']],
  [{ image: 'quay.io/prometheus-operator/prometheus-config-reloader:v0.85.0' }, []],
  [{ image: 7, command: 'baremetal-operator' }, []],
  [{}, []],
];
for (const [container, programs] of rows)
  test(`in ${JSON.stringify(container)}: ${programs.join() || 'nothing'}`, () =>
    assert.deepEqual(found(container), programs));

test('an install has its location', () => {
  const image = 'baremetal-operator:v1';
  assert.deepEqual(installsIn(workload([{ image }]), 'Deployment', [BARE_METAL_OPERATOR]), [
    { name: 'baremetal-operator', version: 'v1', image, kind: 'Deployment', namespace: 'b', resource: 'a' },
  ]);
});

test('reads objects of any shape', () => {
  for (const spec of [undefined, null, 'a', { template: null }, { template: { spec: { containers: {} } } }])
    assert.deepEqual(installsIn({ metadata: { name: 'a' }, spec } as never, 'Deployment', [IRONIC]), []);
  assert.deepEqual(installsIn(workload([null, 'a', 7]), 'Deployment', [IRONIC]), []);
});
