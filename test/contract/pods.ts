import assert from 'node:assert/strict';
import { asTable, type Case, get, type Json, post, refused, remove, succeeded } from './exchange.ts';

const pods = (namespace: string, name?: string): string =>
  [`/api/v1/namespaces/${namespace}/pods`, name].filter(Boolean).join('/');
const pod = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'main', image: 'busybox' }], ...spec },
});
const missing = (name: string) => ({
  code: 404,
  reason: 'NotFound',
  message: `pods "${name}" not found`,
  details: { name, kind: 'pods' },
});

export const podCases: Case[] = [
  {
    name: 'a Pod is made pending, with its defaults, and without containers not at all',
    async run({ admin }, namespace) {
      const { spec, status, metadata } = succeeded(await post(admin, pods(namespace), pod('a')), 201);
      const { restartPolicy, terminationGracePeriodSeconds, dnsPolicy } = spec;
      assert.deepEqual(
        { restartPolicy, terminationGracePeriodSeconds, dnsPolicy },
        { restartPolicy: 'Always', terminationGracePeriodSeconds: 30, dnsPolicy: 'ClusterFirst' },
      );
      assert.deepEqual([status.phase, metadata.generation], ['Pending', 1]);
      refused(await post(admin, pods(namespace), pod('b', { containers: undefined })), {
        code: 422,
        reason: 'Invalid',
        message: 'Pod "b" is invalid: spec.containers: Required value',
        details: {
          name: 'b',
          kind: 'Pod',
          causes: [{ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.containers' }],
        },
      });
    },
  },
  {
    name: 'a Pod that runs on a node gets its grace period, one that does not goes at once',
    async run({ admin }, namespace) {
      succeeded(await post(admin, pods(namespace), pod('idle')), 201);
      succeeded(await remove(admin, pods(namespace, 'idle')));
      refused(await get(admin, pods(namespace, 'idle')), missing('idle'));
      succeeded(await post(admin, pods(namespace), pod('bound', { nodeName: 'somewhere' })), 201);
      const { metadata } = succeeded(await remove(admin, pods(namespace, 'bound')));
      assert.equal(metadata.deletionGracePeriodSeconds, 30);
      assert.ok(Date.parse(metadata.deletionTimestamp) > Date.parse(metadata.creationTimestamp));
      succeeded(await get(admin, pods(namespace, 'bound')));
      succeeded(await remove(admin, pods(namespace, 'bound'), { gracePeriodSeconds: 0 }));
      refused(await get(admin, pods(namespace, 'bound')), missing('bound'));
    },
  },
  {
    name: 'fieldSelector: the node and the phase',
    async run({ admin }, namespace) {
      succeeded(await post(admin, pods(namespace), pod('a')), 201);
      succeeded(await post(admin, pods(namespace), pod('b', { nodeName: 'somewhere' })), 201);
      const selected = async (fieldSelector: string) =>
        succeeded(await get(admin, `${pods(namespace)}?${new URLSearchParams({ fieldSelector })}`)).items.map(
          ({ metadata }: Json) => metadata.name,
        );
      assert.deepEqual(await selected('spec.nodeName=somewhere'), ['b']);
      assert.deepEqual(await selected('status.phase=Pending'), ['a', 'b']);
      assert.deepEqual(await selected('status.phase=Running'), []);
    },
  },
  {
    name: 'pods as a Table',
    async run({ admin }, namespace) {
      succeeded(await post(admin, pods(namespace), pod('a')), 201);
      const { columnDefinitions, rows } = succeeded(await get(admin, pods(namespace), asTable));
      assert.deepEqual(
        columnDefinitions.filter(({ priority }: Json) => priority === 0).map(({ name }: Json) => name),
        ['Name', 'Ready', 'Status', 'Restarts', 'Age'],
      );
      assert.deepEqual(rows[0].cells.slice(0, 4), ['a', '0/1', 'Pending', '0']);
    },
  },
];
