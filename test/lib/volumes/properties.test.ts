import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { refusalsOf } from '../../../lib/procedure/guard.ts';
import { inOrder, nextMove } from '../../../lib/procedure/procedure.ts';
import { type Action, fold, requestOf, type Write } from '../../../lib/volumes/action.ts';
import { growthText } from '../../../lib/volumes/claim.ts';
import { decide, decideUndo } from '../../../lib/volumes/decide.ts';
import { listed } from '../../../lib/volumes/guards/all.ts';
import type { Target } from '../../../lib/volumes/guards/guard.ts';
import type { InstanceObject } from '../../../lib/volumes/instance.ts';
import { type Observed, observed } from '../../../lib/volumes/observed.ts';
import { resizeProcedure } from '../../../lib/volumes/procedure.ts';
import type { ResizeRecord } from '../../../lib/volumes/record.ts';
import { currentStateOf, isRetained, RETAIN } from '../../../lib/volumes/state.ts';
import { disturbed } from './arbitrary/disturbed.ts';
import { known, objects, wishes } from './arbitrary/objects.ts';
import { planOf } from './world/runs.ts';

const overridable = listed().flatMap(({ kind, name }) => (kind === 'overridable' ? [name] : []));
const accepted = fc.subarray(overridable).map((names) => new Set(names));
const goals = fc.constantFrom('resize' as const, 'undo' as const);
const all = { numRuns: 2_000 };

const states = await disturbed();

/** What another user who asks for this sees: anything, or an instance in the middle of a run that others have disturbed. */
const situation = fc
  .tuple(fc.oneof(objects, { weight: 3, arbitrary: states }), known, wishes, goals)
  .map(([found, knows, wish, goal]): [Observed, Target] => [observed(found, knows), { goal, ...wish }]);

test('no decision throws, whatever the objects hold', () => {
  fc.assert(
    fc.property(situation, accepted, ([seen, target], names) => {
      decide(seen, { ...target, accepted: names });
      decideUndo(seen);
      currentStateOf(seen);
      refusalsOf(listed(), seen, { ...target, accepted: names });
      for (const claim of seen.claims) growthText(claim, target.size);
      const procedure = resizeProcedure(planOf(seen, target, names));
      nextMove(procedure, seen);
      for (const step of inOrder(procedure)) step.due(seen);
    }),
    all,
  );
});

test('every write carries a resourceVersion or uid, except the creation of the record', () => {
  let writes = 0;
  fc.assert(
    fc.property(situation, ([seen, target]) => {
      for (const write of nextWrites(seen, target)) {
        writes += 1;
        const { method, body } = requestOf(write, seen);
        const { metadata, preconditions } = body as {
          metadata?: { resourceVersion?: string };
          preconditions?: object;
        };
        if (method === 'POST') assert.equal(write.of.kind, 'record');
        else assert.ok(preconditions ? 'uid' in preconditions : metadata && 'resourceVersion' in metadata);
      }
    }),
    all,
  );
  assert.ok(writes > 50, `${writes} writes`);
});

test('never deletes a StatefulSet or its pods while that would delete volumes', () => {
  let stops = 0;
  fc.assert(
    fc.property(situation, ([seen, target]) => {
      for (const write of nextWrites(seen, target).filter((one) => takesDown(one, seen))) {
        stops += 1;
        assert.ok(isRetained(seen), JSON.stringify(write));
      }
    }),
    all,
  );
  assert.ok(stops > 10, `${stops} of them`);
});

test('writes only the requested size, the policy Retain, and replicas to stop or restore', () => {
  fc.assert(
    fc.property(situation, ([seen, target]) => {
      const { original, size = target.size } = (seen.record ?? {}) as Partial<ResizeRecord>;
      for (const write of nextWrites(seen, target)) {
        if (write.kind !== 'patch' || write.of.kind === 'record') continue;
        const text = JSON.stringify(write.payload);
        const sizes = [...text.matchAll(/"storage":("[^"]*"|null)/g)].map(([, one = '']) => JSON.parse(one));
        for (const one of sizes)
          assert.ok(one === size || one === target.size || one === original?.size, text);
        const { spec } = write.payload as InstanceObject;
        const { replicas, paused, persistentVolumeClaimRetentionPolicy: policy } = spec ?? {};
        if (replicas !== undefined) assert.ok(replicas === 0 || replicas === original?.replicas, text);
        if (paused !== undefined) assert.ok(paused === true || paused === original?.paused, text);
        for (const half of ['whenDeleted', 'whenScaled'] as const)
          if (policy)
            assert.ok([RETAIN[half], original?.policy?.[half] ?? null].includes(policy[half]), text);
      }
    }),
    all,
  );
});

test('an undisturbed run ends, and restores everything but sizes', () => {
  let ends = 0;
  fc.assert(
    fc.property(states, known, wishes, (found, knows, options) => {
      const start = observed({ ...found, record: undefined }, { ...knows, held: undefined });
      const decision = decide(start, { ...options, accepted: new Set(overridable) });
      if (decision.kind !== 'resize') return;
      const procedure = resizeProcedure(planOf(start, decision.target, new Set(overridable)));
      let now = start;
      for (let moves = 0; ; moves += 1) {
        assert.ok(moves < 40, 'it ends');
        const move = nextMove(procedure, now);
        if (move.kind === 'refuse') return;
        if (move.kind === 'done') break;
        now = fold(move.action, now);
      }
      ends += 1;
      const { replicas, paused, policy } = start.instance;
      assert.equal(now.record, undefined);
      assert.deepEqual([now.instance.paused, now.instance.policy], [paused, policy]);
      assert.equal(now.instance.replicas, replicas === 0 ? (start.given ?? 0) : replicas);
      assert.deepEqual(
        now.claims.map(({ name, uid }) => [name, uid]),
        start.claims.map(({ name, uid }) => [name, uid]),
      );
    }),
    all,
  );
  assert.ok(ends > 50, `${ends} runs have ended`);
});

/** The write that comes next of this, or those that are tried. */
function nextWrites(seen: Observed, target: Target): Write[] {
  const move = nextMove(resizeProcedure(planOf(seen, target, new Set(overridable))), seen);
  if (move.kind !== 'act') return [];
  const { action }: { action: Action } = move;
  if (action.kind === 'wait') return [];
  return action.kind === 'try' ? [] : [action];
}

/** Whether a write lets a StatefulSet or its pods go, but for a resource that says so already. */
function takesDown(write: Write, { instance }: Observed): boolean {
  if (write.kind === 'delete') return write.of.kind === 'set';
  if (write.kind !== 'patch' || write.of.kind !== 'instance') return false;
  const { replicas, storage } = (write.payload as { spec: { replicas?: number; storage?: object } }).spec;
  return (replicas === 0 && instance.replicas !== 0) || storage !== undefined;
}
