import assert from 'node:assert/strict';
import {
  asTable,
  type Case,
  get,
  type Json,
  makeGauge,
  patch,
  post,
  refused,
  succeeded,
} from './exchange.ts';
import { gauges, zone, zones } from './resources.ts';

const AGE = /^(<invalid>|\d+s)$/;
const gaugeColumns = [
  ['Name', 'string', 'name', 0],
  ['State', 'string', '', 0],
  ['Online', 'boolean', '', 0],
  ['Size', 'integer', '', 1],
  ['Age', 'date', '', 0],
];
const columns = ({ columnDefinitions }: Json) =>
  columnDefinitions.map(({ name, type, format, priority }: Json) => [name, type, format, priority]);

export const tables: Case[] = [
  {
    name: 'a list as a Table: the name, the columns of the definition, a row an object, its metadata beside it',
    async run(server, namespace) {
      const made = await makeGauge(server, namespace, 'a', { spec: { size: 3 } });
      const answer = await get(server.admin, gauges(namespace), asTable);
      assert.equal(answer.headers['content-type'], 'application/json');
      const { kind, apiVersion, rows, ...table } = succeeded(answer);
      assert.deepEqual({ kind, apiVersion }, { kind: 'Table', apiVersion: 'meta.k8s.io/v1' });
      assert.deepEqual(columns(table), gaugeColumns);
      assert.equal(table.columnDefinitions[1].description, 'what it is in');
      assert.match(table.metadata.resourceVersion, /^\d+$/);
      const [{ cells, object }, ...others] = rows;
      assert.deepEqual(others, []);
      assert.deepEqual(cells.slice(0, 4), ['a', null, true, 3]);
      assert.match(cells[4], AGE);
      const partial = {
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: made.metadata,
      };
      assert.deepEqual(object, partial);
    },
  },
  {
    name: 'a cell shows the status',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const status = { errorCount: 0, state: 'provisioned' };
      succeeded(await patch(server.admin, gauges(namespace, 'a', 'status'), { status }));
      const { rows } = succeeded(await get(server.admin, gauges(namespace), asTable));
      assert.deepEqual(rows[0].cells.slice(0, 4), ['a', 'provisioned', true, null]);
    },
  },
  {
    name: 'one object as a Table',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a');
      await makeGauge(server, namespace, 'b');
      const table = succeeded(await get(server.admin, gauges(namespace, 'a'), asTable));
      assert.deepEqual(columns(table), gaugeColumns);
      assert.deepEqual(
        table.rows.map(({ cells }: Json) => cells[0]),
        ['a'],
      );
      assert.equal(table.metadata.resourceVersion, metadata.resourceVersion);
    },
  },
  {
    name: 'includeObject: the whole object, or none',
    async run(server, namespace) {
      const made = await makeGauge(server, namespace, 'a');
      const row = async (include: string) =>
        succeeded(await get(server.admin, `${gauges(namespace)}?includeObject=${include}`, asTable)).rows[0];
      assert.deepEqual((await row('Object')).object, made);
      assert.equal((await row('None')).object, null);
    },
  },
  {
    name: 'no columns in the definition: name and age',
    async run({ admin }, namespace) {
      succeeded(await post(admin, zones(), zone(namespace)), 201);
      const table = succeeded(await get(admin, zones(namespace), asTable));
      assert.deepEqual(columns(table), [
        ['Name', 'string', 'name', 0],
        ['Age', 'date', '', 0],
      ]);
      const [name, age] = table.rows[0].cells;
      assert.equal(name, namespace);
      assert.match(age, AGE);
    },
  },
  {
    name: 'a watch of Tables: each event has its row, the first one the columns too',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a');
      await makeGauge(server, namespace, 'b');
      await makeGauge(server, namespace, 'c');
      const path = `${gauges(namespace)}?watch=true&timeoutSeconds=5&resourceVersion=${metadata.resourceVersion}`;
      const { text } = await get(server.admin, path, asTable);
      const events: { type: string; object: Json }[] = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      const [first, second] = events;
      assert.deepEqual(
        events.map(({ type, object }) => [type, object.kind, object.rows[0].cells[0]]),
        [
          ['ADDED', 'Table', 'b'],
          ['ADDED', 'Table', 'c'],
        ],
      );
      assert.deepEqual(columns(first?.object), gaugeColumns);
      assert.equal(second?.object.columnDefinitions, null);
      assert.equal(first?.object.rows[0].object.kind, 'PartialObjectMetadata');
    },
  },
  {
    name: 'a refusal is a Status, not a Table',
    async run({ admin }, namespace) {
      const answer = await get(admin, gauges(namespace, 'missing'), asTable);
      assert.deepEqual([answer.status, answer.json.kind], [404, 'Status']);
    },
  },
  {
    name: 'a Table of a version that nothing can serve, and nothing else accepted, is 406',
    async run({ admin }, namespace) {
      const headers = { accept: 'application/json;as=Table;v=v9;g=meta.k8s.io' };
      const message = /^only the following media types are accepted:/;
      refused(await get(admin, gauges(namespace), headers), { code: 406, reason: 'NotAcceptable', message });
    },
  },
];
