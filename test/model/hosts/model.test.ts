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
const WINDOW_FREE = 'window-free, all overridableNames accepted: repair + undo';

// All of them take `npm run test:model`.
test('in no state that can be reached is a promise broken, and every run that is left alone ends', () => {
  const lines: string[] = [];
  const findings = report([SMALL, WINDOW_FREE].map(scenario), RULES, (text) => lines.push(text));
  const isWindowFree = ({ scenario: { name } }: { scenario: Scenario }) => name.startsWith('window-free');
  for (const found of findings) {
    const {
      scenario: { name },
      violations,
      losses: { window = 0, others = 0 },
      requests,
    } = found;
    assert.equal(violations, 0, name);
    assert.equal(window === 0, isWindowFree(found), `${name}: wipes in the window`);
    assert.ok(
      others > 0,
      `${name}: GitOps wipes a host that nobody has paused, or the operator does nothing`,
    );
    assert.ok(requests !== undefined && requests >= 4, `${name}: a run goes all the way`);
  }
  const sum = (count: 'states' | 'transitions') => findings.reduce((total, found) => total + found[count], 0);
  assert.equal(
    lines.at(-1),
    `hosts: states ${sum('states')}, transitions ${sum('transitions')}, violations 0\n`,
  );
});

const PAIR: Scenario = { ...scenario(SMALL), commands: scenario(SMALL).commands.slice(0, 2) };

/** What each rule is for, as the model sees it when the rule is left out, and where. */
const NEEDED: [rule: string, promise: string, where: string][] = [
  ['unequal-urls', WIPED_BY_US, SMALL],
  ['unequal-originals', WIPED_BY_US, WINDOW_FREE],
  ['resource-version', WIPED_BY_US, SMALL],
  ['pause-first', WIPED_BY_US, SMALL],
  [
    'not-provisioned',
    'the state stays what it is',
    'documented, all overridableNames accepted: repair + undo',
  ],
  ['foreign-pause', "nothing is written under somebody else's pause unless that was accepted", SMALL],
  ['other-goal', 'addresses are written for the goal and the target of the record', SMALL],
  [
    'other-target',
    'addresses are written for the goal and the target of the record',
    'documented: repair + repair to another address + undo',
  ],
  ['run-ended', 'a run that somebody ended is not begun again', SMALL],
];
for (const [rule, promise, where] of NEEDED)
  test(`without ${rule} it does not hold that ${promise}`, () => {
    const { shortest } = explore(systemOf(scenario(where), runnersOf(without(rule))), promise);
    assert.ok(shortest.some((violation) => violation.promise === promise));
  });

test('a rule that is left out shows the shortest way to the wipe', () => {
  const lines: string[] = [];
  report([PAIR], without('pause-first'), (text) => lines.push(text));
  assert.equal(
    lines.slice(-2).join(''),
    `
broken: no host is wiped by what we wrote
documented: repair + undo + second undo:
  0  at first                                        not paused, spec old, status old
  1  repair: begins, and reads the host              not paused, spec old, status old
  2  repair: patch status                            not paused, spec old, status new
  3  the operator: looks at the host                 not paused, spec old, status new
  4  the operator: saves the state "deprovisioning"  state "deprovisioning", spec old, status new

hosts: states 41, transitions 94, violations 5
`,
  );
});

/** What nobody in the model does: leaving these out breaks nothing in it. What they prevent, their own tests show. */
const OUTSIDE = RULE_NAMES.filter((name) => NEEDED.every(([rule]) => rule !== name));
for (const rule of OUTSIDE)
  test(`the model has nobody whom ${rule} stops from breaking a promise`, () => {
    const { violations } = explore(systemOf(PAIR, runnersOf(without(rule))), WIPED_BY_US);
    assert.equal(violations, 0);
  });

test('a run that goes on and on is found, with the state in which it began to', () => {
  const endless: Runner = {
    effects: (_, host) => [{ kind: 'request', what: 'asks again', host, run: 1, author: 'ours', broken: [] }],
    overtaken: (run) => run,
  };
  const [state = 0] = systemOf(PAIR, runnersOf(RULES)).initial;
  const alone = stateOf({ ...partsOf(state, 2), runs: [1] });
  assert.equal(endings({ runners: [endless] }, [alone]).endless, alone);
});
