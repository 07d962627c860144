import { isForbidden, isNotFound } from '../../kube/api/errors.ts';
import type { KubeClient, KubeList, KubeObject } from '../../kube/api/types.ts';
import { instancesPath } from '../../objects/components.ts';
import { MONITORING_GROUP } from '../../objects/names.ts';
import { type Observed, observed, type VolumesContext } from '../../volumes/observed.ts';
import { type Mode, parseRecord } from '../../volumes/record.ts';
import { CommandError, usageError } from '../../words/errors.ts';
import { notAllowed } from '../rights.ts';
import { namespacesWith } from './elsewhere.ts';
import { notFoundText, objectsOf, readObjects, readRecord, type Snapshot } from './read.ts';
import { readContext } from './read-context.ts';

/** Which instance the user means, and what the flags say of it. */
export interface Wanted extends Omit<Snapshot, 'name' | 'mode'> {
  /** Undefined for the only one. */
  name: string | undefined;
  /** Undefined: that of an unfinished run, or offline. */
  mode: Mode | undefined;
  /** Called if there is no such instance: throws an error if an object of another kind has that name. */
  absent?(name: string): Promise<never>;
  /** `--replicas`. */
  given: number | undefined;
}

/** Reads an instance and its context: everything that decides a resize. */
export async function readInstance(client: KubeClient, wanted: Wanted): Promise<Observed> {
  const { component, namespace } = wanted;
  const contextFor = (mode: Mode): Promise<VolumesContext> => {
    const reading = readContext(client, { component, namespace, mode });
    reading.catch(() => {});
    return reading;
  };
  // Which permissions a run needs depends on its mode.
  let context = wanted.mode && contextFor(wanted.mode);
  try {
    const name = wanted.name ?? (await onlyOne(client, wanted));
    const mode = wanted.mode ?? (await modeOfRecord(client, { component, namespace, name }));
    context ??= contextFor(mode);
    const snapshot = { component, namespace, name, mode, flags: client.flags };
    const reading = await readObjects(client, snapshot);
    if (reading.listings.instances.items.length === 0 && !reading.record) await absent(client, wanted, name);
    const known = { component, context: await context, given: wanted.given };
    return observed(objectsOf(reading, snapshot), { ...known, held: undefined, tried: false });
  } catch (error) {
    const denied = isForbidden(error) && (await (context ?? contextFor('offline'))).denied;
    if (!denied) throw error;
    throw notAllowed(denied, error);
  }
}

/** The mode of an unfinished run; offline if there is none. */
async function modeOfRecord(client: KubeClient, of: Omit<Snapshot, 'mode'>): Promise<Mode> {
  const record = parseRecord(await readRecord(client, of));
  return typeof record === 'object' ? record.mode : 'offline';
}

/** Throws what is known of an instance that there is not: that it is of another kind, or in another namespace. */
async function absent(
  client: KubeClient,
  { component, absent: refuse }: Wanted,
  name: string,
): Promise<void> {
  await refuse?.(name).catch((error: unknown) => {
    if (!isNotFound(error) && !isForbidden(error)) throw error;
  });
  const [place] = await namespacesWith(client, component, name);
  if (place === undefined) return;
  throw new CommandError('refusal', notFoundText(component, name), {
    hint: `${component.kind} "${name}" is in namespace "${place}": use -n ${place}.`,
  });
}

async function onlyOne(
  client: KubeClient,
  { component, namespace }: Pick<Wanted, 'component' | 'namespace'>,
): Promise<string> {
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
