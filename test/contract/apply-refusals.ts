import assert from 'node:assert/strict';
import { newUser, rule, untilMay } from './asking.ts';
import { apply, type Case, get, type Json, makeGauge, patch, refused, succeeded } from './exchange.ts';
import { by } from './owners.ts';
import { rules, rulesPath } from './prometheus-rules.ts';
import { API_VERSION, GAUGES, gauge, gaugeDetails, gauges } from './resources.ts';
import { forbidden, grant } from './rights.ts';

const badRequest = (message: string) => ({ code: 400, reason: 'BadRequest', message });

const invalidOption = (field: string, reason: string, said: string) => ({
  code: 422,
  reason: 'Invalid',
  message: `PatchOptions.meta.k8s.io "" is invalid: ${field}: ${said}`,
  details: { group: 'meta.k8s.io', kind: 'PatchOptions', causes: [{ reason, message: said, field }] },
});

export const applyRefusals: Case[] = [
  {
    name: 'an apply without a fieldManager is 422, as is force for another patch',
    async run({ admin }, namespace) {
      const path = gauges(namespace, 'a');
      const said = 'Required value: is required for apply patch';
      refused(
        await apply(admin, path, gauge('a')),
        invalidOption('fieldManager', 'FieldValueRequired', said),
      );
      refused(
        await patch(admin, `${path}?force=true`, {}),
        invalidOption('force', 'FieldValueForbidden', 'Forbidden: may not be specified for non-apply patch'),
      );
    },
  },
  {
    name: 'managedFields in the body are 400, even an empty list',
    async run({ admin }, namespace) {
      for (const list of [[], [{}]]) {
        const body = gauge('a', { metadata: { managedFields: list } });
        const answer = await apply(admin, by(gauges(namespace, 'a'), 'one'), body);
        refused(answer, badRequest('metadata.managedFields must be nil'));
      }
    },
  },
  {
    name: 'an object of another kind, version, name or namespace is 400, as is one to be made without a name',
    async run({ admin }, namespace) {
      const path = by(gauges(namespace, 'a'), 'one');
      const refusals: [body: Json, message: string][] = [
        [{ ...gauge('a'), kind: 'Other' }, `invalid object type: ${API_VERSION}, Kind=Other`],
        [{ ...gauge('a'), apiVersion: 'v1' }, 'invalid object type: /v1, Kind=Gauge'],
        [{ spec: {} }, 'invalid object type: /, Kind='],
        [gauge('b'), 'the name of the object (b) does not match the name on the URL (a)'],
        [
          gauge('a', { metadata: { namespace: 'other' } }),
          'the namespace of the provided object does not match the namespace sent on the request',
        ],
        [
          { apiVersion: API_VERSION, kind: 'Gauge', spec: { online: true } },
          'the name of the object (a based on URL) was undeterminable: name must be provided',
        ],
      ];
      for (const [body, message] of refusals) refused(await apply(admin, path, body), badRequest(message));
      const list = await apply(admin, path, '[1]');
      assert.match(succeeded(list, 400).message, /^error decoding YAML: /);
    },
  },
  {
    name: 'what the schema has no place for is 500 whatever fieldValidation says, and names the field',
    async run({ admin }, namespace) {
      const path = by(rulesPath(namespace), 'one');
      const refusals: [groups: Json, message: string][] = [
        [[{ name: 'x', extra: 1 }], '.spec.groups[name="x"].extra: field not declared in schema'],
        [
          [{ name: 'x', interval: 3 }],
          '.spec.groups[name="x"].interval: expected string, got &value.valueUnstructured{Value:3}',
        ],
        [
          [{ name: 'x', rules: [{ limit: 3 }] }],
          '.spec.groups[name="x"].rules[0].limit: field not declared in schema',
        ],
        [[{ name: 'x', labels: 'a' }], '.spec.groups[name="x"].labels: expected map, got &{a}'],
        ['x', '.spec.groups: expected list, got &{x}'],
        [[{ name: 'x' }, { name: 'x' }], '.spec.groups: duplicate entries for key [name="x"]'],
        [
          [{ limit: 3 }],
          '.spec.groups: element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
        ],
      ];
      const type = '/a; monitoring.coreos.com/v1, Kind=PrometheusRule';
      for (const [groups, message] of refusals) {
        const said = `failed to create typed patch object (${type}): ${message}`;
        refused(await apply(admin, `${path}&fieldValidation=Ignore`, rules(groups)), {
          code: 500,
          message: said,
        });
      }
    },
  },
  {
    name: 'what comes out is validated: a limit, null where it may not be, a required field taken away',
    async run({ admin }, namespace) {
      const path = by(gauges(namespace, 'a'), 'one');
      const fields = async (spec: Json) => {
        const { details } = succeeded(await apply(admin, path, { ...gauge('a'), spec }), 422);
        return details.causes.map(({ field, reason }: Json) => [field, reason]);
      };
      assert.deepEqual(await fields({ online: true, size: 11 }), [['spec.size', 'FieldValueInvalid']]);
      succeeded(await apply(admin, path, gauge('a', { spec: { size: 3 } })), 201);
      assert.deepEqual(await fields({ online: true, size: 0 }), [['spec.size', 'FieldValueInvalid']]);
      assert.deepEqual(await fields({ online: true, code: null }), [['spec.code', 'FieldValueTypeInvalid']]);
      assert.deepEqual(await fields({ size: 3 }), [['spec.online', 'FieldValueRequired']]);
    },
  },
  {
    name: 'a stale resourceVersion is 409',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a');
      const { resourceVersion } = metadata;
      const path = by(gauges(namespace, 'a'), 'one');
      const body = (size: number) => gauge('a', { metadata: { resourceVersion }, spec: { size } });
      succeeded(await apply(server.admin, path, body(2)));
      refused(await apply(server.admin, path, body(3)), {
        code: 409,
        reason: 'Conflict',
        message: `Operation cannot be fulfilled on ${GAUGES} "a": the object has been modified; please apply your changes to the latest version and try again`,
        details: gaugeDetails,
      });
    },
  },
  {
    name: 'who may patch and not create can apply to what is there alone',
    async run(server, namespace) {
      const { subject, endpoint } = await newUser(server, namespace);
      await grant(server, namespace, [rule(['patch'])], subject);
      await untilMay(endpoint, { verb: 'patch', namespace });
      const path = gauges(namespace, 'a');
      forbidden(await apply(endpoint, by(path, 'one'), gauge('a')), {
        user: subject.name,
        verb: 'create',
        namespace,
        name: 'a',
      });
      assert.equal((await get(server.admin, path)).status, 404);
      await makeGauge(server, namespace, 'a');
      succeeded(await apply(endpoint, by(path, 'one'), gauge('a', { spec: { size: 3 } })));
    },
  },
  {
    name: 'the status of what is not there is 404',
    async run({ admin }, namespace) {
      const answer = await apply(admin, by(gauges(namespace, 'a', 'status'), 'one'), gauge('a'));
      refused(answer, {
        code: 404,
        reason: 'NotFound',
        message: `${GAUGES} "a" not found`,
        details: gaugeDetails,
      });
    },
  },
];
