import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizes, templateSize } from './guards/harms.ts';
import { DELETED, orphaned, template } from './guards/row.ts';
import { operate } from './world/controllers.ts';
import { NEW, OLD, world } from './world/running.ts';
import { resize, undo } from './world/runs.ts';
import { change, changeClaim, instanceOf, type World, write } from './world/world.ts';

const DELETE = { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Delete' } };

test('leaves claims as they are that have the size or more', async () => {
  const its = world({ spec: { replicas: 3 } });
  for (const [place, storage] of [NEW, '200Gi'].entries())
    changeClaim(its, place, {
      spec: { resources: { requests: { storage } } },
      status: { capacity: { storage } },
    });
  const { kind } = await resize(its, { options: { accepted: new Set(['bigger-claim']) } });
  assert.equal(kind, 'done');
  assert.deepEqual(sizes(its), [NEW, '200Gi', NEW]);
});

for (const includeOrphaned of [false, true])
  test(`the claim of a scaled-down replica ${includeOrphaned ? 'grows if requested' : 'stays'}`, async () => {
    const its = world();
    orphaned({})(its);
    operate(its);
    const { kind } = await resize(its, { options: { includeOrphaned } });
    assert.equal(kind, 'done');
    assert.deepEqual(sizes(its), [NEW, includeOrphaned ? NEW : OLD]);
  });

test('starts an instance that was stopped by hand with the given replicas, also after a crash at any write', async () => {
  for (let killedAfter = 1; killedAfter < 7; killedAfter += 1) {
    const its = world();
    change(its, { replicas: 0, ...template(NEW) });
    operate(its);
    await resize(its, { given: 2, killedAfter });
    await resize(its, { ...(its.record && { given: 2 }) });
    assert.deepEqual(sizes(its), [NEW, NEW]);
    assert.deepEqual([its.instance?.spec.replicas, its.pods.length, its.lost], [2, 2, []]);
  }
});

test('leaves an instance that was stopped by hand at 0 replicas if 0 are given', async () => {
  const its = world();
  change(its, { replicas: 0, ...template(NEW) });
  operate(its);
  assert.equal((await resize(its, { given: 0 })).kind, 'done');
  assert.deepEqual([its.instance?.spec.replicas, its.pods.length, its.lost], [0, 0, []]);
});

test('waits for volumes in a cooldown; the same command resumes once it is over', async () => {
  const its = world({}, { behaviour: 'cooldown', released: false });
  assert.equal((await resize(its)).kind, 'failed');
  its.released = true;
  assert.equal((await resize(its)).kind, 'done');
  assert.deepEqual([Object.values(its.volumes), its.pods.length], [[NEW, NEW], 2]);
});

test('an undo keeps values that another user set', async () => {
  const its = world();
  await resize(its, { killedAfter: 2 });
  change(its, { replicas: 5, ...template('70Gi') });
  assert.equal((await undo(its)).kind, 'done');
  assert.deepEqual([its.instance?.spec.replicas, templateSize(its)], [5, '70Gi']);
  assert.equal(its.record, undefined);
});

test('an undo keeps a retention policy that another user set', async () => {
  const its = world({ spec: DELETE });
  const options = { options: { retain: true } };
  await resize(its, { ...options, killedAfter: 3 });
  const policy = { whenDeleted: 'Retain', whenScaled: 'Delete' };
  change(its, { persistentVolumeClaimRetentionPolicy: policy });
  assert.equal((await undo(its, options)).kind, 'done');
  assert.deepEqual(its.instance?.spec.persistentVolumeClaimRetentionPolicy, policy);
});

test('an undo removes our pause even if another user restored the old template', async () => {
  const its = world();
  // The record, two claims, and the pause.
  await resize(its, { options: { mode: 'online' }, killedAfter: 4 });
  assert.equal(its.instance?.spec.paused, true);
  change(its, template(OLD));
  write(its, instanceOf(its), {
    metadata: {
      managedFields: [{ manager: 'kubectl-monitoring', fieldsV1: { 'f:spec': { 'f:paused': {} } } }],
    },
  });
  assert.equal((await undo(its, { options: { mode: 'online' } })).kind, 'done');
  assert.deepEqual([its.instance?.spec.paused, its.record, its.lost], [undefined, undefined, []]);
});

test('without a record there is nothing to undo', async () => {
  const its = world();
  const { version } = its;
  assert.equal((await undo(its)).kind, 'nothing');
  assert.equal(its.version, version);
});

test('leaves an instance alone whose volumes have the size', async () => {
  const its = world({ spec: template(NEW) });
  const { version } = its;
  assert.equal((await resize(its)).kind, 'done');
  assert.equal(its.version, version);
});

test('does not stop a running instance again when the node fails to resize a claim for good', async () => {
  const its = world();
  await resize(its, { killedAfter: 5 });
  changeClaim(its, 0, {
    status: { capacity: { storage: OLD }, allocatedResourceStatuses: { storage: 'NodeResizeInfeasible' } },
  });
  const { refused } = await resize(its);
  assert.deepEqual(refused, ['resize-infeasible']);
  assert.deepEqual([its.instance?.spec.replicas, its.pods.length], [2, 2]);
});

test('removes its record if a claim is deleted just as the run starts', async () => {
  const its = world();
  const others = (it: World) => changeClaim(it, 0, DELETED);
  // The claim's version is another then: the run observes again before it writes anything.
  const { kind, refused } = await resize(its, { others, options: { mode: 'online' } });
  assert.deepEqual([kind, refused], ['refused', ['claim-deleting']]);
  assert.equal(its.record, undefined);
  assert.deepEqual(sizes(its), [OLD, OLD]);
});

test('two runs with the same target finish together', async () => {
  for (const mode of ['offline', 'online'] as const)
    for (let at = 1; at < 6; at += 1) {
      const its = world();
      const others = async (it: World, writes: number) => {
        if (writes === at) await resize(it, { options: { mode } });
      };
      const { kind } = await resize(its, { others, options: { mode } });
      assert.equal(kind, 'done', `${mode} at ${at}`);
      assert.deepEqual([sizes(its), its.lost, its.record], [[NEW, NEW], [], undefined]);
    }
});
