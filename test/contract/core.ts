import assert from 'node:assert/strict';
import { type Case, get, type Json, patch, post, put, refused, remove, succeeded } from './exchange.ts';

const core = (namespace: string, resource: string, name?: string): string =>
  [`/api/v1/namespaces/${namespace}/${resource}`, name].filter(Boolean).join('/');
const object = (kind: string, name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name },
  ...more,
});
const configMap = (name: string, data: Json = { x: '1' }) => object('ConfigMap', name, { data });
const badRequest = { code: 400, reason: 'BadRequest' };

export const coreCases: Case[] = [
  {
    name: 'a ConfigMap: no generation, no group, owned field by field',
    async run({ admin }, namespace) {
      const answer = await post(admin, `${core(namespace, 'configmaps')}?fieldManager=one`, configMap('a'));
      const { kind, apiVersion, metadata, data } = succeeded(answer, 201);
      assert.deepEqual({ kind, apiVersion, data }, { kind: 'ConfigMap', apiVersion: 'v1', data: { x: '1' } });
      assert.equal(metadata.generation, undefined);
      const [{ manager, fieldsV1 }] = metadata.managedFields;
      assert.deepEqual(
        { manager, fieldsV1 },
        { manager: 'one', fieldsV1: { 'f:data': { '.': {}, 'f:x': {} } } },
      );
    },
  },
  {
    name: 'a list of a built-in type says its kind once, its items do not',
    async run({ admin }, namespace) {
      succeeded(await post(admin, core(namespace, 'configmaps'), configMap('a')), 201);
      const { kind, apiVersion, items } = succeeded(await get(admin, core(namespace, 'configmaps')));
      assert.deepEqual({ kind, apiVersion }, { kind: 'ConfigMapList', apiVersion: 'v1' });
      assert.deepEqual(
        items.map((item: Json) => [item.kind, item.apiVersion, item.metadata.name]),
        [[undefined, undefined, 'a']],
      );
    },
  },
  {
    name: 'a value of the wrong type, another kind, or a field that Strict does not know is 400',
    async run({ admin }, namespace) {
      const path = core(namespace, 'configmaps');
      const opening = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: ';
      const type = await post(admin, path, configMap('a', { x: 1 }));
      refused(type, { ...badRequest, message: new RegExp(`^${opening}json: cannot unmarshal number into`) });
      const kind = await post(admin, path, object('Secret', 'a'));
      refused(kind, { ...badRequest, message: /^Secret in version "v1" cannot be handled as a ConfigMap: / });
      const strict = await post(admin, `${path}?fieldValidation=Strict`, { ...configMap('a'), dat: {} });
      refused(strict, { ...badRequest, message: `${opening}strict decoding error: unknown field "dat"` });
    },
  },
  {
    name: 'a key that cannot be a file name is 422',
    async run({ admin }, namespace) {
      const answer = await post(admin, core(namespace, 'configmaps'), configMap('a', { 'x y': '1' }));
      const { details } = succeeded(answer, 422);
      assert.deepEqual([details.kind, details.group, details.causes.length], ['ConfigMap', undefined, 1]);
      const [{ field, message }] = details.causes;
      assert.equal(field, 'data[x y]');
      assert.match(
        message,
        /^Invalid value: "x y": a valid config key must consist of alphanumeric characters/,
      );
    },
  },
  {
    name: 'PUT without a resourceVersion wins, with a stale one it is 409',
    async run({ admin }, namespace) {
      const { metadata } = succeeded(await post(admin, core(namespace, 'configmaps'), configMap('a')), 201);
      const path = core(namespace, 'configmaps', 'a');
      assert.deepEqual(succeeded(await put(admin, path, configMap('a', { x: '2' }))).data, { x: '2' });
      const { resourceVersion } = metadata;
      const stale = { ...configMap('a', { x: '3' }), metadata: { name: 'a', resourceVersion } };
      refused(await put(admin, path, stale), {
        code: 409,
        reason: 'Conflict',
        message:
          'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
        details: { name: 'a', kind: 'configmaps' },
      });
    },
  },
  {
    name: 'a Secret accepts stringData and returns data',
    async run({ admin }, namespace) {
      const body = object('Secret', 'a', { stringData: { x: 'hello' } });
      const { data, type, stringData } = succeeded(await post(admin, core(namespace, 'secrets'), body), 201);
      assert.deepEqual(
        { data, type, stringData },
        { data: { x: 'aGVsbG8=' }, type: 'Opaque', stringData: undefined },
      );
    },
  },
  {
    name: 'a Namespace is labelled with its name, Active, and Terminating once deleted',
    async run({ admin }, namespace) {
      const own = `${namespace}-own`;
      const made = succeeded(await post(admin, '/api/v1/namespaces', object('Namespace', own)), 201);
      assert.deepEqual(made.metadata.labels, { 'kubernetes.io/metadata.name': own });
      assert.deepEqual([made.spec, made.status], [{ finalizers: ['kubernetes'] }, { phase: 'Active' }]);
      const deleted = succeeded(await remove(admin, `/api/v1/namespaces/${own}`));
      assert.equal(deleted.status.phase, 'Terminating');
      assert.match(deleted.metadata.deletionTimestamp, /Z$/);
    },
  },
  {
    name: 'a change of an immutable field is 422',
    async run({ admin }, namespace) {
      const body = { ...configMap('a'), immutable: true };
      succeeded(await post(admin, core(namespace, 'configmaps'), body), 201);
      const said = 'Forbidden: field is immutable when `immutable` is set';
      refused(await patch(admin, core(namespace, 'configmaps', 'a'), { data: { x: '2' } }), {
        code: 422,
        reason: 'Invalid',
        message: `ConfigMap "a" is invalid: data: ${said}`,
        details: {
          name: 'a',
          kind: 'ConfigMap',
          causes: [{ reason: 'FieldValueForbidden', message: said, field: 'data' }],
        },
      });
    },
  },
];
