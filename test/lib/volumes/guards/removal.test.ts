import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GUARDS, type Guards, listed } from '../../../../lib/volumes/guards/all.ts';
import type { Guard } from '../../../../lib/volumes/guards/guard.ts';
import { operate } from '../world/controllers.ts';
import { NEW, world } from '../world/running.ts';
import { type Ended, type RunOptions, resize } from '../world/runs.ts';
import type { World } from '../world/world.ts';
import { currentStateCases, ownershipCases, untouchableCases } from './bracket-cases.ts';
import type { Case, Cases } from './case.ts';
import { contextCases } from './context-cases.ts';
import { deletionCases } from './deletion-cases.ts';
import { entryCases } from './entry-cases.ts';
import { isLost, isUnfinished, sizes, templateSize } from './harms.ts';
import { warningCases } from './warning-cases.ts';

const cases: Cases = {
  ...untouchableCases,
  ...ownershipCases,
  ...entryCases,
  ...contextCases,
  ...currentStateCases,
  ...deletionCases,
  ...warningCases,
};

test('every guard has a case in which it alone refuses, and every case belongs to a guard', () => {
  assert.deepEqual(
    Object.keys(cases).toSorted(),
    listed()
      .map(({ name }) => name)
      .toSorted(),
  );
});

for (const mode of ['offline', 'online'] as const)
  test(`a resize without refusals succeeds in that world, ${mode}`, async () => {
    const its = world();
    const before = structuredClone(its.instance?.spec);
    const uids = its.claims.map(({ metadata }) => metadata.uid);
    const { kind, refused } = await resize(its, { options: { mode } });
    assert.deepEqual({ kind, refused }, { kind: 'done', refused: [] });
    assert.deepEqual(sizes(its), [NEW, NEW]);
    assert.deepEqual(Object.values(its.volumes), [NEW, NEW]);
    assert.equal(templateSize(its), NEW);
    assert.deepEqual([its.instance?.spec.replicas, its.instance?.spec.paused], [before?.replicas, undefined]);
    assert.deepEqual(
      its.claims.map(({ metadata }) => metadata.uid),
      uids,
    );
    assert.deepEqual([isLost(its), isUnfinished(its), its.pods.length], [false, false, 2]);
  });

for (const { name, kind } of listed()) {
  const found = cases[name];
  if (!found) continue;
  describe(`${name}: ${found.harm}`, () => {
    if (kind === 'warning')
      test('does not happen if the warning is heeded', async () => {
        const { change, options: wish } = found.heeded ?? assert.fail('what is its reader to do?');
        const { warned } = await played(found, await found.world());
        assert.ok(warned.includes(name), `warned of ${warned.join(', ')}`);
        const heeding = await found.world();
        await change?.(heeding);
        await played(found, heeding, { options: { ...found.options?.options, ...wish } });
        assert.equal(found.isHarmed(heeding), false);
      });
    else
      test('does not happen with the guard', async () => {
        const its = await found.world();
        const { refused } = await played(found, its);
        assert.deepEqual(refused, [name]);
        assert.equal(found.isHarmed(its), false);
      });

    test('happens without the guard', async () => {
      const its = await found.world();
      const { refused, warned } = await played(found, its, { guards: without(name) });
      assert.ok(![...refused, ...warned].includes(name));
      assert.equal(found.isHarmed(its), true);
    });
  });
}

/** The run of a case, the other writers after it, and then the controllers. */
async function played(
  { run = resize, options, afterwards }: Case,
  its: World,
  given: Partial<RunOptions> = {},
): Promise<Ended> {
  const ended = await run(its, { ...options, ...given });
  await afterwards?.(its);
  operate(its);
  return ended;
}

/** All guards but one. */
function without(name: string): Guards {
  const others = ([list, guards]: [string, Guard[]]) => [list, guards.filter((guard) => guard.name !== name)];
  return Object.fromEntries(Object.entries(GUARDS).map(others)) as Guards;
}
