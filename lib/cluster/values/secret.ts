import { unlessMissing } from '../../kube/api/errors.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { type Source, sourceOf } from '../../objects/gitops.ts';
import { MONITORING_MANAGER } from '../../objects/names.ts';
import { PASSWORD_KEY, USER_KEY } from '../../values/settings/scalars.ts';

/** A Secret as far as the admin password is concerned; its values are not kept. */
export interface FoundSecret {
  resourceVersion: string | undefined;
  hasUser: boolean;
  hasPassword: boolean;
  /** Why it cannot have a password; undefined if it can. */
  obstacle: string | undefined;
  /** The GitOps source that manages it and reverts changes. */
  source: Source | undefined;
}

interface Place {
  namespace: string;
  name: string;
}

const pathOf = ({ namespace }: Place): string => `/api/v1/namespaces/${namespace}/secrets`;

/** Reads which keys a Secret has; undefined if it does not exist. @throws {CommandError} */
export async function readSecret(client: KubeClient, place: Place): Promise<FoundSecret | undefined> {
  const object = await unlessMissing(
    client.send<KubeObject & { data?: unknown; type?: unknown; immutable?: unknown }>({
      method: 'GET',
      path: `${pathOf(place)}/${place.name}`,
    }),
  );
  if (!object) return undefined;
  const data = fieldsOf(object.data) ?? {};
  return {
    resourceVersion: object.metadata.resourceVersion,
    hasUser: Object.hasOwn(data, USER_KEY),
    hasPassword: Object.hasOwn(data, PASSWORD_KEY) && Boolean(data[PASSWORD_KEY]),
    obstacle:
      object.immutable === true
        ? 'it is immutable'
        : object.type !== undefined && object.type !== 'Opaque'
          ? `it is of the type ${textOf(object.type)}`
          : undefined,
    source: sourceOf({
      object,
      identity: `/Secret:${place.namespace}/${place.name}`,
      fields: { data: ['f:data', `f:${PASSWORD_KEY}`] },
      isController: (manager) => manager === MONITORING_MANAGER,
    }),
  };
}

/** Creates a Secret with the admin's name and password, or changes its password. @throws {CommandError} */
export async function writeSecret(
  client: KubeClient,
  { password, found, ...place }: Place & { password: string; found: FoundSecret | undefined },
): Promise<void> {
  const query = { fieldManager: MONITORING_MANAGER };
  const data = {
    ...(!found?.hasUser && { [USER_KEY]: encoded('admin') }),
    [PASSWORD_KEY]: encoded(password),
  };
  const { namespace, name } = place;
  if (!found)
    await client.send({
      ...{ method: 'POST', path: pathOf(place), query },
      body: { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, type: 'Opaque', data },
    });
  else
    await client.send({
      ...{ method: 'PATCH', path: `${pathOf(place)}/${name}`, query },
      contentType: 'application/merge-patch+json',
      body: { metadata: { resourceVersion: found.resourceVersion }, data },
    });
}

const encoded = (text: string): string => Buffer.from(text).toString('base64');
