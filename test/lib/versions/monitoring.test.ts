import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMPONENTS } from '../../../lib/objects/components.ts';
import type { PodObject } from '../../../lib/objects/pod.ts';
import { instanceInstalls, upgradeIssue } from '../../../lib/versions/monitoring.ts';

const resource = (spec: unknown) => ({ metadata: { name: 'k8s', namespace: 'n' }, spec });
const pod = (
  image: string,
  { namespace = 'n', instance = 'k8s', maker = 'StatefulSet/prometheus-k8s' } = {},
): PodObject => ({
  metadata: {
    name: 'p',
    namespace,
    labels: { 'app.kubernetes.io/name': 'prometheus', 'app.kubernetes.io/instance': instance },
    ownerReferences: maker
      .split('/')
      .slice(1)
      .map((name) => ({
        apiVersion: 'v1',
        kind: maker.replace(/[/].*/, ''),
        name,
        uid: 'u',
        controller: true,
      })),
  },
  spec: {
    containers: [
      { name: 'reloader', image: 'r:v1' },
      { name: 'prometheus', image },
    ],
  },
});

const versions = (spec: unknown, pods: PodObject[] = []): (string | null)[] =>
  instanceInstalls(resource(spec), COMPONENTS.metrics, pods).map(({ version }) => version);

const rows: [string, unknown, PodObject[], (string | null)[]][] = [
  ['its pods', { version: 'v2.0.0' }, [pod('p:v3.0.0'), pod('p:v3.0.0')], ['v3.0.0']],
  ['an upgrade', {}, [pod('p:v3.0.0'), pod('p:v3.1.0')], ['v3.0.0', 'v3.1.0']],
  ['a version', { version: 'v3.0.0' }, [], ['v3.0.0']],
  ['an image beats a version', { version: 'v3.0.0', image: 'p:v3.1.0' }, [], ['v3.1.0']],
  ['an image without a tag', { version: 'v3.0.0', image: 'p' }, [], ['v3.0.0']],
  ['no reason in its status', { image: 'p' }, [], [null]],
  ['no spec', undefined, [], [null]],
  ['a shard', {}, [pod('p:v3.0.0', { maker: 'StatefulSet/prometheus-k8s-shard-1' })], ['v3.0.0']],
  ['the pod of a test, with its labels', {}, [pod('p:v3.0.0'), pod('p:v9.9.9', { maker: '' })], ['v3.0.0']],
  [
    "another chart's pods, with its labels",
    {},
    [pod('p:v9.9.9', { maker: 'StatefulSet/k8s-server' })],
    [null],
  ],
  ['pods of another instance', {}, [pod('p:v3', { instance: 'x' }), pod('p:v3', { namespace: 'x' })], [null]],
];
for (const [what, spec, pods, expected] of rows)
  test(`the version of an instance: ${what}`, () => assert.deepEqual(versions(spec, pods), expected));

const servers: [string | undefined, boolean][] = [
  ['v1.24.17', true],
  ['v1.9.0', true],
  ['v1.24.3-eks-1', true],
  ['v1.25.0', false],
  ['v1.36.3', false],
  ['v2.0.0', false],
  ['', false],
  [undefined, false],
];
for (const [gitVersion, isOld] of servers)
  test(`upgrades on Kubernetes ${gitVersion}: ${isOld ? 'errors in the diff stage' : 'nothing'}`, () => {
    const issue = upgradeIssue(gitVersion === undefined ? {} : { gitVersion });
    assert.equal(issue?.includes(`on Kubernetes ${gitVersion}, `) ?? false, isOld);
  });
