import assert from 'node:assert/strict';
import { change, LARGER, SET, SIZE, setWith, sized } from './acts.ts';
import type { Case } from './case.ts';

/** What the operator leaves alone. */
export const pausing: Case[] = [
  {
    name: 'a paused resource is left alone until it is resumed',
    async run(open) {
      const stage = await open({ components: [{ name: 'k8s', paused: true }, { name: 'other' }] });
      const set = stage.path('statefulsets', SET);
      const before = await stage.get(set);
      await change(stage, { replicas: 0, ...sized(LARGER) });
      // The other is changed later, and what came of that shows that the operator has had its turn.
      await change(stage, { replicas: 1 }, 'other');
      await stage.waitFor(
        stage.path('statefulsets', 'prometheus-other'),
        ({ spec, status }) => spec.replicas === 1 && status.replicas === 1,
      );
      const resource = await stage.waitFor(
        stage.path('prometheuses', 'k8s'),
        ({ metadata, status }) => status.conditions[1].observedGeneration === metadata.generation,
      );
      assert.equal(resource.status.paused, true);
      const now = await stage.get(set);
      assert.deepEqual([now.metadata.uid, now.spec], [before.metadata.uid, before.spec]);
      assert.equal(now.spec.volumeClaimTemplates[0].spec.resources.requests.storage, SIZE);

      await change(stage, { paused: false });
      const made = await setWith(stage, LARGER);
      assert.equal(made.spec.replicas, 0);
      await stage.waitFor(stage.path('prometheuses', 'k8s'), ({ status }) => status.paused === false);
    },
  },
  {
    name: 'restores the replicas of a StatefulSet that another client changes',
    async run(open) {
      const stage = await open();
      const claims = await stage.claims();
      const answer = await stage.patch(stage.path('statefulsets', SET), { spec: { replicas: 0 } });
      assert.equal(answer.status, 200);
      const { generation } = answer.json.metadata;
      await stage.waitFor(
        stage.path('statefulsets', SET),
        ({ metadata, spec }) => metadata.generation > generation && spec.replicas === 2,
      );
      await stage.waitFor(stage.path('statefulsets', SET), ({ status }) => status.readyReplicas === 2);
      assert.deepEqual(await stage.claims(), claims);
    },
  },
  {
    name: 'the status counts pods and names the observed generation',
    async run(open) {
      const stage = await open();
      await change(stage, { replicas: 0 });
      const { metadata, status } = await stage.waitFor(
        stage.path('prometheuses', 'k8s'),
        ({ metadata, status }) =>
          status.replicas === 0 && status.conditions[0].observedGeneration === metadata.generation,
      );
      const conditions = status.conditions.map(({ type, status, observedGeneration }: Condition) => ({
        type,
        status,
        observedGeneration,
      }));
      const observedGeneration = metadata.generation;
      assert.deepEqual(conditions, [
        { type: 'Available', status: 'True', observedGeneration },
        { type: 'Reconciled', status: 'True', observedGeneration },
      ]);
      const { replicas, updatedReplicas, availableReplicas, unavailableReplicas, shards, paused } = status;
      assert.deepEqual(
        { replicas, updatedReplicas, availableReplicas, unavailableReplicas, shards, paused },
        {
          replicas: 0,
          updatedReplicas: 0,
          availableReplicas: 0,
          unavailableReplicas: 0,
          shards: 1,
          paused: false,
        },
      );
    },
  },
];

interface Condition {
  type: string;
  status: string;
  observedGeneration: number;
}
