import assert from 'node:assert/strict';
import { asTable, type Case, get, type Json, post, succeeded } from './exchange.ts';

export const services: Case[] = [
  {
    name: 'a Service is made with its defaults and shown with its ports',
    async run({ admin }, namespace) {
      const path = `/api/v1/namespaces/${namespace}/services`;
      const { spec, status } = succeeded(
        await post(admin, path, {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name: 'images' },
          spec: { selector: { app: 'images' }, ports: [{ port: 80 }] },
        }),
        201,
      );
      assert.deepEqual(spec.ports, [{ protocol: 'TCP', port: 80, targetPort: 80 }]);
      assert.deepEqual([spec.type, spec.sessionAffinity], ['ClusterIP', 'None']);
      assert.deepEqual(status, { loadBalancer: {} });
      const { columnDefinitions, rows } = succeeded(await get(admin, path, asTable));
      assert.deepEqual(
        columnDefinitions.map(({ name }: Json) => name),
        ['Name', 'Type', 'Cluster-IP', 'External-IP', 'Port(s)', 'Age', 'Selector'],
      );
      const [name, type, , external, ports, , selector] = rows[0].cells;
      assert.deepEqual(
        [name, type, external, ports, selector],
        ['images', 'ClusterIP', '<none>', '80/TCP', 'app=images'],
      );
    },
  },
];
