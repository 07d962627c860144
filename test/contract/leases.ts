import assert from 'node:assert/strict';
import { asTable, type Case, get, type Json, patch, post, refused, succeeded } from './exchange.ts';

const API_VERSION = 'coordination.k8s.io/v1';
const leases = (namespace: string) => `/apis/${API_VERSION}/namespaces/${namespace}/leases`;

const renewed = '2030-01-02T03:04:05.678901Z';

const lease = (name: string, spec: object = {}) => ({
  apiVersion: API_VERSION,
  kind: 'Lease',
  metadata: { name },
  spec: { holderIdentity: 'jane', leaseDurationSeconds: 15, renewTime: renewed, ...spec },
});

export const leaseCases: Case[] = [
  {
    name: 'a Lease is created, and renewed by a merge patch, to the microsecond',
    async run({ admin }, namespace) {
      const made = succeeded(await post(admin, leases(namespace), lease('a')), 201);
      assert.deepEqual(made.spec, lease('a').spec);
      assert.equal(made.metadata.generation, undefined);
      const renewTime = '2030-01-02T03:04:07.000001Z';
      const again = succeeded(await patch(admin, `${leases(namespace)}/a`, { spec: { renewTime } }));
      assert.deepEqual(again.spec, { ...made.spec, renewTime });
      assert.notEqual(again.metadata.resourceVersion, made.metadata.resourceVersion);
    },
  },
  {
    name: 'those of one name are found in all namespaces by a field selector',
    async run({ admin }, namespace) {
      const name = `lease-of-${namespace}`;
      for (const each of [name, 'b']) succeeded(await post(admin, leases(namespace), lease(each)), 201);
      const { kind, items } = succeeded(
        await get(admin, `/apis/${API_VERSION}/leases?fieldSelector=metadata.name%3D${name}`),
      );
      assert.equal(kind, 'LeaseList');
      assert.deepEqual(
        items.map((item: Json) => [item.metadata.namespace, item.metadata.name]),
        [[namespace, name]],
      );
    },
  },
  {
    name: 'a table of Leases shows who holds them',
    async run({ admin }, namespace) {
      succeeded(await post(admin, leases(namespace), lease('a')), 201);
      const { columnDefinitions, rows } = succeeded(await get(admin, leases(namespace), asTable));
      assert.deepEqual(
        columnDefinitions.map(({ name }: Json) => name),
        ['Name', 'Holder', 'Age'],
      );
      assert.deepEqual(rows[0].cells.slice(0, 2), ['a', 'jane']);
    },
  },
  {
    name: 'a Lease with a duration of zero is 422',
    async run({ admin }, namespace) {
      const answer = await post(admin, leases(namespace), lease('a', { leaseDurationSeconds: 0 }));
      const detail = 'spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0';
      refused(answer, {
        code: 422,
        reason: 'Invalid',
        message: `Lease.coordination.k8s.io "a" is invalid: ${detail}`,
        details: {
          name: 'a',
          group: 'coordination.k8s.io',
          kind: 'Lease',
          causes: [
            {
              reason: 'FieldValueInvalid',
              message: 'Invalid value: 0: must be greater than 0',
              field: 'spec.leaseDurationSeconds',
            },
          ],
        },
      });
    },
  },
];
