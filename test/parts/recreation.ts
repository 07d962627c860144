import assert from 'node:assert/strict';
import { CLAIMS, change, LARGER, noPods, PODS, request, SET, SIZE, setWith, sized } from './acts.ts';
import type { Case } from './case.ts';

/** What a template change makes of the StatefulSet (§4.C steps 1 to 4). */
export const recreation: Case[] = [
  {
    name: 'a larger template at 0 replicas recreates the StatefulSet and keeps the claims',
    async run(open) {
      const stage = await open();
      const before = await stage.claims();
      const former = await stage.get(stage.path('statefulsets', SET));
      assert.deepEqual(Object.keys(before), CLAIMS);
      assert.deepEqual(former.spec.persistentVolumeClaimRetentionPolicy, {
        whenDeleted: 'Retain',
        whenScaled: 'Retain',
      });

      await change(stage, { replicas: 0, ...sized(LARGER) });
      const made = await setWith(stage, LARGER);
      assert.notEqual(made.metadata.uid, former.metadata.uid);
      assert.equal(made.spec.replicas, 0);
      await noPods(stage);
      assert.deepEqual(await stage.claims(), before);

      await change(stage, { replicas: 2 });
      await stage.ready();
      assert.deepEqual(await stage.claims(), before);
      assert.deepEqual(stage.storage.lost, []);
    },
  },
  {
    name: 'claims that grow leave the StatefulSet and its pods alone',
    async run(open) {
      const stage = await open();
      const set = await stage.get(stage.path('statefulsets', SET));
      const pods = await stage.pods();
      for (const claim of CLAIMS) assert.equal((await request(stage, claim, LARGER)).status, 200);
      for (const claim of CLAIMS)
        await stage.waitFor(
          stage.path('persistentvolumeclaims', claim),
          ({ status }) => status.capacity.storage === LARGER && status.conditions === undefined,
        );
      const now = await stage.get(stage.path('statefulsets', SET));
      assert.equal(now.metadata.uid, set.metadata.uid);
      assert.deepEqual(now.spec, set.spec);
      assert.deepEqual(await stage.pods(), pods);
    },
  },
  {
    name: 'a change of the pod template replaces the pods one by one and keeps the StatefulSet and the claims',
    async run(open) {
      const stage = await open({ components: [{ name: 'k8s', spec: { retentionSize: '40GB' } }] });
      const [claims, pods] = [await stage.claims(), await stage.pods()];
      const set = await stage.get(stage.path('statefulsets', SET));
      await change(stage, { retentionSize: '80GB' });
      for (const pod of PODS)
        await stage.waitFor(stage.path('pods', pod), (found) => found && found.metadata.uid !== pods[pod]);
      await stage.ready();
      assert.deepEqual(await stage.claims(), claims);
      const now = await stage.get(stage.path('statefulsets', SET));
      assert.equal(now.metadata.uid, set.metadata.uid);
    },
  },
  {
    name: 'a replica that is scaled down keeps its claim, and uses it again',
    async run(open) {
      const stage = await open();
      const claims = await stage.claims();
      await change(stage, { replicas: 1 });
      await noPods(stage, PODS.slice(1));
      assert.deepEqual(await stage.claims(), claims);
      await change(stage, { replicas: 2 });
      await stage.ready();
      assert.deepEqual(await stage.claims(), claims);
    },
  },
  {
    name: 'deleting the resource deletes its StatefulSet and pods, not its claims',
    async run(open) {
      const stage = await open();
      const claims = await stage.claims();
      await stage.remove(stage.path('prometheuses', 'k8s'));
      await stage.waitFor(stage.path('statefulsets', SET), (found) => !found);
      await noPods(stage);
      assert.deepEqual(await stage.claims(), claims);
      assert.ok(Object.values(claims).every(({ request }) => request === SIZE));
    },
  },
];
