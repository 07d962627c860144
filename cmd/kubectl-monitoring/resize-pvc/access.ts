import { CommandError, usageError } from '../../../lib/errors.ts';
import type { Collection } from '../../../lib/kube/changes.ts';
import { isForbidden, isNotFound } from '../../../lib/kube/errors.ts';
import type { KubeClient, KubeList, KubeObject } from '../../../lib/kube/types.ts';
import { MONITORING_GROUP } from '../../../lib/names.ts';
import { type Component, instancesPath } from '../../../lib/volumes/component.ts';
import { type Objects, type Observed, observed } from '../../../lib/volumes/observed.ts';
import { parseRecord, recordName } from '../../../lib/volumes/record.ts';
import { type Look, type Reading, readObjects } from './read.ts';
import { readSurroundings } from './surroundings.ts';

/** Which instance a person means, and what they say of it. */
export interface Wanted extends Omit<Look, 'name'> {
  /** Undefined: the only one. */
  name: string | undefined;
  /** `--replicas`. */
  given: number | undefined;
}

/** How an instance stands, and where to watch for changes of it. */
export interface Access {
  observed: Observed;
  collections: Collection[];
}

/** Reads how an instance stands, and what stands around it: everything that a resize is decided on. */
export async function readInstance(client: KubeClient, wanted: Wanted): Promise<Access> {
  const around = readSurroundings(client, wanted);
  around.catch(() => {});
  try {
    const look = { ...wanted, name: wanted.name ?? (await onlyOne(client, wanted)) };
    const reading = await readObjects(client, look);
    const known = { component: wanted.component, surroundings: await around, given: wanted.given };
    return {
      observed: observed(whole(reading, look), { ...known, held: false, tried: false }),
      collections: reading.collections,
    };
  } catch (error) {
    const denied = isForbidden(error) && (await around).denied;
    if (!denied) throw error;
    throw new CommandError('refusal', `error: not allowed: ${denied.what.join(', ')}`, {
      mend: `Nothing was changed. Ask for this rule:\n${denied.rule}`,
      cause: error,
    });
  }
}

/** What was read, where the instance is there; where it is gone, an error that says what is left of it. */
export function whole({ instance, objects }: Reading, { component, namespace, name }: Look): Objects {
  if (instance) return { instance, ...objects };
  const { plural, kind } = component;
  const record = parseRecord(objects.record);
  const message = `Error from server (NotFound): ${plural}.${MONITORING_GROUP} "${name}" not found`;
  const mend =
    record === undefined
      ? `There is no such ${kind} in namespace "${namespace}": kubectl get ${plural} -A shows where they are.`
      : `The record of an unfinished run is stale: the ${kind} that it is of was deleted. Its claims are not touched. When you need it no more: kubectl delete configmap ${recordName(component, name)} -n ${namespace}`;
  throw new CommandError('api', message, { mend });
}

async function onlyOne(client: KubeClient, { component, namespace }: Wanted): Promise<string> {
  const { kind, plural } = component;
  const items = await instancesOf(client, component, namespace);
  const [first, ...others] = items.map(({ metadata }) => metadata.name);
  if (first === undefined)
    throw new CommandError('api', `error: there is no ${kind} in namespace "${namespace}"`, {
      mend: `kubectl get ${plural} -A shows where they are; -n chooses another namespace.`,
    });
  if (others.length > 0)
    throw usageError(
      `namespace "${namespace}" has more than one ${kind}: ${[first, ...others].join(', ')}`,
      'Name the one that is meant, after the size.',
    );
  return first;
}

async function instancesOf(client: KubeClient, component: Component, namespace: string) {
  try {
    const path = instancesPath(component, namespace);
    return (await client.send<KubeList<KubeObject>>({ method: 'GET', path })).items;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new CommandError(
      'api',
      `error: the server does not serve ${component.plural}.${MONITORING_GROUP}`,
      {
        mend: 'Install the building block (prometheus-operator) first, or choose another cluster (--context).',
        cause: error,
      },
    );
  }
}
