import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, ENDLESS } from './check.ts';
import { controllers } from './controllers.ts';
import { report } from './report.ts';
import { RULES, without } from './rules.ts';
import { SCENARIOS, type Scenario, settled } from './scenarios.ts';
import { LOST_BY_US, STOPPED_BY_US } from './system.ts';
import { idOf, respecified, type World, worldOf } from './world.ts';

const scenario = (name: string): Scenario => {
  const found = SCENARIOS.find((one) => one.name === name);
  assert.ok(found, name);
  return found;
};

const UNRETAINED = 'retention policy Delete, not retained: resize offline + resize online';
const UNDONE = 'online: resize online + undo';

/** Scenarios that take a second or two; `npm run test:model` explores the others too. */
const QUICK = [
  'offline: resize offline + second resize offline',
  'offline: resize offline + resize to another size',
  UNDONE,
  'offline beside online: resize offline + resize online',
  UNRETAINED,
  'meddling, retentionSize: resize offline with its retentionSize',
  'two shards: resize offline',
  'two shards: resize online',
  'storage that grows offline: resize offline',
  'storage that grows offline: resize online + undo',
].map(scenario);

test('no reachable state breaks a promise, and every undisturbed command succeeds', () => {
  const lines: string[] = [];
  const findings = report(QUICK, RULES, (text) => lines.push(text));
  for (const {
    scenario: { name },
    shortest,
  } of findings)
    assert.deepEqual(shortest, [], name);
  const sum = (count: 'states' | 'transitions') => findings.reduce((total, found) => total + found[count], 0);
  assert.equal(
    lines.at(-1),
    `volumes: states ${sum('states')}, transitions ${sum('transitions')}, violations 0\n`,
  );
});

/** The promise that is broken without each rule, and the scenario. */
const NEEDED: [rule: string, promise: string, where: string][] = [
  ['retention-policy', LOST_BY_US, UNRETAINED],
  ['live-retention-policy', LOST_BY_US, UNRETAINED],
  ['owned-claim', LOST_BY_US, UNRETAINED],
  ['other-goal', 'writes match the goal, the size and the mode of the record', UNDONE],
];
for (const [rule, promise, where] of NEEDED)
  test(`without ${rule}, this promise is broken: ${promise}`, () => {
    const { shortest } = check(scenario(where), without(rule), promise);
    assert.ok(shortest.some((violation) => violation.promise === promise));
  });

test('the documented first step by hand loses the claims under whenDeleted: Delete, in any order', () => {
  const before = settled({ policy: { whenDeleted: 'Delete' } });
  const stopped = respecified(before, { ...before.spec, replicas: 0, size: 1 }, 'others');
  for (const world of atRest(stopped)) assert.equal(world.lost, true);
  const kept = settled();
  for (const world of atRest(respecified(kept, { ...kept.spec, replicas: 0, size: 1 }, 'others'))) {
    assert.equal(world.lost, undefined);
    assert.deepEqual(world.sets, [{ replicas: 0, size: 1 }]);
  }
});

test('detects a pod stopped by an online resize, and a command that never ends', () => {
  const [online] = scenario('storage that grows offline: resize online + undo').commands;
  assert.ok(online);
  const { endless: _, ...waiting } = online;
  const stuck = check(
    { name: 'offline', commands: [waiting], worlds: [settled({}, { offline: true })] },
    RULES,
  );
  assert.deepEqual(
    stuck.shortest.map(({ promise }) => promise),
    [ENDLESS],
  );
  const shrunk: World = { ...settled(), sets: [{ replicas: 1, size: 1 }] };
  const stopped = check({ name: 'outdated', commands: [waiting], worlds: [shrunk] }, RULES);
  assert.ok(stopped.shortest.some(({ promise }) => promise === STOPPED_BY_US));
});

/** Every world in which the controllers have nothing left to do. */
function atRest(start: World): World[] {
  const all = new Set([idOf(start)]);
  const resting: World[] = [];
  for (const id of all) {
    const world = worldOf(id);
    const next = world.lost ? [] : controllers(world).map((change) => idOf(change.world));
    for (const one of next) all.add(one);
    if (next.every((one) => one === id)) resting.push(world);
  }
  assert.ok(resting.length > 0);
  return resting;
}
