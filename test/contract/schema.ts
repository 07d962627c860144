import assert from 'node:assert/strict';
import { type Case, makeGauge, patch, post, refused, succeeded } from './exchange.ts';
import { type Cause, faults } from './faults.ts';
import { GROUP, gauge, gauges } from './resources.ts';

const byField = (a: Cause, b: Cause) => (a.field < b.field ? -1 : 1);

/** Asserts a 422 for gauge `a` with these causes, whose message lists them in the order of its details. */
function invalid(answer: Parameters<typeof refused>[0], causes: Cause[]): void {
  const said: Cause[] = answer.json?.details?.causes ?? [];
  assert.deepEqual(said.toSorted(byField), causes.toSorted(byField), answer.text);
  const list = said.map(({ field, message }) => `${field}: ${message}`);
  refused(answer, {
    code: 422,
    reason: 'Invalid',
    message: `Gauge.${GROUP} "a" is invalid: ${list.length === 1 ? list[0] : `[${list.join(', ')}]`}`,
    details: { name: 'a', group: GROUP, kind: 'Gauge', causes: said },
  });
}

export const schema: Case[] = [
  ...faults.map(({ what, spec, causes }) => ({
    name: `422 with causes: ${what}`,
    run: async ({ admin }: Parameters<Case['run']>[0], namespace: string) =>
      invalid(await post(admin, gauges(namespace), gauge('a', { spec })), causes),
  })),
  {
    name: '422 with causes: a patch whose result breaks the schema, and nothing is changed',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a', { spec: { size: 3 } });
      const answer = await patch(server.admin, gauges(namespace, 'a'), { spec: { online: null, size: 4 } });
      invalid(answer, [{ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.online' }]);
      const after = succeeded(await patch(server.admin, gauges(namespace, 'a'), {}));
      assert.deepEqual([after.spec.size, after.metadata.resourceVersion], [3, metadata.resourceVersion]);
    },
  },
  {
    name: '422 with causes: a status patch',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const answer = await patch(server.admin, gauges(namespace, 'a', 'status'), {
        status: { errorType: '' },
      });
      invalid(answer, [
        {
          reason: 'FieldValueNotSupported',
          message: 'Unsupported value: "": supported values: "adoption error", "power error"',
          field: 'status.errorType',
        },
        { reason: 'FieldValueRequired', message: 'Required value', field: 'status.errorCount' },
      ]);
    },
  },
  {
    name: '422 with causes: two items of a keyed list with the same key',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const conditions = [{ type: 'Ready' }, { type: 'Ready' }];
      const body = { status: { errorCount: 0, conditions } };
      invalid(await patch(server.admin, gauges(namespace, 'a', 'status'), body), [
        {
          reason: 'FieldValueDuplicate',
          message: 'Duplicate value: {"type":"Ready"}',
          field: 'status.conditions[1]',
        },
      ]);
    },
  },
  {
    name: 'a default fills what is absent or null, and is not put where a value is',
    async run(server, namespace) {
      assert.equal((await makeGauge(server, namespace, 'a')).spec.mode, 'auto');
      assert.equal((await makeGauge(server, namespace, 'b', { spec: { mode: null } })).spec.mode, 'auto');
      assert.equal(
        (await makeGauge(server, namespace, 'c', { spec: { mode: 'manual' } })).spec.mode,
        'manual',
      );
    },
  },
  {
    name: 'a null is kept where the schema allows it and dropped where it does not',
    async run(server, namespace) {
      const made = await makeGauge(server, namespace, 'a', { spec: { note: null, image: null, size: null } });
      assert.deepEqual(made.spec, { online: true, mode: 'auto', note: null });
    },
  },
];
