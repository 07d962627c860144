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
  ['a reenroll under way', started(), 'go on'],
  ['one on a host without an error', all(started(), letGo, { status: { errorType: null } }), 'go on'],
  ['one whose annotation is gone', started(null), 'go on'],
  ['one that can not be read', started(null, {}), 'go on'],
  ['another state in the middle of it', all(started(), left), 'lost'],
];
for (const [what, patch, verdict] of verdicts)
  test(`a list says of ${what}: ${verdict}`, () => {
    const row = hostRow(brokenHost(all(repaired, patch)), GROUP);
    assert.deepEqual([row.verdict, row.reason], [verdict, 'reenroll']);
  });

test('a repair does not pause a detached host whose addresses differ: it is safe, and the pause would have it stay so', () => {
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

test('one that was attached by hand is about to be wiped: it is paused first', () => {
  const observed = seen(all(repaired, started(null), specImage(OLD)));
  assert.equal(isAboutToBeWiped(observed), true);
  assert.equal(decide(observed, options).kind, 'repair');
});

test('a host that is lost in the middle of it: which annotation is to go, and what to look for', () => {
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

test('a host that was detached is healthy only with another node, and the errors it had had do not count', () => {
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
