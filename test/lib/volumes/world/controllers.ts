import type { KubeObject } from '../../../../lib/kube/api/types.ts';
import { shardsOf, statefulSetOf } from '../../../operators/monitoring/component.ts';
import { placeOf } from '../../../operators/monitoring/identity.ts';
import type { ComponentKind } from '../../../operators/monitoring/kinds.ts';
import {
  type Claim as Claimed,
  controlledBy,
  controllerOf,
  isDeleting,
  isReady,
  type StatefulSet,
} from '../../../operators/monitoring/objects.ts';
import { type Action, nextActions } from '../../../operators/monitoring/stateful-set.ts';
import { statusOf } from '../../../operators/monitoring/stateful-set-status.ts';
import { expand } from '../../../operators/volumes/expand.ts';
import {
  type Claim,
  claimNames,
  type Pod as Mounting,
  type Volume,
} from '../../../operators/volumes/objects.ts';
import { created, isMounted, type World, write } from './world.ts';

/** The controllers work until nothing is left for them to do. */
export function operate(its: World): void {
  const controllers = [controlSets, reconcile, collect, grow];
  for (let turns = 0; turns < 100; turns += 1) {
    const before = its.version;
    for (const turn of controllers) turn(its);
    if (its.version === before) return;
  }
  throw new Error('the controllers do not come to rest');
}

const NOW = '2026-01-02T03:04:05Z';
const RETAIN = { whenDeleted: 'Retain', whenScaled: 'Retain' } as const;

/** The operator: each shard's set as the resource says; one whose template differs is deleted, and re-created. */
function reconcile(its: World): void {
  const { instance, component, sets } = its;
  if (!instance || isDeleting(instance) || instance.spec.paused || !its.operating) return;
  const kind = component.kind as ComponentKind;
  for (let shard = 0; shard < shardsOf(kind, instance); shard += 1) {
    const { spec, ...wanted } = statefulSetOf(kind, instance, shard);
    const policy = { ...RETAIN, ...spec.persistentVolumeClaimRetentionPolicy };
    const set: StatefulSet = { ...wanted, spec: { ...spec, persistentVolumeClaimRetentionPolicy: policy } };
    const live = sets.find(({ metadata }) => metadata.name === set.metadata.name);
    if (!live) sets.push(created(its, set));
    else if (isDeleting(live)) continue;
    else if (templates(live) !== templates(set)) write(its, live, { metadata: { deletionTimestamp: NOW } });
    else
      write(its, live, { spec: { replicas: spec.replicas, persistentVolumeClaimRetentionPolicy: policy } });
  }
}

const templates = ({ spec }: StatefulSet): string => JSON.stringify(spec.volumeClaimTemplates);

/** The StatefulSet controller; orphaned pods are adopted. */
function controlSets(its: World): void {
  for (const set of its.sets.filter((one) => !isDeleting(one))) {
    for (const pod of its.pods)
      if (!controllerOf(pod) && placeOf(pod.metadata.name)?.set === set.metadata.name)
        write(its, pod, { metadata: { ownerReferences: [controlledBy(set, 'apps/v1', 'StatefulSet')] } });
    const pods = its.pods.filter((pod) => controllerOf(pod)?.uid === set.metadata.uid);
    const claims = new Map(its.claims.map((claim) => [claim.metadata.name, claim as unknown as Claimed]));
    nextActions(set, { pods, claims }).every((action) => perform(its, action));
    const now = its.pods.filter((pod) => controllerOf(pod)?.uid === set.metadata.uid);
    write(its, set, { status: statusOf(set, now, []) });
  }
}

/** Gives whether it could be done. Pods run as soon as they are made. */
function perform(its: World, action: Action): boolean {
  switch (action.verb) {
    case 'create-claim':
      return its.provisioning && provision(its, action.claim as unknown as Claim);
    case 'own-claim': {
      const { owners } = action;
      write(its, named(its.claims, action.claim), { metadata: { ownerReferences: owners } });
      return true;
    }
    case 'create-pod': {
      const conditions = [{ type: 'Ready', status: 'True' }];
      its.pods.push({ ...created(its, action.pod), status: { phase: 'Running', conditions } });
      return true;
    }
    case 'delete-pod':
      return remove(its, its.pods, action.pod);
  }
}

function provision(its: World, claim: Claim): boolean {
  const { requests } = claim.spec.resources;
  const storage = String(requests.storage);
  const made = created(its, { ...claim, spec: { ...claim.spec, resources: { requests: { storage } } } });
  const volumeName = `pv-${made.metadata.uid}`;
  its.claims.push({
    ...made,
    spec: { ...made.spec, volumeName },
    status: { phase: 'Bound', capacity: { storage } },
  });
  its.volumes[volumeName] = storage;
  return true;
}

/** The garbage collector: what is deleted with its owner, what has no owner any more, and unmounted claims. */
function collect(its: World): void {
  for (const set of [...its.sets]) {
    if (its.instance && !isDeleting(set)) continue;
    const isOwned = ({ metadata }: KubeObject) =>
      metadata.ownerReferences?.some(({ uid }) => uid === set.metadata.uid);
    for (const pod of its.pods.filter(isOwned)) remove(its, its.pods, pod);
    for (const claim of its.claims.filter(isOwned)) its.lost.push(claim.metadata.name);
    its.claims = its.claims.filter((claim) => !isOwned(claim));
    remove(its, its.sets, set);
  }
  const owners = [...its.sets, ...its.pods].map(({ metadata }) => metadata.uid);
  for (const claim of [...its.claims]) {
    const { ownerReferences: references = [] } = claim.metadata;
    const isOrphan = references.length > 0 && !references.some(({ uid }) => owners.includes(uid));
    if (!(isOrphan || isDeleting(claim)) || isMounted(its, claim)) continue;
    its.lost.push(claim.metadata.name);
    remove(its, its.claims, claim);
  }
}

/** The storage and the nodes. */
function grow(its: World): void {
  for (const claim of its.claims) {
    const { volumeName } = claim.spec;
    const capacity = volumeName && its.volumes[volumeName];
    if (!capacity) continue;
    const volume: Volume = { metadata: { name: volumeName }, spec: { capacity: { storage: capacity } } };
    const step = expand(claim, volume, {
      behaviour: its.behaviour,
      nodeExpansion: true,
      attached: isMounted(its, claim),
      running: its.pods.some(
        (pod) => isReady(pod) && claimNames(pod as unknown as Mounting).includes(claim.metadata.name),
      ),
      released: its.released,
      now: NOW,
    });
    if (step && 'status' in step) write(its, claim, step);
    else if (step) {
      its.volumes[volumeName] = step.capacity;
      its.version += 1;
    }
  }
}

function remove<T extends KubeObject>(its: World, list: T[], object: KubeObject): boolean {
  const place = list.findIndex(({ metadata }) => metadata.name === object.metadata.name);
  if (place < 0) return false;
  list.splice(place, 1);
  its.version += 1;
  return true;
}

function named<T extends KubeObject>(list: T[], { metadata: { name } }: KubeObject): T {
  const found = list.find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}
