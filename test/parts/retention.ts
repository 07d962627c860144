import assert from 'node:assert/strict';
import type { MonitoringStage } from '../support/monitoring-stage.ts';
import { CLAIMS, change, isObserved, LARGER, noPods, SET, setWith, sized } from './acts.ts';
import type { Case } from './case.ts';

const WHEN_DELETED = { whenDeleted: 'Delete', whenScaled: 'Retain' } as const;
const WHEN_SCALED = { whenDeleted: 'Retain', whenScaled: 'Delete' } as const;
const RETAIN = { whenDeleted: 'Retain', whenScaled: 'Retain' } as const;

const under = (retentionPolicy: typeof WHEN_DELETED | typeof WHEN_SCALED) => ({
  components: [{ name: 'k8s', retentionPolicy }],
});

/** When volumes are taken with what they belong to. */
export const retention: Case[] = [
  {
    name: 'whenDeleted: Delete takes every claim when a template change deletes the StatefulSet',
    async run(open) {
      const stage = await open(under(WHEN_DELETED));
      await ownedBySet(stage);
      await change(stage, { replicas: 0, ...sized(LARGER) });
      await noClaims(stage);
      await setWith(stage, LARGER);
    },
  },
  {
    name: 'whenScaled: Delete takes every claim when replicas go to 0',
    async run(open) {
      const stage = await open(under(WHEN_SCALED));
      assert.deepEqual(await owners(stage), [[], []]);
      await change(stage, { replicas: 0 });
      await noClaims(stage);
    },
  },
  {
    name: 'a policy changed to Retain releases the claims whose pods exist',
    async run(open) {
      const stage = await open(under(WHEN_DELETED));
      await ownedBySet(stage);
      await change(stage, { persistentVolumeClaimRetentionPolicy: RETAIN });
      for (const claim of CLAIMS)
        await stage.waitFor(
          stage.path('persistentvolumeclaims', claim),
          ({ metadata }) => metadata.ownerReferences === undefined,
        );
      await change(stage, { replicas: 0, ...sized(LARGER) });
      await setWith(stage, LARGER);
      await noPods(stage);
      assert.deepEqual(Object.keys(await stage.claims()), CLAIMS);
      assert.deepEqual(stage.storage.lost, []);
    },
  },
  {
    name: 'a policy changed to Retain at 0 replicas keeps the references, and the claims are deleted',
    async run(open) {
      const stage = await open(under(WHEN_DELETED));
      await ownedBySet(stage);
      await change(stage, { replicas: 0 });
      await noPods(stage);
      await change(stage, { persistentVolumeClaimRetentionPolicy: RETAIN });
      await stage.waitFor(
        stage.path('statefulsets', SET),
        (set) => set.spec.persistentVolumeClaimRetentionPolicy.whenDeleted === 'Retain' && isObserved(set),
      );
      assert.deepEqual(await owners(stage), [[`StatefulSet/${SET}`], [`StatefulSet/${SET}`]]);
      await change(stage, sized(LARGER));
      await noClaims(stage);
    },
  },
  {
    name: 'references that remained at 0 replicas are removed when the pods return',
    async run(open) {
      const stage = await open(under(WHEN_DELETED));
      await ownedBySet(stage);
      await change(stage, { replicas: 0 });
      await noPods(stage);
      await change(stage, { persistentVolumeClaimRetentionPolicy: RETAIN, replicas: 2 });
      await stage.ready();
      for (const claim of CLAIMS)
        await stage.waitFor(
          stage.path('persistentvolumeclaims', claim),
          ({ metadata }) => metadata.ownerReferences === undefined,
        );
    },
  },
];

const owners = async (stage: MonitoringStage): Promise<string[][]> =>
  Object.values(await stage.claims()).map(({ owners }) => owners);

/** Resolves when every claim refers to the set as its controller. */
async function ownedBySet(stage: MonitoringStage): Promise<void> {
  const { metadata } = await stage.get(stage.path('statefulsets', SET));
  for (const claim of CLAIMS) {
    const found = await stage.waitFor(stage.path('persistentvolumeclaims', claim), ({ metadata }) =>
      Boolean(metadata.ownerReferences),
    );
    assert.deepEqual(found.metadata.ownerReferences, [
      {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        name: SET,
        uid: metadata.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
  }
}

/** Resolves when the claims and their volumes are gone, with all that was on them. */
async function noClaims(stage: MonitoringStage): Promise<void> {
  const before = await stage.list('/api/v1/persistentvolumes');
  for (const claim of CLAIMS) {
    await stage.waitFor(stage.path('persistentvolumeclaims', claim), (found) => !found);
    const volume = before.find(
      ({ spec }) => spec.claimRef.name === claim && spec.claimRef.namespace === stage.namespace,
    );
    if (volume) await stage.waitFor(`/api/v1/persistentvolumes/${volume.metadata.name}`, (found) => !found);
  }
  assert.deepEqual(
    [...stage.storage.lost].sort(),
    CLAIMS.map((claim) => `${stage.namespace}/${claim}`),
  );
}
