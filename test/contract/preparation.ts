import {
  type Definition,
  monitoringDefinitions,
  definitions as projectDefinitions,
} from '../crds/definitions.ts';
import type { TestServer } from '../support/server.ts';
import { eventually, get, type Json, post, succeeded } from './exchange.ts';
import { definitions, GROUP, gaugeDefinition, RUN, zoneDefinition } from './resources.ts';

/** Makes this run's definitions and the project's own, and waits until all of them are served and discoverable. */
export async function prepare(server: TestServer): Promise<void> {
  const project = [...(await projectDefinitions()), ...(await monitoringDefinitions())];
  const all = [gaugeDefinition, zoneDefinition, ...project];
  await Promise.all(all.map((definition) => serve(server, definition)));
  const aggregated = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' };
  for (const [path, headers] of [
    ['/apis', aggregated],
    ['/openapi/v3', {}],
  ] as const)
    await eventually(
      () => get(server.admin, path, headers),
      ({ text }) => text.includes(GROUP),
    );
}

async function serve(server: TestServer, definition: typeof gaugeDefinition | Definition): Promise<void> {
  succeeded(await post(server.admin, definitions(), definition), 201);
  await established(server, definition.metadata.name);
  const { group, names, versions } = definition.spec;
  const path = `/apis/${group}/${versions[0]?.name}`;
  await eventually(
    () => get(server.admin, path),
    ({ text }) => text.includes(`"${names.plural}"`),
  );
  await eventually(
    () => get(server.admin, `${path}/${names.plural}`),
    ({ status }) => status === 200,
  );
}

/** Waits until a definition is Established and gives it. */
export async function established(server: TestServer, name: string): Promise<Json> {
  const { json } = await eventually(
    () => get(server.admin, definitions(name)),
    (answer) => condition(answer.json, 'Established') === 'True',
  );
  return json;
}

/** The status of one of an object's conditions: `True`, `False` or, where it has none such, undefined. */
export const condition = (object: Json, type: string): string | undefined =>
  object.status?.conditions?.find((each: Json) => each.type === type)?.status;

/** Makes the namespace of the case at `index` and gives its name. */
export async function makeNamespace(server: TestServer, index: number): Promise<string> {
  const name = `case-${RUN}-${index}`;
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  succeeded(await post(server.admin, '/api/v1/namespaces', body), 201);
  return name;
}
