import assert from 'node:assert/strict';
import { definition } from './definitions.ts';
import { type Case, eventually, get, post, refused, remove, succeeded } from './exchange.ts';
import { condition } from './preparation.ts';
import { definitions, GROUP, VERSION } from './resources.ts';

export const definitionRefusals: Case[] = [
  {
    name: 'a definition whose name is not PLURAL.GROUP is 422',
    async run({ admin }) {
      const body = { ...definition('things'), metadata: { name: `other.own.${GROUP}` } };
      const said = `Invalid value: "other.own.${GROUP}": must be spec.names.plural+"."+spec.group`;
      refused(await post(admin, definitions(), body), {
        code: 422,
        reason: 'Invalid',
        message: `CustomResourceDefinition.apiextensions.k8s.io "other.own.${GROUP}" is invalid: metadata.name: ${said}`,
        details: {
          name: `other.own.${GROUP}`,
          group: 'apiextensions.k8s.io',
          kind: 'CustomResourceDefinition',
          causes: [{ reason: 'FieldValueInvalid', message: said, field: 'metadata.name' }],
        },
      });
    },
  },
  {
    name: 'a definition that exists is 409',
    async run({ admin }) {
      const name = `gauges.${GROUP}`;
      const { spec } = succeeded(await get(admin, definitions(name)));
      const body = {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name },
        spec,
      };
      refused(await post(admin, definitions(), body), {
        code: 409,
        reason: 'AlreadyExists',
        message: `customresourcedefinitions.apiextensions.k8s.io "${name}" already exists`,
        details: { name, group: 'apiextensions.k8s.io', kind: 'customresourcedefinitions' },
      });
    },
  },
  {
    name: 'a definition without a scope or a schema is 422',
    async run({ admin }, namespace) {
      const plural = namespace.replaceAll('-', '');
      const versions = [{ name: VERSION, served: true, storage: true }];
      for (const [spec, field] of [
        [{ scope: undefined }, 'spec.scope'],
        [{ versions }, 'spec.versions[0].schema.openAPIV3Schema'],
      ] as const) {
        const { details } = succeeded(await post(admin, definitions(), definition(plural, spec)), 422);
        assert.deepEqual(details.causes, [
          { reason: 'FieldValueRequired', message: 'Required value', field },
        ]);
      }
    },
  },
  {
    name: 'a definition whose kind another definition of the group has is not accepted or served',
    async run(server, namespace) {
      const plural = namespace.replaceAll('-', '');
      const name = `${plural}.${GROUP}`;
      const { spec, ...rest } = definition(plural, { group: GROUP, names: { kind: 'Gauge' } });
      succeeded(await post(server.admin, definitions(), { ...rest, metadata: { name }, spec }), 201);
      const { json } = await eventually(
        () => get(server.admin, definitions(name)),
        (answer) => condition(answer.json, 'NamesAccepted') !== undefined,
      );
      assert.equal(condition(json, 'NamesAccepted'), 'False');
      assert.equal(condition(json, 'Established'), 'False');
      assert.equal((await get(server.admin, `/apis/${GROUP}/${VERSION}/${plural}`)).status, 404);
      succeeded(await remove(server.admin, definitions(name)));
    },
  },
];
