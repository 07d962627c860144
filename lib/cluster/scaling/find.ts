import { isForbidden, isNotFound } from '../../kube/api/errors.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { MONITORING_GROUP } from '../../objects/names.ts';
import {
  instanceScaled,
  isInstance,
  type ScalableName,
  type Scaled,
  scaledPath,
  type WorkloadName,
  workloadScaled,
} from '../../scaling/scaled.ts';
import { PARTS } from '../../status/block.ts';
import { type FoundWorkload, findWorkloads, type WorkloadObject } from '../../status/workloads.ts';
import { CommandError, usageError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';

/** What the user names: a component, and one of its objects if there are several. */
export interface Wanted {
  component: ScalableName;
  namespace: string;
  name: string | undefined;
}

/** The object that is meant. */
export interface Found {
  scaled: Scaled;
  name: string;
}

/**
 * Finds the object that is meant: the one of that name, or the only one.
 *
 * @throws {CommandError} if there is none, or if there are several and none is named.
 */
export async function findScaled(client: KubeClient, wanted: Wanted): Promise<Found> {
  const { component, namespace } = wanted;
  const found = await scaledIn(client, wanted);
  const named = found.filter(({ name }) => wanted.name === undefined || name === wanted.name);
  const [first, ...others] = named;
  if (first === undefined) throw await notFound(client, wanted, found);
  if (others.length === 0) return first;
  const names = named.map(({ name }) => oneLine(name));
  throw usageError(
    `namespace "${namespace}" has more than one ${whatOf(component)}: ${names.join(', ')}`,
    'Give the name of one of them after the number.',
  );
}

/** The objects of a component in a namespace. @throws {CommandError} */
export async function scaledIn(
  client: KubeClient,
  { component, namespace }: Omit<Wanted, 'name'>,
): Promise<Found[]> {
  return isInstance(component)
    ? (await instancesIn(client, instanceScaled(component), namespace)).map((name) => ({
        scaled: instanceScaled(component),
        name,
      }))
    : (await workloadsIn(client, component, namespace)).map(({ kind, object }) => ({
        scaled: workloadScaled(component, kind === 'StatefulSet' ? kind : 'Deployment'),
        name: object.metadata.name,
      }));
}

const whatOf = (component: ScalableName): string =>
  isInstance(component) ? instanceScaled(component).kind : PARTS[component];

async function instancesIn(client: KubeClient, scaled: Scaled, namespace: string): Promise<string[]> {
  try {
    const objects = await allOf<KubeObject>(client, { path: scaledPath(scaled, namespace) });
    return objects.map(({ metadata }) => metadata.name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new CommandError('api', `error: the server does not serve ${scaled.plural}.${MONITORING_GROUP}`, {
      hint: 'Install the building block (prometheus-operator) first, or choose another cluster (--context).',
      cause: error,
    });
  }
}

/** The workloads of a part of the block, in a namespace or in all. */
export async function workloadsIn(
  client: KubeClient,
  component: WorkloadName,
  namespace: string | undefined,
): Promise<FoundWorkload[]> {
  const kinds = ['Deployment', 'StatefulSet'] as const;
  const where = namespace === undefined ? '' : `/namespaces/${namespace}`;
  const lists = await Promise.all(
    kinds.map(async (kind): Promise<WorkloadObject[]> => {
      const path = `/apis/apps/v1${where}/${kind.toLowerCase()}s`;
      return (await allOf<KubeObject>(client, { path })).map((object) => ({ kind, object }));
    }),
  );
  return findWorkloads(lists.flat()).filter(({ part }) => part === component);
}

/** The error if nothing fits: what there is instead, or in which namespace it is. */
async function notFound(
  client: KubeClient,
  { component, namespace, name }: Wanted,
  found: readonly Found[],
): Promise<CommandError> {
  const what = whatOf(component);
  const message =
    name === undefined
      ? `error: no ${what} found in namespace "${namespace}"`
      : `error: no ${what} "${oneLine(name)}" found in namespace "${namespace}"`;
  const here = found.map((one) => oneLine(one.name));
  if (here.length > 0)
    return new CommandError('api', message, { hint: `There is ${here.join(', ')} in this namespace.` });
  const places = await elsewhere(client, component);
  return new CommandError('api', message, {
    hint:
      places.length > 0
        ? `There is one in namespace ${places.join(', ')}: use -n.`
        : `Use -n for another namespace. To see what there is: ${['kubectl monitoring status -A', ...(client.flags ?? [])].join(' ')}`,
  });
}

/** The namespaces with such a component; none if they may not be searched. */
async function elsewhere(client: KubeClient, component: ScalableName): Promise<string[]> {
  try {
    const objects = isInstance(component)
      ? await allOf<KubeObject>(client, {
          path: `${instanceScaled(component).api}/${instanceScaled(component).plural}`,
        })
      : (await workloadsIn(client, component, undefined)).map(({ object }) => object);
    return [...new Set(objects.map(({ metadata }) => oneLine(metadata.namespace ?? '')))].toSorted();
  } catch (error) {
    if (isForbidden(error) || isNotFound(error)) return [];
    throw error;
  }
}
