import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explore } from '../explore.ts';
import { endings } from './liveness.ts';
import { report } from './report.ts';
import { RULE_NAMES, RULES, without } from './rules.ts';
import { type Runner, runnersOf } from './run.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { partsOf, stateOf } from './state.ts';
import { systemOf, WIPED_BY_US } from './system.ts';

const scenario = (name: string): Scenario => {
  const found = SCENARIOS.find((one) => one.name === name);
  assert.ok(found, name);
  return found;
};

const SMALL = 'documented: repair + undo + second undo';
const SAFE = 'safe, all overridable checks accepted: repair + undo';

// `npm run test:model` explores all of them.
test('no reachable state breaks a promise, and every undisturbed run ends', () => {
  const lines: string[] = [];
  const findings = report([SMALL, SAFE].map(scenario), RULES, (text) => lines.push(text));
  const isSafe = ({ scenario: { name } }: { scenario: Scenario }) => name.startsWith('safe');
  for (const found of findings) {
    const {
      scenario: { name },
      violations,
      losses: { window = 0, others = 0 },
      requests,
    } = found;
    assert.equal(violations, 0, name);
    assert.equal(window === 0, isSafe(found), `${name}: wipes in the window`);
    assert.ok(others > 0, `${name}: GitOps wipes an unpaused host, or the operator does nothing`);
    assert.ok(requests !== undefined && requests >= 4, `${name}: a run goes all the way`);
  }
  const sum = (count: 'states' | 'transitions') => findings.reduce((total, found) => total + found[count], 0);
  assert.equal(
    lines.at(-1),
    `hosts: states ${sum('states')}, transitions ${sum('transitions')}, violations 0\n`,
  );
});

const PAIR: Scenario = { ...scenario(SMALL), commands: scenario(SMALL).commands.slice(0, 2) };

/** The promise that is broken without each rule, and the scenario. */
const NEEDED: [rule: string, promise: string, where: string][] = [
  ['unequal-urls', WIPED_BY_US, SMALL],
  ['unequal-originals', WIPED_BY_US, SAFE],
  ['resource-version', WIPED_BY_US, SMALL],
  ['pause-first', WIPED_BY_US, SMALL],
  ['not-provisioned', 'the state is unchanged', 'documented, all overridable checks accepted: repair + undo'],
  ['foreign-pause', 'nothing is written under a foreign pause unless it was accepted', SMALL],
  ['other-goal', 'addresses match the goal and the target of the record', SMALL],
  [
    'other-target',
    'addresses match the goal and the target of the record',
    'documented: repair + repair to another address + undo',
  ],
  ['run-ended', 'a run that another user ended is not started again', SMALL],
];
for (const [rule, promise, where] of NEEDED)
  test(`without ${rule}, this promise is broken: ${promise}`, () => {
    const { shortest } = explore(systemOf(scenario(where), runnersOf(without(rule))), promise);
    assert.ok(shortest.some((violation) => violation.promise === promise));
  });

test('without a rule, reports the shortest path to the wipe', () => {
  const lines: string[] = [];
  report([PAIR], without('pause-first'), (text) => lines.push(text));
  assert.equal(
    lines.slice(-2).join(''),
    `
broken: no host is wiped by a run
documented: repair + undo + second undo:
  0  at first                                        not paused, spec old, status old
  1  repair: starts, and reads the host              not paused, spec old, status old
  2  repair: patch status                            not paused, spec old, status new
  3  the operator: reads the host                    not paused, spec old, status new
  4  the operator: saves the state "deprovisioning"  state "deprovisioning", spec old, status new

hosts: states 41, transitions 94, violations 5
`,
  );
});

/** Rules against actions that no actor of the model takes; their own tests show what they prevent. */
const OUTSIDE = RULE_NAMES.filter((name) => NEEDED.every(([rule]) => rule !== name));
for (const rule of OUTSIDE)
  test(`without ${rule}, no actor of the model breaks a promise`, () => {
    const { violations } = explore(systemOf(PAIR, runnersOf(without(rule))), WIPED_BY_US);
    assert.equal(violations, 0);
  });

test('finds a run that never ends, and the state in which that starts', () => {
  const endless: Runner = {
    effects: (_, host) => [{ kind: 'request', what: 'asks again', host, run: 1, author: 'ours', broken: [] }],
    overtaken: (run) => run,
  };
  const [state = 0] = systemOf(PAIR, runnersOf(RULES)).initial;
  const alone = stateOf({ ...partsOf(state, 2), runs: [1] });
  assert.equal(endings({ runners: [endless] }, [alone]).endless, alone);
});
