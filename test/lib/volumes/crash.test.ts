import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sizes, templateSize } from './guards/harms.ts';
import { template } from './guards/row.ts';
import { type Given, NEW, world } from './world/running.ts';
import { type RunOptions, resize, undo } from './world/runs.ts';
import type { World } from './world/world.ts';

/** An instance to resize: how it is made, and what the command is given. */
interface Variant {
  what: string;
  from?: object;
  given?: Given;
  options?: RunOptions;
}

const DELETE = { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Delete' } };
const PARTIAL = { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } };
const RETAINING = { options: { retain: true } };
const named = (name: string) => ({ storage: { volumeClaimTemplate: { metadata: { name } } } });

const variants: Variant[] = [
  { what: 'two replicas' },
  { what: 'replicas left to the operator', from: { spec: { replicas: null } } },
  { what: 'a pause that is written out', from: { spec: { paused: false } } },
  { what: 'two shards of two', from: { spec: { shards: 2 } } },
  { what: 'a claim template with a name', from: { spec: named('data') } },
  { what: 'a size that is a number', from: { spec: template(53687091200) } },
  { what: 'an alert manager', given: { name: 'alerts' } },
  { what: 'volumes without a file system to grow', given: { behaviour: 'offline' } },
  { what: 'a policy that deletes', from: { spec: DELETE }, options: RETAINING },
  { what: 'half a policy that deletes', from: { spec: PARTIAL }, options: RETAINING },
  { what: '--retain-volumes without need', options: RETAINING },
];

for (const mode of ['offline', 'online'] as const)
  for (const { what, from, given, options = {} } of variants) {
    if (mode === 'online' && given?.behaviour === 'offline') continue;
    const made = () => world(from, given);
    const wished: RunOptions = { ...options, options: { ...options.options, mode } };
    describe(`${mode}, ${what}`, () => {
      test('the same command resumes after every write and ends the same', async () => {
        const undisturbed = made();
        assert.equal((await resize(undisturbed, wished)).kind, 'done');
        const end = endOf(undisturbed);
        assert.deepEqual(new Set(end.sizes), new Set([NEW]));
        for (const asleep of [false, true])
          for await (const its of killedAnywhere(made, wished, asleep)) {
            assert.equal((await resize(its, wished)).kind, 'done');
            assert.deepEqual(endOf(its), end);
            if (mode === 'online') assert.deepEqual(uidsOf(its), uidsOf(made()), 'the same pods');
          }
      });

      test('an undo restores the original values after every write', async () => {
        for (const asleep of [false, true])
          for await (const its of killedAnywhere(made, wished, asleep)) {
            const killed = endOf(its);
            const hasGrown = sizes(its).includes(NEW);
            assert.equal((await undo(its, wished)).kind, 'done');
            const { sizes: _, ...end } = endOf(its);
            const { sizes: __, ...original } = endOf(made());
            assert.deepEqual(end, { ...original, ...(hasGrown && { template: killed.template }) });
          }
      });
    });
  }

/** The worlds in which a run was killed after its first write, its second…, the operator having seen it or not. */
async function* killedAnywhere(
  made: () => World,
  options: RunOptions,
  asleep: boolean,
): AsyncGenerator<World> {
  for (let killedAfter = 1; ; killedAfter += 1) {
    assert.ok(killedAfter < 30, 'the run ends');
    const its = made();
    const others = (it: World, writes: number) => {
      it.operating = !asleep || writes < killedAfter;
    };
    await resize(its, { ...options, others, killedAfter });
    its.operating = true;
    if (its.record === undefined) return assert.ok(killedAfter > 4, `only ${killedAfter} writes`);
    yield its;
  }
}

/** What there is at last of what a run may change, and of what it may not; the size of the template apart. */
function endOf(its: World) {
  const { instance, sets, claims, pods, lost, record } = its;
  const { storage: _, ...spec } = instance?.spec ?? {};
  return {
    spec,
    template: String(templateSize(its)),
    sets: sets.map(({ spec: { replicas, persistentVolumeClaimRetentionPolicy: policy } }) => ({
      replicas,
      policy,
    })),
    sizes: sizes(its),
    claims: claims.map(({ metadata: { name, uid } }) => `${name} ${uid}`),
    pods: pods.map(({ metadata }) => metadata.name).toSorted(),
    lost,
    record,
  };
}

const uidsOf = ({ pods }: World) => pods.map(({ metadata }) => metadata.uid);
