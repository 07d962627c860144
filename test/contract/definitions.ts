import assert from 'node:assert/strict';
import {
  asTable,
  type Case,
  eventually,
  get,
  type Json,
  jsonPatch,
  post,
  remove,
  succeeded,
} from './exchange.ts';
import { condition, established } from './preparation.ts';
import { definitions, GROUP, VERSION } from './resources.ts';

/** A definition of this case's own. */
export const definition = (plural: string, { names, ...spec }: Json = {}) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.own.${GROUP}` },
  spec: {
    group: `own.${GROUP}`,
    scope: 'Cluster',
    names: { kind: plural, plural, ...names },
    versions: [
      { name: VERSION, served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
    ],
    ...spec,
  },
});

export const definitionCases: Case[] = [
  {
    name: 'a definition is served once Established, until it is deleted',
    async run(server, namespace) {
      const plural = namespace.replaceAll('-', '');
      const path = `/apis/own.${GROUP}/${VERSION}/${plural}`;
      assert.equal((await get(server.admin, path)).status, 404);
      const made = succeeded(await post(server.admin, definitions(), definition(plural)), 201);
      assert.deepEqual(made.spec.names, {
        kind: plural,
        listKind: `${plural}List`,
        plural,
        singular: plural,
      });
      const served = await established(server, made.metadata.name);
      assert.equal(condition(served, 'NamesAccepted'), 'True');
      assert.deepEqual(served.status.acceptedNames, made.spec.names);
      assert.deepEqual(served.status.storedVersions, [VERSION]);
      const list = await eventually(
        () => get(server.admin, path),
        ({ status }) => status === 200,
      );
      assert.equal(list.json.kind, `${plural}List`);
      succeeded(await remove(server.admin, definitions(made.metadata.name)));
      const gone = await eventually(
        () => get(server.admin, path),
        ({ status }) => status !== 200,
      );
      assert.equal(gone.status, 404);
    },
  },
  {
    name: 'a changed definition changes what is served',
    async run(server, namespace) {
      const plural = namespace.replaceAll('-', '');
      const name = `${plural}.own.${GROUP}`;
      succeeded(await post(server.admin, definitions(), definition(plural)), 201);
      await established(server, name);
      const path = `/apis/own.${GROUP}/${VERSION}/${plural}`;
      const columns = async () => get(server.admin, path, asTable);
      await eventually(columns, ({ status }) => status === 200);
      succeeded(
        await jsonPatch(server.admin, definitions(name), [
          {
            op: 'add',
            path: '/spec/versions/0/additionalPrinterColumns',
            value: [{ name: 'Added', type: 'string', jsonPath: '.spec.added' }],
          },
        ]),
      );
      const { json } = await eventually(
        columns,
        (answer) => answer.json.columnDefinitions?.[1]?.name === 'Added',
      );
      assert.deepEqual(json.columnDefinitions.length, 2);
      succeeded(await remove(server.admin, definitions(name)));
    },
  },
];
