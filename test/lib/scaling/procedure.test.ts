import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nextMove } from '../../../lib/procedure/procedure.ts';
import { type Action, afterWrite, fold, permissions, requestOf } from '../../../lib/scaling/action.ts';
import { decide } from '../../../lib/scaling/decide.ts';
import type { Observed } from '../../../lib/scaling/observed.ts';
import { type ScalingPlan, scalingProcedure } from '../../../lib/scaling/procedure.ts';
import { instanceScaled, workloadScaled } from '../../../lib/scaling/scaled.ts';
import { NAMESPACE, observe, type Scene } from './scene.ts';

const plan = (replicas: number, given: Partial<ScalingPlan> = {}): ScalingPlan => ({
  replicas,
  accepted: new Set(),
  waits: true,
  ...given,
});

/** Every move until the end, and the states that they lead to. */
function played(
  start: Observed,
  options: ScalingPlan,
): { titles: string[]; kinds: string[]; states: Observed[] } {
  const procedure = scalingProcedure(options);
  const [titles, kinds, states]: [string[], string[], Observed[]] = [[], [], [start]];
  for (let now = start; titles.length < 10; ) {
    const move = nextMove(procedure, now);
    if (move.kind !== 'act') {
      if (move.kind === 'refuse') kinds.push(...move.refusals.map(({ guard }) => guard));
      return { titles, kinds, states };
    }
    titles.push(move.step.title);
    kinds.push(move.action.kind);
    now = fold(move.action, now);
    states.push(now);
  }
  return assert.fail('it does not end');
}

for (const scene of [{}, { component: 'alerts' }, { component: 'ui' }] as const satisfies Scene[])
  describe(`a ${'component' in scene ? scene.component : 'metrics'} run`, () => {
    test('tries the number, sets it once, and waits', () => {
      assert.deepEqual(played(observe(scene), plan(3)).titles, [
        'Try the change',
        'Set replicas to 3',
        ...('component' in scene && scene.component === 'ui'
          ? []
          : ['Wait for the controllers to see the change']),
        'Wait until 3 replicas are ready',
      ]);
    });

    test('is resumed from every state in between, without setting the number again', () => {
      const { states, kinds } = played(observe(scene), plan(3));
      for (const [index, state] of states.entries()) {
        // Another run knows nothing of this one but what is in the cluster.
        const rest = played({ ...state, tried: false, written: false, awaited: false }, plan(3));
        const isSet = state.replicas === 3;
        // Whatever is left, the run ends with a look of its own.
        const left = kinds.slice(index);
        assert.deepEqual(rest.kinds, isSet ? (left.length > 0 ? left : ['await']) : kinds);
        assert.equal(rest.kinds.filter((kind) => kind === 'set').length, isSet ? 0 : 1);
      }
    });

    test('ends once the number is set if it is not to wait', () => {
      assert.deepEqual(played(observe(scene), plan(3, { waits: false })).kinds.slice(0, 2), ['try', 'set']);
      assert.ok(
        !played(observe(scene), plan(3, { waits: false })).titles.includes('Wait until 3 replicas are ready'),
      );
    });
  });

test('another number after this run has set its own ends the run', () => {
  const changed = observe({ replicas: 5, tried: true, written: true });
  assert.deepEqual(played(changed, plan(3)).kinds, ['number-overwritten']);
});

test('a pause during the wait ends the run', () => {
  const paused = observe({ replicas: 3, set: { spec: { replicas: 2 } }, target: { spec: { paused: true } } });
  assert.deepEqual(played(paused, plan(3)).kinds, ['ignored-by-operator']);
});

test('an accepted check does not refuse', () => {
  const stopped = plan(0, { accepted: new Set(['no-replicas']) });
  assert.deepEqual(played(observe(), plan(0)).kinds, ['no-replicas']);
  assert.deepEqual(played(observe(), stopped).kinds.slice(0, 2), ['try', 'set']);
});

describe('the request', () => {
  test('is a merge patch of spec.replicas with the version that it was decided on', () => {
    assert.deepEqual(requestOf({ replicas: 3 }, observe()), {
      method: 'PATCH',
      path: `/apis/monitoring.coreos.com/v1/namespaces/${NAMESPACE}/prometheuses/k8s`,
      query: { fieldManager: 'kubectl-monitoring' },
      contentType: 'application/merge-patch+json',
      body: { spec: { replicas: 3 }, metadata: { resourceVersion: '7' } },
    });
    const tried = requestOf({ replicas: 1 }, observe({ component: 'ui' }), { dryRun: true });
    assert.equal(tried.path, `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/ui`);
    assert.equal(tried.query?.dryRun, 'All');
  });

  test('needs a permission that is checked before', () => {
    for (const scaled of [
      instanceScaled('metrics'),
      workloadScaled('ui', 'Deployment'),
      workloadScaled('ui', 'StatefulSet'),
    ]) {
      const all = permissions(scaled, NAMESPACE).map(({ verb, resource }) => `${verb} ${resource}`);
      assert.ok(all.includes(`patch ${scaled.plural}`) && all.includes(`list ${scaled.plural}`));
    }
  });
});

const decisions: [what: string, scene: Scene, plan: ScalingPlan, kind: string][] = [
  ['another number', {}, plan(3), 'scale'],
  ['the same, all ready', {}, plan(2), 'done'],
  ['a number that the resource does not spell out', { replicas: null }, plan(1), 'done'],
  ['the same, one not ready', { set: { status: { readyReplicas: 1 } } }, plan(2), 'wait'],
  ['the same, a set not updated yet', { set: { spec: { replicas: 1 } } }, plan(2), 'wait'],
  ['the same, a set that has not been seen', { set: { metadata: { generation: 2 } } }, plan(2), 'wait'],
  ['the same, without waiting', { set: { status: { readyReplicas: 1 } } }, plan(2, { waits: false }), 'done'],
  ['the same, an old pod left', { set: { status: { updatedReplicas: 1 } } }, plan(2), 'wait'],
  [
    'an old pod that nothing restarts',
    { set: { spec: { updateStrategy: { type: 'OnDelete' } }, status: { updatedReplicas: 1 } } },
    plan(2),
    'done',
  ],
  ['two operators that are there', { component: 'operator' }, plan(2), 'done'],
  ['two operators that are not', { component: 'operator', replicas: 1 }, plan(2), 'refuse'],
  ['0, and nothing runs', { replicas: 0 }, plan(0), 'done'],
];
for (const [what, scene, options, kind] of decisions)
  test(`decides ${kind}: ${what}`, () => assert.equal(decide(observe(scene), options).kind, kind));

test('a missing StatefulSet, or one of a shard, is waited for', () => {
  const before = observe({ target: { spec: { shards: 2 } } });
  const [first] = before.objects.sets;
  const one = { ...before, rollouts: before.rollouts.slice(0, 1), missing: ['prometheus-k8s-shard-1'] };
  assert.equal(first?.metadata.name, 'prometheus-k8s');
  assert.equal(decide(before, plan(2)).kind, 'done');
  assert.equal(decide(one, plan(2)).kind, 'wait');
});

test('the answer of the server is the next observation', () => {
  const before = observe();
  const answer = { ...before.objects.target, spec: { replicas: 3 } };
  const after = afterWrite(before, answer);
  assert.deepEqual([after.replicas, after.written], [3, true]);
  const action: Action = { kind: 'set', replicas: 3 };
  assert.equal(fold(action, before).replicas, 3);
});
