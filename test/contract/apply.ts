import assert from 'node:assert/strict';
import { apply, type Case, get, type Json, makeGauge, patch, post, succeeded } from './exchange.ts';
import { by, owners } from './owners.ts';
import { ownedGroup, rules, rulesPath } from './prometheus-rules.ts';
import { API_VERSION, gauge, gauges, zone, zones } from './resources.ts';

const up = [{ alert: 'Down', expr: 'up == 0' }];
const names = ({ spec }: Json): string[] => spec.groups.map(({ name }: Json) => name);
const configMaps = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;

export const applyCases: Case[] = [
  {
    name: 'an apply makes the object that is not there; its manager owns the fields that it names and no others',
    async run({ admin }, namespace) {
      const body = rules([{ name: 'x', interval: '30s', labels: { team: 'a' }, rules: up }, { name: 'y' }], {
        labels: { app: 'z' },
      });
      const made = succeeded(await apply(admin, by(rulesPath(namespace), 'one'), body), 201);
      assert.deepEqual(made.spec, body.spec);
      assert.deepEqual([made.metadata.generation, made.metadata.labels], [1, { app: 'z' }]);
      const [{ time, fieldsV1, ...entry }] = made.metadata.managedFields;
      assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.deepEqual(entry, {
        manager: 'one',
        operation: 'Apply',
        apiVersion: 'monitoring.coreos.com/v1',
        fieldsType: 'FieldsV1',
      });
      const x = { 'f:interval': {}, 'f:labels': { 'f:team': {} }, 'f:rules': {} };
      assert.deepEqual(fieldsV1, {
        'f:metadata': { 'f:labels': { 'f:app': {} } },
        'f:spec': { 'f:groups': { ...ownedGroup('x', x), ...ownedGroup('y') } },
      });
    },
  },
  {
    name: 'a body may be YAML, and leave out the name of an object that is there',
    async run({ admin }, namespace) {
      const path = gauges(namespace, 'a');
      const head = `apiVersion: ${API_VERSION}\nkind: Gauge\n`;
      const first = `${head}metadata:\n  name: a\nspec:\n  online: true\n  size: 2\n`;
      const made = succeeded(await apply(admin, by(path, 'one'), first), 201);
      assert.deepEqual(made.spec, { online: true, size: 2, mode: 'auto' });
      assert.deepEqual(owners(made), { 'Apply one': { 'f:spec': { 'f:online': {}, 'f:size': {} } } });
      const second = succeeded(await apply(admin, by(path, 'one'), `${head}spec:\n  online: false\n`));
      assert.deepEqual(second.spec, { online: false, mode: 'auto' });
      assert.equal(second.metadata.generation, 2);
    },
  },
  {
    name: 'an apply that changes nothing changes neither resourceVersion nor generation nor managedFields',
    async run({ admin }, namespace) {
      const path = by(rulesPath(namespace), 'one');
      const body = rules([{ name: 'x', rules: up }], { labels: { app: 'z' } });
      const made = succeeded(await apply(admin, path, body), 201);
      assert.deepEqual(succeeded(await apply(admin, path, body)), made);
      assert.deepEqual(succeeded(await apply(admin, `${path}&force=true`, body)), made);
    },
  },
  {
    name: "what a manager no longer applies is removed, others' fields stay, even in the same maps and items",
    async run({ admin }, namespace) {
      const path = rulesPath(namespace);
      const labels = { app: 'z', team: 'q' };
      const x = { name: 'x', interval: '30s', labels: { a: '1' }, rules: up };
      const first = rules([x, { name: 'y' }], { labels });
      succeeded(await apply(admin, by(path, 'one'), first), 201);
      const change = {
        metadata: { labels: { other: '1' } },
        spec: { groups: [{ ...x, limit: 3, labels: { a: '1', b: '2' } }, { name: 'y' }, { name: 'z' }] },
      };
      succeeded(await patch(admin, by(path, 'two'), change));
      const left = rules([{ name: 'x' }], { labels: { app: 'z' } });
      const applied = succeeded(await apply(admin, by(path, 'one'), left));
      assert.deepEqual(applied.metadata.labels, { app: 'z', other: '1' });
      assert.deepEqual(applied.spec.groups, [{ name: 'x', limit: 3, labels: { b: '2' } }, { name: 'z' }]);
      assert.deepEqual(owners(applied), {
        'Apply one': {
          'f:metadata': { 'f:labels': { 'f:app': {} } },
          'f:spec': { 'f:groups': ownedGroup('x') },
        },
        'Update two': {
          'f:metadata': { 'f:labels': { 'f:other': {} } },
          'f:spec': {
            'f:groups': {
              'k:{"name":"x"}': { 'f:limit': {}, 'f:labels': { 'f:b': {} } },
              ...ownedGroup('z'),
            },
          },
        },
      });
    },
  },
  {
    name: 'an item that its only owner no longer applies goes with all that others have in it',
    async run({ admin }, namespace) {
      const path = rulesPath(namespace);
      succeeded(await apply(admin, by(path, 'one'), rules([{ name: 'x' }, { name: 'y' }])), 201);
      const change = { spec: { groups: [{ name: 'x', limit: 3 }, { name: 'y' }] } };
      succeeded(await patch(admin, by(path, 'two'), change));
      const applied = succeeded(await apply(admin, by(path, 'one'), rules([{ name: 'y' }])));
      assert.deepEqual(applied.spec.groups, [{ name: 'y' }]);
      assert.deepEqual(owners(applied), { 'Apply one': { 'f:spec': { 'f:groups': ownedGroup('y') } } });
    },
  },
  {
    name: 'two managers that apply equal values own the field together, and the last one takes it away',
    async run({ admin }, namespace) {
      const path = rulesPath(namespace);
      const x = { name: 'x', interval: '30s' };
      const made = succeeded(await apply(admin, by(path, 'one'), rules([x, { name: 'y' }])), 201);
      const second = succeeded(await apply(admin, by(path, 'two'), rules([x])));
      assert.deepEqual(second.spec, made.spec);
      assert.equal(second.metadata.generation, 1);
      const groups = ownedGroup('x', { 'f:interval': {} });
      assert.deepEqual(owners(second), {
        'Apply one': { 'f:spec': { 'f:groups': { ...groups, ...ownedGroup('y') } } },
        'Apply two': { 'f:spec': { 'f:groups': groups } },
      });
      const third = succeeded(await apply(admin, by(path, 'one'), rules([{ name: 'y' }])));
      assert.deepEqual(third.spec.groups, [x, { name: 'y' }]);
      const last = rules([{ name: 'z' }]);
      assert.deepEqual(names(succeeded(await apply(admin, by(path, 'two'), last))), ['y', 'z']);
    },
  },
  {
    name: "items that are applied stand in the order that they are applied in, others' as early as they did",
    async run({ admin }, namespace) {
      const path = rulesPath(namespace);
      const list = (...all: string[]) => rules(all.map((name) => ({ name })));
      succeeded(await apply(admin, by(path, 'two'), list('x', 'y')), 201);
      const first = await apply(admin, by(path, 'one'), list('b', 'z', 'a'));
      assert.deepEqual(names(succeeded(first)), ['x', 'y', 'b', 'z', 'a']);
      const second = await apply(admin, by(path, 'one'), list('a', 'z', 'c', 'y', 'b'));
      assert.deepEqual(names(succeeded(second)), ['x', 'a', 'z', 'c', 'y', 'b']);
    },
  },
  {
    name: 'finalizers are a set: a manager takes its own away alone',
    async run({ admin }, namespace) {
      const path = gauges(namespace, 'a');
      const body = (finalizers: string[]) => gauge('a', { metadata: { finalizers } });
      succeeded(await apply(admin, by(path, 'one'), body(['a.b/one', 'a.b/both'])), 201);
      succeeded(await apply(admin, by(path, 'two'), body(['a.b/both', 'a.b/two'])));
      const applied = succeeded(await apply(admin, by(path, 'one'), gauge('a')));
      assert.deepEqual(applied.metadata.finalizers, ['a.b/both', 'a.b/two']);
      assert.deepEqual(owners(applied)['Apply two']['f:metadata'], {
        'f:finalizers': { 'v:"a.b/both"': {}, 'v:"a.b/two"': {} },
      });
    },
  },
  {
    name: 'fields that the schema does not name are merged key by key, and their lists are one field each',
    async run({ admin }, namespace) {
      const path = zones(namespace);
      const first = zone(namespace, { spec: { map: { a: 1, b: { c: 2 } }, list: [1, 2] } });
      const made = succeeded(await apply(admin, by(path, 'one'), first), 201);
      const map = { '.': {}, 'f:a': {}, 'f:b': { '.': {}, 'f:c': {} } };
      assert.deepEqual(owners(made), {
        'Apply one': { 'f:spec': { '.': {}, 'f:map': map, 'f:list': {} } },
      });
      succeeded(await apply(admin, by(path, 'two'), zone(namespace, { spec: { map: { d: 3 } } })));
      const left = zone(namespace, { spec: { map: { a: 1 }, list: [3] } });
      const applied = succeeded(await apply(admin, by(path, 'one'), left));
      assert.deepEqual(applied.spec, { map: { a: 1, d: 3 }, list: [3] });
    },
  },
  {
    name: 'dryRun=All answers what would be and stores nothing',
    async run({ admin }, namespace) {
      const path = rulesPath(namespace);
      const dry = `${by(path, 'one')}&dryRun=All`;
      const would = succeeded(await apply(admin, dry, rules([{ name: 'x' }])), 201);
      assert.deepEqual(owners(would), { 'Apply one': { 'f:spec': { 'f:groups': ownedGroup('x') } } });
      assert.equal((await get(admin, path)).status, 404);
      const made = succeeded(await apply(admin, by(path, 'one'), rules([{ name: 'x' }])), 201);
      assert.deepEqual(names(succeeded(await apply(admin, dry, rules([{ name: 'y' }])))), ['y']);
      assert.deepEqual(succeeded(await get(admin, path)), made);
    },
  },
  {
    name: 'the data of a ConfigMap are applied key by key',
    async run({ admin }, namespace) {
      const path = `${configMaps(namespace)}/a`;
      const body = (data: Json) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data });
      succeeded(await apply(admin, by(path, 'one'), body({ x: '1', 'a.b': '2' })), 201);
      const second = succeeded(await apply(admin, by(path, 'two'), body({ x: '1', z: '3' })));
      assert.deepEqual(second.data, { x: '1', 'a.b': '2', z: '3' });
      const third = succeeded(await apply(admin, by(path, 'one'), body({})));
      assert.deepEqual(third.data, { x: '1', z: '3' });
      assert.deepEqual(owners(third), {
        'Apply one': { 'f:data': {} },
        'Apply two': { 'f:data': { 'f:x': {}, 'f:z': {} } },
      });
      const last = succeeded(await apply(admin, by(path, 'two'), body({})));
      assert.equal('data' in last, false);
    },
  },
  {
    name: 'an apply of the status leaves the rest alone, and owns nothing of it',
    async run(server, namespace) {
      const { spec } = await makeGauge(server, namespace, 'a');
      const path = by(gauges(namespace, 'a', 'status'), 'operator');
      const body = (status: Json) => ({ ...gauge('a', { spec: { size: 3 } }), status });
      const conditions = [{ type: 'Ready', status: 'True' }];
      const first = succeeded(await apply(server.admin, path, body({ errorCount: 1, conditions })));
      assert.deepEqual([first.spec, first.status], [spec, { errorCount: 1, conditions }]);
      assert.deepEqual(owners(first)['Apply operator'], {
        'f:status': {
          'f:errorCount': {},
          'f:conditions': { 'k:{"type":"Ready"}': { '.': {}, 'f:type': {}, 'f:status': {} } },
        },
      });
      const second = succeeded(await apply(server.admin, path, body({ errorCount: 1 })));
      assert.deepEqual(second.status, { errorCount: 1 });
    },
  },
  {
    name: "kubectl takes over what its client-side apply set, where it is as it was then, and keeps that apply's note",
    async run({ admin }, namespace) {
      const path = `${configMaps(namespace)}/a`;
      const body = (data: Json) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data });
      const key = 'kubectl.kubernetes.io/last-applied-configuration';
      const metadata = { name: 'a', annotations: { [key]: JSON.stringify(body({ x: '1', y: '1' })) } };
      const made = { ...body({ x: '1', y: '1' }), metadata };
      succeeded(await post(admin, by(configMaps(namespace), 'kubectl-client-side-apply'), made), 201);
      succeeded(await patch(admin, by(path, 'two'), { data: { y: '2' } }));
      const refusal = await apply(admin, by(path, 'kubectl'), body({ x: '3', y: '3' }));
      assert.deepEqual(
        succeeded(refusal, 409).details.causes.map(({ field }: Json) => field),
        ['.data.y'],
      );
      assert.equal((await apply(admin, by(path, 'other'), body({ x: '3' }))).status, 409);
      const applied = succeeded(await apply(admin, by(path, 'kubectl'), body({ x: '3' })));
      assert.deepEqual(applied.data, { x: '3', y: '2' });
      const note = '{"apiVersion":"v1","data":{"x":"3"},"kind":"ConfigMap","metadata":{"name":"a"}}\n';
      assert.deepEqual(applied.metadata.annotations, { [key]: note });
      assert.deepEqual(owners(applied)['Apply kubectl'], { 'f:data': { 'f:x': {} } });
    },
  },
  {
    name: 'what has no owner belongs to before-first-apply from the first apply on',
    async run({ admin }, namespace) {
      succeeded(await post(admin, by(gauges(namespace), 'one'), gauge('a', { spec: { size: 3 } })), 201);
      const path = gauges(namespace, 'a');
      const reset = await patch(admin, by(path, 'one'), { metadata: { managedFields: [{}] } });
      assert.deepEqual(owners(succeeded(reset)), {});
      const applied = succeeded(await apply(admin, by(path, 'two'), gauge('a', { spec: { serial: 'S' } })));
      assert.deepEqual(owners(applied), {
        'Apply two': { 'f:spec': { 'f:online': {}, 'f:serial': {} } },
        'Update before-first-apply': {
          'f:spec': { '.': {}, 'f:online': {}, 'f:mode': {}, 'f:size': {} },
        },
      });
    },
  },
];
