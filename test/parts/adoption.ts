import assert from 'node:assert/strict';
import { CLAIMS, change, LARGER, PODS, SET, setWith, sized } from './acts.ts';
import type { Case } from './case.ts';

const orphaned = (whenDeleted: 'Retain' | 'Delete'): Case => ({
  name: `a StatefulSet deleted with orphan under whenDeleted: ${whenDeleted} leaves pods and claims, and the next adopts them`,
  async run(open) {
    const retentionPolicy = { whenDeleted, whenScaled: 'Retain' } as const;
    const stage = await open({ components: [{ name: 'k8s', retentionPolicy }] });
    const [pods, claims] = [await stage.pods(), await stage.claims()];
    const former = await stage.get(stage.path('statefulsets', SET));
    const { uid } = former.metadata;
    await change(stage, { paused: true, ...sized(LARGER) });
    await stage.waitFor(stage.path('prometheuses', 'k8s'), ({ status }) => status.paused === true);

    const preconditions = { uid };
    await stage.remove(stage.path('statefulsets', SET), { propagationPolicy: 'Orphan', preconditions });
    await stage.waitFor(stage.path('statefulsets', SET), (set) => !set);
    assert.deepEqual(await stage.pods(), pods);
    assert.deepEqual(uids(await stage.claims()), uids(claims));

    await change(stage, { paused: false });
    const made = await setWith(stage, LARGER);
    assert.notEqual(made.metadata.uid, uid);
    for (const pod of PODS)
      await stage.waitFor(
        stage.path('pods', pod),
        ({ metadata }) => metadata.ownerReferences?.[0]?.uid === made.metadata.uid,
      );
    await stage.waitFor(stage.path('statefulsets', SET), ({ status }) => status.updatedReplicas === 2);
    const owner = whenDeleted === 'Delete' ? made.metadata.uid : undefined;
    for (const claim of CLAIMS)
      await stage.waitFor(
        stage.path('persistentvolumeclaims', claim),
        ({ metadata }) => metadata.ownerReferences?.[0]?.uid === owner,
      );
    assert.deepEqual(await stage.pods(), pods);
    assert.deepEqual(Object.keys(await stage.claims()), CLAIMS);
    assert.deepEqual(uids(await stage.claims()), uids(claims));
    assert.deepEqual(stage.storage.lost, []);
  },
});

const uids = (claims: Record<string, { uid: string }>): string[] =>
  Object.values(claims).map(({ uid }) => uid);

/** What stays when a StatefulSet is deleted without what it controls. */
export const adoption: Case[] = [
  orphaned('Retain'),
  orphaned('Delete'),
  {
    name: 'a deletion for another StatefulSet of the name is refused',
    async run(open) {
      const stage = await open();
      const set = stage.path('statefulsets', SET);
      const { metadata } = await stage.get(set);
      const answer = await stage.remove(set, {
        propagationPolicy: 'Orphan',
        preconditions: { uid: '00000000-0000-4000-8000-000000000000' },
      });
      assert.equal(answer.status, 409);
      assert.equal((await stage.get(set)).metadata.uid, metadata.uid);
    },
  },
];
