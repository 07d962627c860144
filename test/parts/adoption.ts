import assert from 'node:assert/strict';
import { change, LARGER, PODS, SET, setWith, sized } from './acts.ts';
import type { Case } from './case.ts';

/**
 * What stays when a StatefulSet is deleted without what it controls. Under `whenDeleted: Delete` nothing is promised: a
 * claim to which the reference is written while the set goes is collected after it.
 */
export const adoption: Case[] = [
  {
    name: 'a StatefulSet deleted with orphan leaves pods and claims, and the next one adopts the pods',
    async run(open) {
      const stage = await open();
      const [pods, claims] = [await stage.pods(), await stage.claims()];
      const former = await stage.get(stage.path('statefulsets', SET));
      const { uid } = former.metadata;
      await change(stage, { paused: true, ...sized(LARGER) });
      await stage.waitFor(stage.path('prometheuses', 'k8s'), ({ status }) => status.paused === true);

      const preconditions = { uid };
      await stage.remove(stage.path('statefulsets', SET), { propagationPolicy: 'Orphan', preconditions });
      await stage.waitFor(stage.path('statefulsets', SET), (set) => !set);
      assert.deepEqual(await stage.pods(), pods);
      assert.deepEqual(await stage.claims(), claims);

      await change(stage, { paused: false });
      const made = await setWith(stage, LARGER);
      assert.notEqual(made.metadata.uid, uid);
      for (const pod of PODS)
        await stage.waitFor(
          stage.path('pods', pod),
          ({ metadata }) => metadata.ownerReferences?.[0]?.uid === made.metadata.uid,
        );
      await stage.waitFor(stage.path('statefulsets', SET), ({ status }) => status.updatedReplicas === 2);
      assert.deepEqual(await stage.pods(), pods);
      assert.deepEqual(await stage.claims(), claims);
      assert.deepEqual(stage.storage.lost, []);
    },
  },
  {
    name: 'refuses to delete another StatefulSet of the same name',
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
