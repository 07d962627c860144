import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOrder, nextMove } from '../../../lib/procedure/procedure.ts';
import { fold, permissions, requestOf } from '../../../lib/volumes/action.ts';
import { resizeProcedure } from '../../../lib/volumes/procedure.ts';
import { NAMESPACE, NEW, observe, world } from './world/running.ts';
import { planOf } from './world/runs.ts';

const VERBS = { GET: 'get', POST: 'create', PATCH: 'patch', DELETE: 'delete' };

for (const mode of ['offline', 'online'] as const)
  test(`a run in the ${mode} order writes nothing without checking the permission first`, () => {
    const start = observe(
      world({ spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } } }),
    );
    const target = { goal: 'resize', size: NEW, mode, retain: true, includeOrphaned: false } as const;
    const procedure = resizeProcedure(planOf(start, target));
    const asked = permissions(start.component, NAMESPACE, mode).map(
      ({ verb, resource }) => `${verb} ${resource}`,
    );
    const steps = inOrder(procedure).length;
    let now = start;
    for (let moves = 0; moves <= steps; moves += 1) {
      const move = nextMove(procedure, now);
      if (move.kind === 'done') return assert.ok(moves > 6);
      assert.ok(move.kind === 'act', JSON.stringify(move));
      const { action } = move;
      if (action.kind !== 'try' && action.kind !== 'wait') {
        const { method, path } = requestOf(action, now);
        const [, resource = ''] = /\/namespaces\/[^/]+\/([^/]+)/.exec(path) ?? [];
        assert.ok(asked.includes(`${VERBS[method]} ${resource}`), `${VERBS[method]} ${resource}`);
      }
      now = fold(action, now);
    }
    assert.fail('it does not end');
  });

test('only the online order deletes StatefulSets, and only the documented one reads attachments', () => {
  const { component } = observe(world());
  const has = (mode: 'offline' | 'online') => {
    const all = permissions(component, NAMESPACE, mode).map(({ verb, resource }) => `${verb} ${resource}`);
    return ['delete statefulsets', 'list volumeattachments'].filter((one) => all.includes(one));
  };
  assert.deepEqual(has('online'), ['delete statefulsets']);
  assert.deepEqual(has('offline'), ['list volumeattachments']);
});
