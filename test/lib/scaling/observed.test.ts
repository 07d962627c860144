import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { costText } from '../../../lib/scaling/cost.ts';
import { type Member, notOneCluster } from '../../../lib/scaling/gossip.ts';
import { withObjects } from '../../../lib/scaling/observed.ts';
import { claimsLeft, claimsReused, stateText, waitingFor } from '../../../lib/scaling/state.ts';
import { observe } from './scene.ts';

const ordinals = (claims: { ordinal: number }[]): number[] => claims.map(({ ordinal }) => ordinal);

test('the claims of replicas that go away, and of those that an earlier scale left', () => {
  const observed = observe({ claims: [10, 0, 2, 1] });
  assert.deepEqual(ordinals(observed.claims), [0, 1, 2, 10]);
  assert.deepEqual(ordinals(claimsLeft(observed, { replicas: 1 })), [1]);
  assert.deepEqual(ordinals(claimsLeft(observed, { replicas: 0 })), [0, 1]);
  assert.deepEqual(ordinals(claimsLeft(observed, { replicas: 3 })), []);
  assert.deepEqual(ordinals(claimsReused(observed, { replicas: 3 })), [2]);
});

test('claims of every shard belong to it, those of other instances do not', () => {
  const sharded = observe({ target: { spec: { shards: 2 } } });
  const [claim] = sharded.objects.claims;
  assert.ok(claim);
  const names = [
    'prometheus-k8s-db-prometheus-k8s-0',
    'prometheus-k8s-db-prometheus-k8s-shard-1-0',
    'prometheus-k8s-db-prometheus-k8s-2-0',
    'prometheus-k8s-db-prometheus-k8s-00',
    'grafana',
  ];
  const claims = names.map((name) => ({ ...claim, metadata: { ...claim.metadata, name } }));
  assert.deepEqual(
    withObjects(sharded, { claims }).claims.map((one) => one.claim.name),
    names.slice(0, 2),
  );
});

test('refuses more shards than there can be', () => {
  assert.throws(
    () =>
      withObjects(observe(), {
        target: { ...observe().objects.target, spec: { shards: 1e9 } } as KubeObject,
      }),
    /has too many shards: 1000000000/,
  );
});

test('a StatefulSet that counts from another number has its claims counted from 0', () => {
  const observed = observe({
    component: 'ui',
    kind: 'StatefulSet',
    target: { spec: { ordinals: { start: 5 } } },
    claims: [5, 6],
  });
  assert.deepEqual(ordinals(observed.claims), [0, 1]);
});

test('says what is waited for, and the state', () => {
  const target = { replicas: 3 };
  const waiting = (set: object): string[] => waitingFor(observe({ replicas: 3, set }), target);
  assert.deepEqual(waiting({}), []);
  assert.deepEqual(waiting({ spec: { replicas: 2 } }), [
    'StatefulSet prometheus-k8s: still set to 2 replicas',
  ]);
  assert.deepEqual(waiting({ metadata: { generation: 9 } }), [
    'StatefulSet prometheus-k8s: its controller has not seen the change yet',
  ]);
  assert.deepEqual(waiting({ status: { replicas: 2 } }), ['StatefulSet prometheus-k8s: has 2 of 3 replicas']);
  assert.deepEqual(waiting({ status: { readyReplicas: 1 } }), [
    'StatefulSet prometheus-k8s: 1 of 3 replicas ready',
  ]);
  assert.deepEqual(waiting({ status: { updatedReplicas: 1 } }), [
    'StatefulSet prometheus-k8s: 1 of 3 replicas restarted',
  ]);
  assert.equal(
    stateText(observe({ replicas: 3, set: { status: { readyReplicas: 1 } } })),
    'Prometheus monitoring-system/k8s is set to 3 replicas, and 1 is ready',
  );
  assert.equal(
    stateText(observe({ target: { spec: { shards: 2 } } })),
    'Prometheus monitoring-system/k8s is set to 2 replicas in each of 2 shards, and 4 are ready',
  );
});

test('names what a metrics server costs, and what all of them cost', () => {
  const resources = { requests: { cpu: '500m', memory: '2Gi' }, limits: { cpu: 4 } };
  assert.equal(
    costText(observe({ target: { spec: { resources } } }), 3),
    'one requests 0.5 CPU, 2Gi of memory, and 50Gi of storage, all 3 request 1.5 CPU, 6Gi of memory, and 150Gi of storage',
  );
  const limits = { limits: { cpu: 2 } };
  assert.equal(
    costText(observe({ target: { spec: { resources: limits, storage: null } } }), 2),
    'one requests 2 CPU, both request 4 CPU',
  );
  assert.equal(
    costText(observe({ target: { spec: { storage: null } } }), 2),
    'it sets no requests, so the nodes reserve nothing for them',
  );
});

const member = (replica: string, ...peers: string[]): Member => ({ replica, peers });
const clusters: [what: string, members: Member[], wrong: string | undefined][] = [
  ['both know both', [member('a', 'A', 'B'), member('b', 'B', 'A')], undefined],
  ['only one answers, and knows both', [member('a', 'A', 'B')], undefined],
  ['none answers', [], undefined],
  ['one is alone', [member('a', 'A'), member('b', 'B')], 'the cluster of a has 1 of 2 members'],
  ['one has no cluster', [member('a', 'A', 'B'), member('b')], 'b is in no cluster'],
  ['one still knows a member that went', [member('a', 'A', 'B', 'C')], 'the cluster of a has 3 of 2 members'],
  [
    'they know others',
    [member('a', 'A', 'B'), member('b', 'C', 'D')],
    'the replicas are in 2 different clusters',
  ],
];
for (const [what, members, wrong] of clusters)
  test(`judges a cluster: ${what}`, () => assert.equal(notOneCluster(members, 2), wrong));
