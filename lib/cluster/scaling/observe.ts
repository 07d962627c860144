import { missingPermissions } from '../../kube/api/access.ts';
import { isForbidden, isNotFound } from '../../kube/api/errors.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { permissions } from '../../scaling/action.ts';
import {
  type Autoscaler,
  type Objects,
  type Observed,
  observed,
  type ScalingContext,
  withObjects,
} from '../../scaling/observed.ts';
import { instanceScaled, isInstance, workloadScaled } from '../../scaling/scaled.ts';
import { findWorkloads, workloadState } from '../../status/workloads.ts';
import { deniedOf, notAllowed, unlessForbidden } from '../rights.ts';
import { countOperators } from '../volumes/read-context.ts';
import { findScaled, type Wanted } from './find.ts';
import { objectsOf, type Place, readObjects } from './read.ts';

/** Finds what the user means, and reads it with everything that decides how it is scaled. */
export async function observeScaled(client: KubeClient, wanted: Wanted): Promise<Observed> {
  const { component, namespace } = wanted;
  try {
    const { scaled, name } = await findScaled(client, wanted);
    const place = { scaled, namespace, name };
    const [reading, context] = await Promise.all([readObjects(client, place), readContext(client, place)]);
    const objects = objectsOf(reading, place);
    const known = { ...context, ...detailsOf(place, objects) };
    return observed(objects, { scaled, context: known, tried: false, written: false, awaited: false });
  } catch (error) {
    if (!isForbidden(error)) throw error;
    const kinds = isInstance(component)
      ? [instanceScaled(component)]
      : [workloadScaled(component, 'Deployment'), workloadScaled(component, 'StatefulSet')];
    const all = kinds.flatMap((kind) => permissions(kind, namespace));
    const missing = await missingPermissions(client, all);
    if (missing.length === 0) throw error;
    throw notAllowed(deniedOf(missing), error);
  }
}

/** Reads everything again, except what cannot change during a run. */
export const observeAgain = async (
  client: KubeClient,
  before: Observed,
  signal?: AbortSignal,
): Promise<Observed> => withObjects(before, objectsOf(await readObjects(client, before, signal), before));

async function readContext(client: KubeClient, { scaled, namespace }: Place): Promise<ScalingContext> {
  const [operators, autoscalers, missing] = await Promise.all([
    scaled.instance && unlessForbidden(countOperators(client)),
    unlessForbidden(readAutoscalers(client, namespace)),
    missingPermissions(client, permissions(scaled, namespace)),
  ]);
  return {
    operators,
    autoscalers,
    flags: client.flags,
    ...(missing.length > 0 && { denied: deniedOf(missing) }),
  };
}

/** Version 1, which every server has: what they scale is the same in all versions. */
async function readAutoscalers(client: KubeClient, namespace: string): Promise<Autoscaler[]> {
  const path = `/apis/autoscaling/v1/namespaces/${namespace}/horizontalpodautoscalers`;
  const objects = await allOf<KubeObject>(client, { path }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
    return [];
  });
  return objects.map((object) => {
    const target = fieldsOf(fieldsOf(fieldsOf(object)?.spec)?.scaleTargetRef);
    return { name: object.metadata.name, kind: textOf(target?.kind), target: textOf(target?.name) };
  });
}

/** What the pods of a workload show of it. */
function detailsOf({ scaled }: Place, { target }: Objects): Pick<ScalingContext, 'persistence' | 'sharded'> {
  const kind = scaled.kind === 'StatefulSet' ? scaled.kind : 'Deployment';
  const [found] = findWorkloads([{ kind, object: target }]).filter(({ part }) => part === scaled.component);
  if (!found) return {};
  const { claim, ownClaims, sharded } = workloadState(found, { pods: undefined, namespaces: [] });
  const persistence = claim !== undefined ? 'shared-claim' : ownClaims ? 'own-claims' : undefined;
  return { ...(persistence && { persistence }), ...(sharded && { sharded }) };
}
