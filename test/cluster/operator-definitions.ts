import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { collection, type Definition } from '../crds/definitions.ts';
import { expect } from '../scenarios/requests.ts';
import { call } from '../support/http.ts';
import type { Endpoint } from '../support/server.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** How often we look, in milliseconds. */
const INTERVAL = 50;

/**
 * Installs every CustomResourceDefinition of a folder, in place of one of the same name, and resolves when the
 * server lists and serves their kinds. Files are `GROUP_PLURAL.yaml`.
 *
 * @throws where the server refuses one; the message has its answer.
 */
export async function applyDefinitions(admin: Endpoint, folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml'));
  await Promise.all(files.map((file) => applyDefinition(admin, join(folder, file), nameOf(file))));
}

const nameOf = (file: string): string => file.slice(0, -'.yaml'.length).split('_').reverse().join('.');

async function applyDefinition(admin: Endpoint, file: string, name: string): Promise<void> {
  const applied = await expect(
    admin,
    {
      method: 'PATCH',
      // Applied by the server: some are too large for the annotation in which a client would keep what it applied.
      path: `${DEFINITIONS}/${name}?fieldManager=tests&force=true`,
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: await readFile(file, 'utf8'),
    },
    200,
    201,
  );
  const definition: Definition = applied.json;
  while (!(await isServed(admin, definition))) await pause(INTERVAL);
}

/** Discovery and the kind's own handler learn of a definition one after the other. */
async function isServed(admin: Endpoint, definition: Definition): Promise<boolean> {
  const { group, names, versions } = definition.spec;
  const discovery = await call(admin, { path: `/apis/${group}/${versions[0]?.name}` });
  const resources: { name: string }[] = discovery.json?.resources ?? [];
  if (!resources.some(({ name }) => name === names.plural)) return false;
  return (await call(admin, { path: `${collection(definition)}?limit=1` })).status === 200;
}
