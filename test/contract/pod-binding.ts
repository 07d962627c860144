import assert from 'node:assert/strict';
import type { TestServer } from '../support/server.ts';
import { type Case, get, type Json, patch, post, refused, succeeded } from './exchange.ts';

const pods = (namespace: string, name?: string, subresource?: string): string =>
  [`/api/v1/namespaces/${namespace}/pods`, name, subresource].filter(Boolean).join('/');

const binding = (node: string, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Binding',
  metadata: { name: 'a', ...metadata },
  target: { apiVersion: 'v1', kind: 'Node', name: node },
});

const make = async ({ admin }: TestServer, namespace: string): Promise<Json> => {
  const spec = { containers: [{ name: 'main', image: 'busybox' }] };
  const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec };
  return succeeded(await post(admin, pods(namespace), body), 201);
};

const read = async ({ admin }: TestServer, namespace: string): Promise<Json> =>
  succeeded(await get(admin, pods(namespace, 'a')));

const conflict = (plural: string, message: string | RegExp) => ({
  code: 409,
  reason: 'Conflict',
  message: message instanceof RegExp ? message : `Operation cannot be fulfilled on ${plural} "a": ${message}`,
  details: { name: 'a', kind: plural },
});

export const podBinding: Case[] = [
  {
    name: 'a binding puts a pod on a node, with what it carries, and says that it is scheduled',
    async run(server, namespace) {
      const { metadata } = await make(server, namespace);
      const carried = { labels: { tier: 'x' }, annotations: { why: 'room' } };
      const answer = await post(server.admin, pods(namespace, 'a', 'binding'), binding('somewhere', carried));
      const done = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
      assert.deepEqual(succeeded(answer, 201), done);
      const pod = await read(server, namespace);
      const { labels, annotations, generation } = pod.metadata;
      assert.deepEqual({ labels, annotations, generation }, { ...carried, generation: metadata.generation });
      assert.equal(pod.spec.nodeName, 'somewhere');
      const [{ lastTransitionTime, ...scheduled }, ...others] = pod.status.conditions;
      assert.deepEqual(scheduled, { type: 'PodScheduled', status: 'True', lastProbeTime: null });
      assert.match(lastTransitionTime, /^\d{4}-.*Z$/);
      assert.deepEqual([others, pod.status.phase], [[], 'Pending']);
    },
  },
  {
    name: 'binding a bound pod is 409, also to its own node',
    async run(server, namespace) {
      await make(server, namespace);
      const bind = (node: string) => post(server.admin, pods(namespace, 'a', 'binding'), binding(node));
      succeeded(await bind('one'), 201);
      const why = 'pod a is already assigned to node "one"';
      for (const node of ['one', 'other']) refused(await bind(node), conflict('pods/binding', why));
      assert.equal((await read(server, namespace)).spec.nodeName, 'one');
    },
  },
  {
    name: 'a dry run binds nothing; another uid, another name and a missing pod are refused',
    async run(server, namespace) {
      await make(server, namespace);
      const path = pods(namespace, 'a', 'binding');
      succeeded(await post(server.admin, `${path}?dryRun=All`, binding('one')), 201);
      const uid = await post(server.admin, path, binding('one', { uid: 'other' }));
      refused(uid, conflict('pods', /Precondition failed: UID in precondition: other, UID in object meta: /));
      refused(await post(server.admin, path, binding('one', { name: 'b' })), {
        code: 400,
        reason: 'BadRequest',
        message: 'name in URL does not match name in Binding object',
      });
      const missing = await post(
        server.admin,
        pods(namespace, 'b', 'binding'),
        binding('one', { name: 'b' }),
      );
      assert.deepEqual([missing.status, missing.json.message], [404, 'pods "b" not found']);
      assert.equal((await read(server, namespace)).spec.nodeName, undefined);
      assert.equal((await get(server.admin, path)).status, 405);
    },
  },
  {
    name: 'the spec of a pod is immutable, including its node, except for the images',
    async run(server, namespace) {
      await make(server, namespace);
      const change = (spec: object) => patch(server.admin, pods(namespace, 'a'), { spec });
      const { details } = succeeded(await change({ nodeName: 'somewhere' }), 422);
      const [{ reason, field, message }] = details.causes;
      assert.deepEqual([reason, field], ['FieldValueForbidden', 'spec']);
      assert.match(message, /^Forbidden: pod updates may not change fields other than /);
      const { spec, metadata } = succeeded(await change({ containers: [{ name: 'main', image: 'other' }] }));
      assert.deepEqual([spec.containers[0].image, metadata.generation], ['other', 2]);
    },
  },
];
