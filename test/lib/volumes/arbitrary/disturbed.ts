import fc from 'fast-check';
import { applyMergePatch } from '../../../../lib/objects/merge-patch.ts';
import type { Objects } from '../../../../lib/volumes/observed.ts';
import type { Mode } from '../../../../lib/volumes/record.ts';
import { started } from '../world/recorded.ts';
import { NEW, OLD, observe, world } from '../world/running.ts';
import { resize } from '../world/runs.ts';
import type { World } from '../world/world.ts';

/** Objects in the middle of a run, and changes that other writers may have made. */

/** One thing that another user has changed: a merge patch of one object, or that it is gone. */
interface Disturbance {
  of: 'instance' | 'sets' | 'claims' | 'pods' | 'record';
  place: number;
  /** Undefined: it is gone. */
  patch: object | undefined;
}

const DELETED = { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } };
const sized = (storage: string | null) => ({ spec: { resources: { requests: { storage } } } });
const owned = (kind: string, uid: string) => ({
  metadata: { ownerReferences: [{ apiVersion: 'v1', kind, name: 'prometheus-k8s', uid, controller: true }] },
});
const policies = [
  null,
  { whenDeleted: 'Delete' },
  { whenScaled: 'Delete' },
  { whenDeleted: 'Retain', whenScaled: 'Retain' },
];
const ofPolicy = policies.map((policy) => ({ spec: { persistentVolumeClaimRetentionPolicy: policy } }));

const PATCHES: Record<Disturbance['of'], (object | undefined)[]> = {
  instance: [
    ...[0, 1, 2, 3, null].map((replicas) => ({ spec: { replicas } })),
    ...[true, false, null].map((paused) => ({ spec: { paused } })),
    ...[OLD, NEW, '70Gi', null].map((size) => ({ spec: { storage: { volumeClaimTemplate: sized(size) } } })),
    ...ofPolicy,
    { spec: { shards: 2 } },
    { spec: { storage: { emptyDir: {} } } },
    { spec: null },
    DELETED,
  ],
  sets: [
    ...[0, 1, 3].map((replicas) => ({ spec: { replicas } })),
    ...ofPolicy,
    { spec: null },
    { status: null },
    { spec: { volumeClaimTemplates: null } },
    DELETED,
    undefined,
  ],
  claims: [
    ...[OLD, NEW, '70Gi', '200Gi', null].map(sized),
    ...[OLD, NEW, '200Gi', null].map((storage) => ({ status: { capacity: { storage } } })),
    ...['NodeResizePending', 'ControllerResizeInProgress', 'ControllerResizeInfeasible', null].map(
      (storage) => ({ status: { allocatedResourceStatuses: { storage } } }),
    ),
    { status: { conditions: [{ type: 'FileSystemResizePending', status: 'True' }] } },
    { status: { phase: 'Pending' } },
    { status: null },
    { spec: null },
    { metadata: { labels: null } },
    owned('StatefulSet', 'uid-2'),
    owned('StatefulSet', 'uid-0'),
    owned('Pod', 'uid-4'),
    DELETED,
    undefined,
  ],
  pods: [{ metadata: { ownerReferences: null } }, { status: null }, DELETED, undefined],
  record: [
    { data: null },
    { data: { 'record.json': '{' } },
    { metadata: { resourceVersion: null } },
    undefined,
  ],
};

const disturbance: fc.Arbitrary<Disturbance> = fc
  .constantFrom<Disturbance['of'][]>('instance', 'sets', 'claims', 'claims', 'pods', 'record')
  .chain((of) =>
    fc.record({ of: fc.constant(of), place: fc.nat(2), patch: fc.constantFrom(...PATCHES[of]) }),
  );

/** Objects of an instance that is at rest or in the middle of a run, and up to four disturbances of them. */
export const disturbed = async (): Promise<fc.Arbitrary<Objects>> => {
  const bases = await states();
  return fc
    .tuple(fc.constantFrom(...bases), fc.array(disturbance, { maxLength: 4 }))
    .map(([base, disturbances]) => disturbances.reduce(apply, base));
};

function apply(objects: Objects, { of, place, patch }: Disturbance): Objects {
  const changed = <T>(object: T): T => applyMergePatch(object, patch);
  if (of === 'instance') return { ...objects, instance: changed(objects.instance) };
  if (of === 'record') return { ...objects, record: objects.record && patch && changed(objects.record) };
  const list = (objects[of] as unknown[]).flatMap((one, at) =>
    at !== place ? [one] : patch ? [changed(one)] : [],
  );
  return { ...objects, [of]: list };
}

/** At rest, and after each write of each order, the controllers having acted on it or not. */
async function states(): Promise<Objects[]> {
  const made: World[] = [];
  for (const mode of ['offline', 'online'] as const)
    for (const retain of [false, true])
      for (let killedAfter = 0; killedAfter < 9; killedAfter += 1)
        for (const asleep of [false, true]) made.push(await stateOf({ mode, retain, killedAfter, asleep }));
  return [...made, undoing()].map((its) => observe(its).objects);
}

async function stateOf(given: {
  mode: Mode;
  retain: boolean;
  killedAfter: number;
  asleep: boolean;
}): Promise<World> {
  const { mode, retain, killedAfter, asleep } = given;
  const policy = { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } };
  const its = world(retain ? { spec: policy } : {});
  const others = (it: World, writes: number) => {
    it.operating = !asleep || writes < killedAfter;
  };
  if (killedAfter > 0) await resize(its, { options: { mode, retain }, killedAfter, others });
  return its;
}

function undoing(): World {
  const its = world();
  started({ goal: 'undo' })(its);
  return its;
}
