import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../../../../lib/hosts/decide.ts';
import { listed } from '../../../../lib/hosts/guards/all.ts';
import { lacking } from '../../../../lib/hosts/health.ts';
import { hostProcedure } from '../../../../lib/hosts/procedure.ts';
import { isAboutToBeWiped } from '../../../../lib/hosts/risk.ts';
import { hostRow } from '../../../../lib/hosts/row.ts';
import { REENROLL_ANNOTATION } from '../../../../lib/objects/names.ts';
import { nextMove } from '../../../../lib/procedure/procedure.ts';
import { all, brokenHost, GROUP, NEW, OLD, seen, specImage } from '../../../support/records.ts';
import { letGo, otherNode, RUN, repaired, started } from './records.ts';

const options = { accepted: new Set<string>(), preventive: false, order: 'documented' } as const;
const left = { status: { provisioning: { state: 'deprovisioning' } } };
const well = {
  status: { errorType: null, errorMessage: '', operationalStatus: 'OK', lastUpdated: '2026-01-01T00:00:09Z' },
};

const verdicts: [string, object, string][] = [
  ['a reenroll under way', started(), 'in-progress'],
  ['one on a host without an error', all(started(), letGo, { status: { errorType: null } }), 'in-progress'],
  ['one whose annotation is gone', started(null), 'in-progress'],
  ['one that cannot be read', started(null, {}), 'in-progress'],
  ['another state in the middle of it', all(started(), left), 'failed'],
];
for (const [what, patch, verdict] of verdicts)
  test(`lists ${what} as ${verdict}`, () => {
    const row = hostRow(brokenHost(all(repaired, patch)), GROUP);
    assert.deepEqual([row.verdict, row.reason], [verdict, 'unfinished-reenroll']);
  });

test('repair does not pause a detached host whose addresses differ', () => {
  const observed = seen(all(repaired, started(), letGo, specImage(OLD)));
  assert.equal(isAboutToBeWiped(observed), false);
  const decision = decide(observed, options);
  assert.deepEqual(
    decision.kind === 'refuse' && decision.refusals.map(({ guard }) => guard).includes('detached'),
    true,
  );
  const plan = {
    goal: 'repair',
    target: NEW,
    order: 'documented',
    accepted: options.accepted,
    run: RUN,
  } as const;
  assert.equal(nextMove(hostProcedure(plan), observed).kind, 'refuse');
});

test('repair first pauses a host that was attached by hand and is about to be wiped', () => {
  const observed = seen(all(repaired, started(null), specImage(OLD)));
  assert.equal(isAboutToBeWiped(observed), true);
  assert.equal(decide(observed, options).kind, 'repair');
});

test('names the annotation to remove when a host is lost during a reenroll', () => {
  const guard = listed().find(({ name }) => name === 'not-provisioned') ?? assert.fail();
  const aim = { goal: 'repair', target: NEW, order: 'documented' } as const;
  const { hint = '' } = guard.check(seen(all(repaired, started(null), left)), aim) ?? {};
  assert.ok(
    hint.includes(
      `remove the annotation ${REENROLL_ANNOTATION}. Find out who removed the detached annotation`,
    ),
    hint,
  );
});

test('counts a detached host as healthy only with a new node, and ignores its old errors', () => {
  const resumed = seen(all(repaired, letGo)).host;
  const now = (...patches: object[]) => lacking(seen(all(repaired, well, ...patches)).host, resumed, NEW);
  assert.equal(now(), 'the operator to enroll the host again');
  assert.equal(now(otherNode), undefined);
  assert.equal(now(otherNode, { status: { errorCount: 4 } }), 'status.errorCount (now: 1)');
  assert.match(
    now({ status: { errorType: 'registration error' } }) ?? '',
    /^the operator to register the host again/,
  );
});
