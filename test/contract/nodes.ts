import assert from 'node:assert/strict';
import { type Case, get, type Json, patch, post, remove, succeeded } from './exchange.ts';

const object = (kind: string, name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name },
  ...more,
});

export const nodes: Case[] = [
  {
    name: 'a Node is made with the status that it is sent with',
    async run({ admin }, namespace) {
      const status = { addresses: [{ type: 'InternalIP', address: '10.0.0.7' }] };
      const made = succeeded(await post(admin, '/api/v1/nodes', object('Node', namespace, { status })), 201);
      assert.deepEqual(made.status.addresses, status.addresses);
      const read = succeeded(await get(admin, `/api/v1/nodes/${namespace}`));
      assert.equal(read.metadata.uid, made.metadata.uid);
      succeeded(await remove(admin, `/api/v1/nodes/${namespace}`));
    },
  },
  {
    name: 'strategic merge patch: a keyed list is merged item by item, null and $patch delete',
    async run({ admin }, namespace) {
      const ready = { type: 'Ready', status: 'True' };
      const body = object('Node', namespace, { status: { conditions: [ready] } });
      succeeded(await post(admin, '/api/v1/nodes', body), 201);
      const change = async (conditions: Json[]) => {
        const path = `/api/v1/nodes/${namespace}/status`;
        const type = { 'content-type': 'application/strategic-merge-patch+json' };
        const { status } = succeeded(await patch(admin, path, { status: { conditions } }, type));
        return Object.fromEntries(status.conditions.map((each: Json) => [each.type, each.status]));
      };
      assert.deepEqual(await change([{ type: 'DiskPressure', status: 'False' }]), {
        DiskPressure: 'False',
        Ready: 'True',
      });
      assert.deepEqual(await change([{ type: 'Ready', status: 'False' }]), {
        DiskPressure: 'False',
        Ready: 'False',
      });
      assert.deepEqual(await change([{ type: 'DiskPressure', $patch: 'delete' }]), { Ready: 'False' });
      succeeded(await remove(admin, `/api/v1/nodes/${namespace}`));
    },
  },
  {
    name: 'merge patch: a list of a built-in type is replaced whole',
    async run({ admin }, namespace) {
      const addresses = [{ type: 'InternalIP', address: '10.0.0.7' }];
      const conditions = [{ type: 'Ready', status: 'True' }];
      const body = object('Node', namespace, { status: { addresses, conditions } });
      succeeded(await post(admin, '/api/v1/nodes', body), 201);
      const change = { status: { addresses: [{ type: 'Hostname', address: 'a' }] } };
      const { status } = succeeded(await patch(admin, `/api/v1/nodes/${namespace}/status`, change));
      assert.deepEqual(status.addresses, change.status.addresses);
      assert.equal(status.conditions.length, 1);
      succeeded(await remove(admin, `/api/v1/nodes/${namespace}`));
    },
  },
];
