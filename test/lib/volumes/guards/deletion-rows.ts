import { changeClaim, type World } from '../world/world.ts';
import { both, orphaned, owned, type Rows, set, spec, stopped } from './row.ts';

const DELETE = { whenDeleted: 'Delete' };
const policy = (given: object) => spec({ persistentVolumeClaimRetentionPolicy: given });
const live = (given: object) => set({ spec: { persistentVolumeClaimRetentionPolicy: given } });
const POD = { apiVersion: 'v1', kind: 'Pod', name: 'prometheus-k8s-1', uid: 'uid-0' };
const ownedOrphan = orphaned({ metadata: { ownerReferences: [POD] } });

/** Rows of the guards that look at what would take claims. */
export const deletionRows: Rows = {
  'retention-policy': {
    holds: [
      { what: 'with the StatefulSet', since: policy(DELETE) },
      { what: 'with its pods', since: policy({ whenScaled: 'Delete' }) },
      { what: 'with both', since: policy({ whenScaled: 'Delete', ...DELETE }) },
    ],
    nearly: [
      { what: 'none' },
      { what: 'Retain', since: policy({ whenScaled: 'Retain', whenDeleted: 'Retain' }) },
      { what: 'on the live StatefulSet alone', since: live(DELETE) },
    ],
  },
  'live-retention-policy': {
    holds: [
      { what: 'with the StatefulSet', since: live(DELETE) },
      { what: 'with its pods', since: live({ whenScaled: 'Delete' }) },
    ],
    nearly: [
      { what: 'Retain' },
      { what: 'on the resource alone', since: policy(DELETE) },
      { what: 'another StatefulSet', since: both(live(DELETE), renamed) },
    ],
  },
  'owned-claim': {
    holds: [
      { what: 'by its StatefulSet', since: owned('StatefulSet') },
      { what: 'by one that is gone', since: owned('StatefulSet', 'uid-0') },
      { what: 'by a pod', since: owned('Pod') },
      { what: 'an orphaned claim', since: ownedOrphan },
      {
        what: 'several of them',
        since: both(owned('StatefulSet'), (its) =>
          changeClaim(its, 1, { metadata: { ownerReferences: [POD] } }),
        ),
      },
    ],
    nearly: [{ what: 'by no owner' }, { what: 'by something that stays', since: owned('Backup') }],
  },
  'stranded-owner': {
    holds: [
      { what: 'no pod of it', since: both(stopped, owned('StatefulSet')), known: { given: 2 } },
      { what: 'its owner is gone', since: owned('StatefulSet', 'uid-0') },
      { what: 'one of its two owners is gone', since: ownedTwice },
      { what: 'an orphaned claim', since: ownedOrphan },
    ],
    nearly: [
      { what: 'it has no owner, and no pod is there', since: stopped, known: { given: 2 } },
      { what: 'its StatefulSet, which takes itself off again', since: owned('StatefulSet') },
    ],
  },
};

function ownedTwice(its: World): void {
  const [one] = its.sets;
  const set = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'prometheus-k8s', uid: one?.metadata.uid };
  changeClaim(its, 0, { metadata: { ownerReferences: [set, POD] } });
}

function renamed(its: World): void {
  for (const one of its.sets) one.metadata.name = 'prometheus-other';
}
