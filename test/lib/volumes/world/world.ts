import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../../../lib/kube/api/types.ts';
import type { Component } from '../../../../lib/objects/components.ts';
import { applyMergePatch } from '../../../../lib/objects/merge-patch.ts';
import { parseQuantity } from '../../../../lib/objects/quantity.ts';
import type { VolumesContext } from '../../../../lib/volumes/observed.ts';
import type { RecordObject } from '../../../../lib/volumes/record.ts';
import type { ComponentResource } from '../../../operators/monitoring/component.ts';
import type { Pod, StatefulSet } from '../../../operators/monitoring/objects.ts';
import type { Behaviour } from '../../../operators/volumes/growth.ts';
import { type Claim, claimNames, type Pod as Mounting } from '../../../operators/volumes/objects.ts';

/** A namespace in memory with one instance and what the controllers make of it. It is changed in place. */
export interface World {
  component: Component;
  /** Undefined once it is deleted. */
  instance: ComponentResource | undefined;
  sets: StatefulSet[];
  pods: Pod[];
  claims: Claim[];
  /** What the volumes have, by their names. */
  volumes: Record<string, string>;
  record: RecordObject | undefined;
  /** Names of claims that were deleted with their volumes. */
  lost: string[];
  /** Whether the operator runs. */
  operating: boolean;
  /** How volumes grow, and whether what makes them wait is over. */
  behaviour: Behaviour;
  released: boolean;
  expandable: boolean;
  /** Whether the server looks at the class before it takes a bigger size (PersistentVolumeClaimResize). */
  admission: boolean;
  /** Whether claims can be made. */
  provisioning: boolean;
  /** Size in the file or the repository that the instance is applied from. */
  source: string;
  /** What all claims may ask for together; no limit when absent. */
  quota?: string;
  context: Partial<VolumesContext>;
  /** How many writes there were: the last one's resourceVersion. */
  version: number;
}

/** What the API answers about what is gone: 404. */
export const GONE = new Error('there is no such resource any more');

/** The resource as it stands. Throws where it is gone. */
export function instanceOf({ instance }: World): ComponentResource {
  if (!instance) throw GONE;
  return instance;
}

/** A user writes to an object; as in the API, a write that changes nothing leaves its version. */
export function write(its: World, object: KubeObject, patch: object): void {
  const next = applyMergePatch<KubeObject & { spec?: unknown }>(object, patch);
  if (isDeepStrictEqual(next, object)) return;
  its.version += 1;
  const isNew = !isDeepStrictEqual(next.spec, (object as { spec?: unknown }).spec);
  const generation = (object.metadata.generation ?? 0) + (isNew ? 1 : 0);
  next.metadata = { ...next.metadata, resourceVersion: String(its.version), generation };
  Object.assign(object, next);
}

/** A user writes to the resource. */
export const change = (its: World, spec: object): void => write(its, instanceOf(its), { spec });

/** A user writes to the claim at this place of the list. */
export const changeClaim = (its: World, place: number, patch: object): void =>
  write(its, its.claims[place] ?? { metadata: { name: '' } }, patch);

/** An object as the server makes it. */
export function created<T extends KubeObject>(its: World, object: T): T {
  its.version += 1;
  const number = String(its.version);
  const metadata = { ...object.metadata, uid: `uid-${number}`, resourceVersion: number, generation: 1 };
  return { ...structuredClone(JSON.parse(JSON.stringify(object))), metadata };
}

/** Whether a pod mounts the claim. */
export const isMounted = ({ pods }: World, { metadata: { name } }: KubeObject): boolean =>
  pods.some((pod) => claimNames(pod as unknown as Mounting).includes(name));

/** What claims ask for together, in bytes. */
export const asked = (claims: readonly Claim[]): bigint =>
  claims.reduce((sum, { spec }) => sum + (parseQuantity(spec.resources.requests.storage) ?? 0n), 0n) /
  10n ** 9n;
