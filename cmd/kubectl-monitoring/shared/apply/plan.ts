import { isDeepStrictEqual } from 'node:util';
import { unlessMissing } from '../../../../lib/kube/api/errors.ts';
import { APPLY } from '../../../../lib/kube/api/held-write.ts';
import { collectionPath, objectName } from '../../../../lib/kube/api/object-name.ts';
import type { KubeClient, KubeObject, KubeRequest } from '../../../../lib/kube/api/types.ts';
import { sourceOf } from '../../../../lib/objects/gitops.ts';
import { MONITORING_MANAGER } from '../../../../lib/objects/names.ts';
import { reportable, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import type { Ground, Manifest, Plan, Served } from './description.ts';

interface Place extends Served {
  namespace: string;
  name: string;
}

/** Where an object goes. @throws {CommandError} for an invalid name, a kind that is not served, or another namespace than the given one. */
export function placeOf<M extends Manifest>(
  manifest: M,
  ground: Ground<M>,
  { namespace, isGiven }: { namespace: string; isGiven: boolean },
): Place {
  const name = objectName(manifest.metadata.name, 'resource name');
  const served = ground.servedAs(manifest);
  const own = manifest.metadata.namespace;
  if (isGiven && own !== undefined && own !== namespace)
    throw usageError(
      `the namespace from the provided object "${oneLine(own)}" does not match the namespace "${namespace}"`,
      `You must pass '--namespace=${oneLine(own)}' to perform this operation.`,
    );
  return { ...served, name, namespace: objectName(own ?? namespace, 'namespace') };
}

/** Reads the object as it is, and has the server try the apply if `tries`. */
export async function planOf<M extends Manifest>(
  client: KubeClient,
  manifest: M,
  { group, plural, namespace, name, ground, tries }: Place & { ground: Ground<M>; tries: boolean },
): Promise<Plan> {
  const api = group ? `/apis/${manifest.apiVersion}` : '/api/v1';
  const path = `${collectionPath(api, plural, namespace)}/${name}`;
  const request: KubeRequest = {
    method: 'PATCH',
    path,
    query: { fieldManager: MONITORING_MANAGER, force: 'true' },
    contentType: APPLY,
    body: { ...manifest, metadata: { ...manifest.metadata, namespace } },
  };
  const before = await unlessMissing(client.send<KubeObject>({ method: 'GET', path }));
  const known = {
    ...{ namespace, name, request, before },
    resource: `${manifest.kind.toLowerCase()}${group && `.${group}`}/${name}`,
    source:
      before &&
      sourceOf({
        object: before,
        identity: `${group}/${manifest.kind}:${namespace}/${name}`,
        fields: ground.fieldsOf(manifest),
        isController: (manager) => manager === MONITORING_MANAGER,
      }),
  };
  const plan = { ...known, ...(await triedOf(client, known, tries)), concerns: [] };
  return plan.change === 'unchanged' ? plan : { ...plan, concerns: ground.concernsOf?.(plan) ?? [] };
}

type Tried = Pick<Plan, 'after' | 'change' | 'changesContent' | 'rejection'>;

/** What the server says of the apply, if it is asked. */
async function triedOf(
  client: KubeClient,
  { before, request }: Pick<Plan, 'before' | 'request'>,
  tries: boolean,
): Promise<Tried> {
  const unknown: Tried = {
    after: undefined,
    change: before ? 'configured' : 'created',
    changesContent: before !== undefined,
    rejection: undefined,
  };
  if (!tries) return unknown;
  try {
    const after = await client.send<KubeObject>({ ...request, query: { ...request.query, dryRun: 'All' } });
    if (!before) return { ...unknown, after };
    const changesContent = !isDeepStrictEqual(contentOf(before), contentOf(after));
    const isSame = !changesContent && isDeepStrictEqual(marksOf(before), marksOf(after));
    return { ...unknown, after, change: isSame ? 'unchanged' : 'configured', changesContent };
  } catch (error) {
    return { ...unknown, change: 'unchanged', changesContent: false, rejection: reportable(error) };
  }
}

/** An object without its metadata, and what a controller says of it. */
function contentOf(object: KubeObject): object {
  const { metadata: _metadata, status: _status, ...content }: KubeObject & { status?: unknown } = object;
  return content;
}

const marksOf = ({ metadata: { labels, annotations } }: KubeObject): object => ({ labels, annotations });
