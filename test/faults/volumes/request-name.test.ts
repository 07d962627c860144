import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestNames } from './request-name.ts';

const CORE = '/api/v1/namespaces/monitoring';
const INSTANCE = '/apis/monitoring.coreos.com/v1/namespaces/monitoring/prometheuses/k8s';

const names = (requests: [method: string, path: string, body?: object][]): string[] => {
  const named = requestNames();
  return requests.map(([method, path, body], index) => {
    const request = { number: index + 1, method, path, headers: {}, body: JSON.stringify(body ?? {}) };
    return named(request).name;
  });
};

test('names a write by its purpose; a dry run is not a write', () => {
  const size = { storage: {} };
  assert.deepEqual(
    names([
      ['PATCH', `${INSTANCE}?dryRun=All`, { spec: { replicas: 0, ...size } }],
      ['DELETE', '/apis/apps/v1/namespaces/monitoring/statefulsets/prometheus-k8s', { dryRun: ['All'] }],
      ['POST', `${CORE}/configmaps`],
      ['PATCH', INSTANCE, { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain' } } }],
      ['PATCH', INSTANCE, { spec: { replicas: 0, ...size } }],
      ['PATCH', `${CORE}/persistentvolumeclaims/prometheus-k8s-db-prometheus-k8s-1`, { spec: {} }],
      ['PATCH', INSTANCE, { spec: { paused: true, ...size } }],
      ['DELETE', '/apis/apps/v1/namespaces/monitoring/statefulsets/prometheus-k8s'],
      ['PATCH', INSTANCE, { spec: { retentionSize: '80GB' } }],
      ['PATCH', INSTANCE, { spec: { paused: null } }],
      ['PATCH', INSTANCE, { spec: { replicas: 2 } }],
      ['PATCH', INSTANCE, { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } } }],
      ['PATCH', `${CORE}/configmaps/record`],
      ['DELETE', `${CORE}/configmaps/record`],
    ]),
    [
      'try to stop',
      'try to delete the StatefulSet',
      'write the record',
      'retain the volumes',
      'stop',
      'grow claim 1',
      'hold the operator',
      'delete the StatefulSet',
      'set retentionSize',
      'let the operator go',
      'restore the replicas',
      'restore the policy',
      'turn the record to undo',
      'remove the record',
    ],
  );
});

test('names a read by the last write before it', () => {
  const pods = `${CORE}/pods?labelSelector=a%3Db`;
  assert.deepEqual(
    names([
      ['GET', '/api/v1/pods?labelSelector=a%3Db'],
      ['GET', pods],
      ['PATCH', INSTANCE, { spec: { replicas: 0 } }],
      ['GET', `${pods}&watch=true`],
      ['GET', pods],
      ['GET', pods],
    ]),
    [
      'GET pods of a=b',
      'GET pods',
      'stop',
      'WATCH pods after stop',
      'GET pods after stop',
      'GET pods after stop #2',
    ],
  );
});
