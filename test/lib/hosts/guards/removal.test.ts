import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GUARDS, type Guards, listed } from '../../../../lib/hosts/guards/all.ts';
import type { Guard } from '../../../../lib/hosts/guards/guard.ts';
import { NEW, OLD } from '../../../support/records.ts';
import { addressCases, ownershipCases } from './bracket-cases.ts';
import type { Case, Cases } from './case.ts';
import { currentStateCases } from './current-state-cases.ts';
import { entryCases } from './entry-cases.ts';
import { type Ended, type RunOptions, repair } from './runs.ts';
import { untouchableCases } from './untouchable-cases.ts';
import { warningCases } from './warning-cases.ts';
import { errorOf, hostOf, operate, type World, world } from './world.ts';

const cases: Cases = {
  ...untouchableCases,
  ...entryCases,
  ...currentStateCases,
  ...ownershipCases,
  ...addressCases,
  ...warningCases,
};

test('every guard has a case that it alone prevents, and every case belongs to a guard', () => {
  assert.deepEqual(
    Object.keys(cases).toSorted(),
    listed()
      .map(({ name }) => name)
      .toSorted(),
  );
});

test('an allowed repair succeeds in the simulated world', async () => {
  const repaired = world();
  assert.deepEqual(await repair(repaired), { refused: [], warned: [] });
  assert.equal(hostOf(repaired).spec.image?.url, NEW.url);
  assert.deepEqual(hostOf(repaired).metadata.annotations, {});
  assert.equal(errorOf(repaired), undefined);
  assert.deepEqual([repaired.wiped, repaired.disk], [false, OLD.url]);
});

for (const { name, kind } of listed()) {
  const found = cases[name];
  if (!found) continue;
  describe(`${name}: ${found.harm}`, () => {
    if (kind === 'warning')
      test('does not happen if the user follows the warning', async () => {
        const { change, options: wish } =
          found.heeded ?? assert.fail('a warning needs an action for the user');
        const { warned } = await played(found, found.world());
        assert.ok(warned.includes(name), `warned of ${warned.join(', ')}`);
        const heeding = found.world();
        change?.(heeding);
        await played(found, heeding, { options: { ...found.options?.options, ...wish } });
        assert.equal(found.isHarmed(heeding), false);
      });
    else
      test('does not happen with the guard', async () => {
        const its = found.world();
        const { refused } = await played(found, its);
        assert.ok(refused.includes(found.stoppedBy ?? name), `refused by ${refused.join(', ')}`);
        assert.equal(found.isHarmed(its), false);
      });

    test('happens without the guard', async () => {
      const its = found.world();
      const { refused, warned } = await played(found, its, { guards: without(name) });
      assert.ok(![...refused, ...warned].includes(name));
      assert.equal(found.isHarmed(its), true);
    });
  });
}

/** Runs a case, then the other writers, then the operator. */
async function played(
  { run = repair, options, afterwards }: Case,
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
