import assert from 'node:assert/strict';
import type { TestServer } from '../support/server.ts';
import { asTable, type Case, get, type Json, patch, post, refused, succeeded } from './exchange.ts';
import { sized } from './storage.ts';

const API_VERSION = 'monitoring.coreos.com/v1';

const path = (namespace: string, plural: string, name?: string, subresource?: string): string =>
  [`/apis/${API_VERSION}/namespaces/${namespace}/${plural}`, name, subresource].filter(Boolean).join('/');

const make = async ({ admin }: TestServer, namespace: string, kind: string, spec: object): Promise<Json> => {
  const body = { apiVersion: API_VERSION, kind, metadata: { name: 'a' }, spec };
  const plural = kind === 'Prometheus' ? 'prometheuses' : `${kind.toLowerCase()}s`;
  return succeeded(await post(admin, path(namespace, plural), body), 201);
};

const storage = (size: string) => ({ volumeClaimTemplate: { spec: sized(size) } });

export const monitoringCases: Case[] = [
  {
    name: 'sizes stay as they are written, and what the kinds default is filled in',
    async run(server, namespace) {
      const { spec } = await make(server, namespace, 'Prometheus', {
        replicas: 2,
        storage: storage('102400Mi'),
      });
      const times = { evaluationInterval: '30s', scrapeInterval: '30s' };
      assert.deepEqual(spec, { replicas: 2, storage: storage('102400Mi'), portName: 'web', ...times });
      const alertmanager = await make(server, namespace, 'Alertmanager', {});
      assert.deepEqual(alertmanager.spec, { portName: 'web', retention: '120h' });
      const ruler = await make(server, namespace, 'ThanosRuler', {});
      assert.deepEqual(ruler.spec, { portName: 'web', retention: '24h', evaluationInterval: '15s' });
    },
  },
  {
    name: 'one merge patch changes size, replicas and pause, and counts one generation',
    async run({ admin, ...server }, namespace) {
      await make({ admin, ...server }, namespace, 'Prometheus', { replicas: 2, storage: storage('1Gi') });
      const change = { spec: { replicas: 0, paused: true, storage: storage('2Gi') } };
      const { spec, metadata } = succeeded(await patch(admin, path(namespace, 'prometheuses', 'a'), change));
      assert.deepEqual(
        [spec.replicas, spec.paused, spec.storage, metadata.generation],
        [0, true, storage('2Gi'), 2],
      );
      const wrong = { spec: { storage: storage('much'), retentionSize: '5' } };
      const { details } = succeeded(await patch(admin, path(namespace, 'prometheuses', 'a'), wrong), 422);
      const fields = details.causes.map(({ field }: Json) => field).sort();
      const size = 'spec.storage.volumeClaimTemplate.spec.resources.requests.storage';
      assert.deepEqual(fields, ['spec.retentionSize', size]);
    },
  },
  {
    name: 'the scale of a Prometheus is its shards, which may be unset; a ThanosRuler has no scale',
    async run({ admin, ...server }, namespace) {
      await make({ admin, ...server }, namespace, 'Prometheus', { replicas: 2 });
      await make({ admin, ...server }, namespace, 'ThanosRuler', {});
      const scale = path(namespace, 'prometheuses', 'a', 'scale');
      const message = 'the spec replicas field ".spec.shards" does not exist';
      refused(await get(admin, scale), {
        code: 500,
        reason: 'InternalError',
        message: `Internal error occurred: ${message}`,
        details: { causes: [{ message }] },
      });
      assert.deepEqual(succeeded(await patch(admin, scale, { spec: { replicas: 3 } })).spec, { replicas: 3 });
      const { spec } = succeeded(await get(admin, path(namespace, 'prometheuses', 'a')));
      assert.deepEqual([spec.replicas, spec.shards], [2, 3]);
      const { details } = succeeded(await patch(admin, scale, { spec: { replicas: -1 } }), 422);
      assert.deepEqual(details.causes, [
        {
          reason: 'FieldValueInvalid',
          message: 'Invalid value: -1: should be a non-negative integer',
          field: '.spec.shards',
        },
      ]);
      assert.equal((await get(admin, path(namespace, 'thanosrulers', 'a', 'scale'))).status, 404);
    },
  },
  {
    name: 'the status and its columns',
    async run({ admin, ...server }, namespace) {
      await make({ admin, ...server }, namespace, 'Prometheus', { replicas: 2, version: 'v3.5.0' });
      const condition = { type: 'Available', status: 'True', lastTransitionTime: '2026-01-02T03:04:05Z' };
      const counts = { replicas: 2, updatedReplicas: 2, availableReplicas: 1, unavailableReplicas: 1 };
      const status = { paused: false, ...counts, shards: 1, selector: 'app=a', conditions: [condition] };
      const answer = await patch(admin, path(namespace, 'prometheuses', 'a', 'status'), { status });
      assert.deepEqual(succeeded(answer).status, status);
      const { columnDefinitions, rows } = succeeded(
        await get(admin, path(namespace, 'prometheuses'), asTable),
      );
      const names = columnDefinitions.map(({ name }: Json) => name);
      assert.deepEqual(names, [
        'Name',
        'Version',
        'Desired',
        'Ready',
        'Reconciled',
        'Available',
        'Age',
        'Paused',
      ]);
      assert.deepEqual(rows[0].cells.slice(0, 6), ['a', 'v3.5.0', 2, 1, null, 'True']);
    },
  },
];
