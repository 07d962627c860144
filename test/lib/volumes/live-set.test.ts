import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPod, readSet, type SetObject } from '../../../lib/volumes/instance.ts';

const metadata = { name: 'prometheus-k8s', uid: 'uid-1', generation: 4 };
const read = (object: Partial<SetObject>) => readSet({ metadata, ...object }, 'data');

test('reads an empty StatefulSet', () => {
  assert.deepEqual(read({}), {
    name: 'prometheus-k8s',
    uid: 'uid-1',
    deleting: false,
    replicas: 1,
    pods: undefined,
    size: undefined,
    policy: undefined,
  });
});

test('counts pods only if the controller has observed the current generation', () => {
  const pods = (observedGeneration?: number) =>
    read({ status: { replicas: 2, ...(observedGeneration !== undefined && { observedGeneration }) } }).pods;
  assert.deepEqual([pods(), pods(3), pods(4), pods(5)], [undefined, undefined, 2, 2]);
  assert.equal(read({ status: { observedGeneration: 4 } }).pods, 0);
});

test('reads the size of the given claim template', () => {
  const template = (name: string, storage: string) => ({
    metadata: { name },
    spec: { resources: { requests: { storage } } },
  });
  const volumeClaimTemplates = [template('other', '1Gi'), template('data', '50Gi')];
  assert.equal(read({ spec: { volumeClaimTemplates } }).size, '50Gi');
  assert.equal(read({ spec: { volumeClaimTemplates: volumeClaimTemplates.slice(0, 1) } }).size, undefined);
});

test('takes the controller of a pod, not any owner', () => {
  const owner = (uid: string, controller?: boolean) => ({
    apiVersion: 'v1',
    kind: 'X',
    name: 'x',
    uid,
    ...(controller !== undefined && { controller }),
  });
  const controller = (...ownerReferences: ReturnType<typeof owner>[]) =>
    readPod({ metadata: { name: 'prometheus-k8s-0', ownerReferences } }).controller;
  assert.deepEqual(
    [controller(), controller(owner('a')), controller(owner('a'), owner('b', true))],
    [undefined, undefined, 'b'],
  );
});

test('a pod is ready if its condition says so', () => {
  const ready = (type: string, status: string) =>
    readPod({ metadata: { name: 'p' }, status: { conditions: [{ type, status }] } }).ready;
  assert.deepEqual(
    [ready('Ready', 'True'), ready('Ready', 'False'), ready('Initialized', 'True')],
    [true, false, false],
  );
  assert.equal(readPod({ metadata: { name: 'p' } }).ready, false);
});
