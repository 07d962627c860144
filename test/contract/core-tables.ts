import assert from 'node:assert/strict';
import type { TestServer } from '../support/server.ts';
import { asTable, type Case, get, type Json, post, remove, succeeded } from './exchange.ts';
import { definitions, GAUGES } from './resources.ts';
import { grant, rbac } from './rights.ts';

const SECONDS = /^\d+s$/;

/** The names of a Table's columns, those of `-o wide` in brackets, and the cells of its only row. */
async function table(server: TestServer, path: string): Promise<{ columns: string[]; cells: Json[] }> {
  const { columnDefinitions, rows } = succeeded(await get(server.admin, path, asTable));
  assert.equal(rows.length, 1);
  const columns = columnDefinitions.map(({ name, priority }: Json) => (priority > 0 ? `(${name})` : name));
  return { columns, cells: rows[0].cells };
}

const make = async (server: TestServer, path: string, body: object): Promise<Json> =>
  succeeded(await post(server.admin, path, { apiVersion: 'v1', ...body }), 201);

export const coreTables: Case[] = [
  {
    name: 'namespaces',
    async run(server, namespace) {
      const { columns, cells } = await table(server, `/api/v1/namespaces/${namespace}`);
      assert.deepEqual(columns, ['Name', 'Status', 'Age']);
      assert.deepEqual(cells.slice(0, 2), [namespace, 'Active']);
      assert.match(cells[2], SECONDS);
    },
  },
  {
    name: 'configmaps and secrets',
    async run(server, namespace) {
      const metadata = { name: 'a' };
      const path = `/api/v1/namespaces/${namespace}`;
      await make(server, `${path}/configmaps`, { kind: 'ConfigMap', metadata, data: { x: '1', y: '2' } });
      await make(server, `${path}/secrets`, { kind: 'Secret', metadata, stringData: { x: '1' } });
      const configMaps = await table(server, `${path}/configmaps`);
      assert.deepEqual(configMaps.columns, ['Name', 'Data', 'Age']);
      assert.deepEqual(configMaps.cells.slice(0, 2), ['a', 2]);
      const secrets = await table(server, `${path}/secrets`);
      assert.deepEqual(secrets.columns, ['Name', 'Type', 'Data', 'Age']);
      assert.deepEqual(secrets.cells.slice(0, 3), ['a', 'Opaque', 1]);
    },
  },
  {
    name: 'nodes',
    async run(server, namespace) {
      const labels = { 'node-role.kubernetes.io/worker': '' };
      const status = {
        conditions: [{ type: 'Ready', status: 'True' }],
        addresses: [{ type: 'InternalIP', address: '10.0.0.7' }],
        nodeInfo: { kubeletVersion: 'v1.33.1', osImage: 'Linux X' },
      };
      await make(server, '/api/v1/nodes', { kind: 'Node', metadata: { name: namespace, labels }, status });
      const { columns, cells } = await table(server, `/api/v1/nodes/${namespace}`);
      const wide = [
        '(Internal-IP)',
        '(External-IP)',
        '(OS-Image)',
        '(Kernel-Version)',
        '(Container-Runtime)',
      ];
      assert.deepEqual(columns, ['Name', 'Status', 'Roles', 'Age', 'Version', ...wide]);
      const [name, ready, roles, , ...others] = cells;
      assert.deepEqual([name, ready, roles], [namespace, 'Ready', 'worker']);
      assert.deepEqual(others, ['v1.33.1', '10.0.0.7', '<none>', 'Linux X', '<unknown>', '<unknown>']);
      succeeded(await remove(server.admin, `/api/v1/nodes/${namespace}`));
    },
  },
  {
    name: 'events',
    async run(server, namespace) {
      const path = `/api/v1/namespaces/${namespace}/events`;
      await make(server, path, {
        kind: 'Event',
        metadata: { name: 'e' },
        involvedObject: { namespace, name: 'a', kind: 'Gauge' },
        reason: 'Adopted',
        message: 'adopted',
        type: 'Normal',
        lastTimestamp: new Date().toISOString(),
        source: { component: 'contract' },
        count: 2,
      });
      const { columns, cells } = await table(server, path);
      const parts = ['(Subobject)', '(Source)', 'Message', '(First Seen)', '(Count)', '(Name)'];
      assert.deepEqual(columns, ['Last Seen', 'Type', 'Reason', 'Object', ...parts]);
      const [lastSeen, ...others] = cells;
      assert.match(lastSeen, SECONDS);
      const told = ['Normal', 'Adopted', 'gauge/a', '', 'contract', 'adopted', '<unknown>', 2, 'e'];
      assert.deepEqual(others, told);
    },
  },
  {
    name: 'roles and their bindings',
    async run(server, namespace) {
      await grant(server, namespace, [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }]);
      const roles = await table(server, rbac(namespace, 'roles'));
      assert.deepEqual(roles.columns, ['Name', 'Created At']);
      assert.equal(roles.cells[0], 'granted');
      assert.match(roles.cells[1], /^\d{4}-.*Z$/);
      const bindings = await table(server, rbac(namespace, 'rolebindings'));
      assert.deepEqual(bindings.columns, ['Name', 'Role', 'Age', '(Users)', '(Groups)', '(ServiceAccounts)']);
      const [name, role, , ...subjects] = bindings.cells;
      assert.deepEqual([name, role, ...subjects], ['granted', 'Role/granted', 'weak', '', '']);
    },
  },
  {
    name: 'definitions',
    async run(server) {
      const { columns, cells } = await table(server, definitions(GAUGES));
      assert.deepEqual(columns, ['Name', 'Created At']);
      assert.equal(cells[0], GAUGES);
      assert.match(cells[1], /^\d{4}-.*Z$/);
    },
  },
];
