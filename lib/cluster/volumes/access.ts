import { isForbidden, isNotFound } from '../../kube/api/errors.ts';
import type { KubeClient, KubeList, KubeObject } from '../../kube/api/types.ts';
import { instancesPath } from '../../objects/components.ts';
import { MONITORING_GROUP } from '../../objects/names.ts';
import { type Observed, observed } from '../../volumes/observed.ts';
import { CommandError, usageError } from '../../words/errors.ts';
import { notAllowed } from '../rights.ts';
import { objectsOf, readObjects, type Snapshot } from './read.ts';
import { readContext } from './read-context.ts';

/** Which instance the user means, and what the flags say of it. */
export interface Wanted extends Omit<Snapshot, 'name'> {
  /** Undefined for the only one. */
  name: string | undefined;
  /** Called if there is no such instance: throws an error if an object of another kind has that name. */
  absent?(name: string): Promise<never>;
  /** `--replicas`. */
  given: number | undefined;
}

/** Reads an instance and its context: everything that decides a resize. */
export async function readInstance(client: KubeClient, wanted: Wanted): Promise<Observed> {
  const around = readContext(client, wanted);
  around.catch(() => {});
  try {
    const snapshot = { ...wanted, name: wanted.name ?? (await onlyOne(client, wanted)) };
    const reading = await readObjects(client, snapshot);
    if (reading.listings.instances.items.length === 0 && !reading.record)
      await wanted.absent?.(snapshot.name).catch((error: unknown) => {
        if (!isNotFound(error) && !isForbidden(error)) throw error;
      });
    const objects = objectsOf(reading, snapshot);
    const known = { component: wanted.component, context: await around, given: wanted.given };
    return observed(objects, { ...known, held: undefined, tried: false });
  } catch (error) {
    const denied = isForbidden(error) && (await around).denied;
    if (!denied) throw error;
    throw notAllowed(denied, error);
  }
}

async function onlyOne(client: KubeClient, { component, namespace }: Wanted): Promise<string> {
  const { kind, plural } = component;
  const path = instancesPath(component, namespace);
  const { items } = await client
    .send<KubeList<KubeObject>>({ method: 'GET', path })
    .catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
      throw new CommandError('api', `error: the server does not serve ${plural}.${MONITORING_GROUP}`, {
        hint: 'Install the building block (prometheus-operator) first, or choose another cluster (--context).',
        cause: error,
      });
    });
  const [first, ...others] = items.map(({ metadata }) => metadata.name);
  if (first === undefined)
    throw new CommandError('api', `error: no ${kind} found in namespace "${namespace}"`, {
      hint: `To see where they are: kubectl get ${plural} -A. Use -n for another namespace.`,
    });
  if (others.length > 0)
    throw usageError(
      `namespace "${namespace}" has more than one ${kind}: ${[first, ...others].join(', ')}`,
      'Give the name of one of them after the size.',
    );
  return first;
}
