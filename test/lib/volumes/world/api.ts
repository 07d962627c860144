import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../../../lib/kube/api/types.ts';
import { applyMergePatch } from '../../../../lib/objects/merge-patch.ts';
import { compareQuantities, parseQuantity } from '../../../../lib/objects/quantity.ts';
import type { Patch, Ref, Write } from '../../../../lib/volumes/action.ts';
import type { Claim } from '../../../operators/volumes/objects.ts';
import { asked, created, type World, write } from './world.ts';

/** What the API answers to a write that was decided on an older copy: 409. */
export const STALE = new Error('the object has been modified');

/** What it answers to one that is not to be. */
export class Refused extends Error {}

/** Does one write, as the API does it; gives the object as it answers, undefined for one that is gone. */
export function send(its: World, action: Write): KubeObject | undefined {
  if (action.kind === 'create') {
    if (its.record) throw STALE;
    its.record = created(its, action.object);
    return structuredClone(its.record);
  }
  const object = find(its, action.of);
  if (!object) throw new Refused(`404: ${JSON.stringify(action.of)}`);
  const { uid, resourceVersion } = object.metadata;
  if (action.kind === 'delete') {
    if (action.uid !== uid) throw STALE;
    if (action.resourceVersion && action.resourceVersion !== resourceVersion) throw STALE;
    return action.of.kind === 'record' ? removeRecord(its) : orphan(its, object);
  }
  if (action.resourceVersion !== resourceVersion) throw STALE;
  if (action.of.kind === 'claim') admit(its, object as Claim, action);
  write(its, object, action.payload);
  return structuredClone(object);
}

function find(its: World, of: Ref): KubeObject | undefined {
  const isIt = ({ metadata }: KubeObject): boolean => 'name' in of && metadata.name === of.name;
  switch (of.kind) {
    case 'instance':
      return its.instance;
    case 'record':
      return its.record;
    case 'claim':
      return its.claims.find(isIt);
    case 'set':
      return its.sets.find(isIt);
  }
}

function removeRecord(its: World): undefined {
  its.record = undefined;
  its.version += 1;
}

/** Its pods and claims stay without an owner. */
function orphan(its: World, { metadata: { name, uid } }: KubeObject): undefined {
  its.sets = its.sets.filter(({ metadata }) => metadata.name !== name);
  its.version += 1;
  for (const object of [...its.pods, ...its.claims]) {
    const { ownerReferences: owners = [] } = object.metadata;
    const others = owners.filter((owner) => owner.uid !== uid);
    if (others.length < owners.length)
      write(its, object, { metadata: { ownerReferences: others.length > 0 ? others : null } });
  }
}

/** What the server looks at before it takes another size for a claim. */
function admit(its: World, claim: Claim, { payload }: Patch): void {
  const next = applyMergePatch<Claim>(claim, payload);
  if (isDeepStrictEqual(next.spec, claim.spec)) return;
  const size = next.spec.resources.requests.storage;
  if (claim.status.phase !== 'Bound') throw new Refused('422: only bound claims can be given another size');
  if (compareQuantities(size, claim.status.capacity?.storage ?? '0') < 0)
    throw new Refused('422: field can not be less than status.capacity');
  if (its.admission && !(its.expandable && claim.spec.storageClassName))
    throw new Refused('403: only dynamically provisioned pvc can be resized');
  const all = its.claims.map((one) => (one === claim ? next : one));
  if (its.quota !== undefined && asked(all) > (parseQuantity(its.quota) ?? 0n) / 10n ** 9n)
    throw new Refused('403: exceeded quota');
}
