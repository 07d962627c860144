import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { urlsDiffer } from '../../../../lib/hosts/host.ts';
import { reenrollState } from '../../../../lib/hosts/reenroll/current-state.ts';
import { decideReenroll } from '../../../../lib/hosts/reenroll/decide.ts';
import { fold, reenrollProcedure } from '../../../../lib/hosts/reenroll/procedure.ts';
import { detachmentOf, type Enrollment, enrollmentOf } from '../../../../lib/hosts/reenroll/record.ts';
import { DETACHED_VALUE, REENROLL_ANNOTATION } from '../../../../lib/objects/names.ts';
import { nextMove, withdrawal } from '../../../../lib/procedure/procedure.ts';
import {
  all,
  annotations,
  NEW,
  OLD,
  PAUSED,
  RECORD,
  recorded,
  seen,
  specImage,
  statusImage,
} from '../../../support/records.ts';
import { DETACHED, letGo, otherNode, REENROLLMENT, RUN, repaired, started } from './records.ts';

const accepted = new Set<string>();
const procedure = reenrollProcedure({ accepted, run: RUN });
const OTHER = { url: 'http://images.infra/other.qcow2' };
const differ = specImage(OTHER);

const DETACH = 'Detach the host';
const WAIT = 'Wait until the operator has detached it';
const RESET = 'Reset the error count';
const ATTACH = 'Attach the host again';
const well = { status: { errorType: null, errorMessage: '', operationalStatus: 'OK' } };

/** What a run does from there if no other client writes: its steps, and last the guards that stop it. */
function walked(start: Enrollment): string[] {
  const titles: string[] = [];
  let now = start;
  for (let moves = 0; moves < 20; moves += 1) {
    const move = nextMove(procedure, now);
    if (move.kind === 'done') return titles;
    if (move.kind === 'refuse') return [...titles, ...move.refusals.map(({ guard }) => `(${guard})`)];
    if (move.step !== procedure.tryOut) titles.push(move.step.title);
    now = fold(move.action, now);
  }
  return assert.fail(`it does not end: ${titles.join(', ')}`);
}

/** What a host says, what is decided, and the steps that follow. */
const table: [string, object, string, string[]][] = [
  ['nothing, and the error', {}, 'reenroll', [DETACH, WAIT, RESET, ATTACH]],
  ['nothing, and no error', well, 'healthy', ['(healthy)']],
  // Its node is gone: one that meets it in the middle of its run has nothing to wait for.
  ['just attached', letGo, 'attached', [DETACH, RESET, ATTACH]],
  ['addresses that differ', differ, 'refuse', ['(differing-urls)']],
  ['detached by another user', started('', null), 'refuse', ['(foreign-detach)']],
  ['ours, not detached yet', started(), 'reenroll', [WAIT, RESET, ATTACH]],
  [
    'ours, not detached yet, differing',
    all(started(), differ),
    'reenroll',
    [WAIT, RESET, '(differing-urls)'],
  ],
  ['ours, detached', all(started(), letGo), 'reenroll', [RESET, ATTACH]],
  [
    'ours, detached, without errors counted',
    all(started(), letGo, { status: { errorCount: 0 } }),
    'reenroll',
    [ATTACH],
  ],
  ['ours, detached, differing', all(started(), letGo, differ), 'reenroll', [RESET, '(differing-urls)']],
  ['ours, another node, not detached', all(started(), otherNode), 'reenroll', [WAIT, RESET, ATTACH]],
  ['the record alone, same node', started(null), 'reenroll', [DETACH, WAIT, RESET, ATTACH]],
  ['the record alone, just attached', all(started(null), letGo), 'reenroll', [ATTACH]],
  ['the record alone, another node', all(started(null), otherNode), 'reenroll', [ATTACH]],
  [
    'the record alone, differing',
    all(started(null), otherNode, differ),
    'reenroll',
    [DETACH, WAIT, RESET, '(differing-urls)'],
  ],
  ['a value of others beside our record', all(started(''), letGo), 'refuse', ['(foreign-detach)']],
  ['a record that cannot be read', started(null, {}), 'refuse', ['(unreadable-reenroll)']],
  ['ours, paused', all(started(), annotations({ [PAUSED]: '' })), 'refuse', ['(paused)']],
  ['an unfinished repair', recorded(RECORD, null), 'refuse', ['(unfinished-repair)']],
  [
    'no longer provisioned',
    all(started(), { status: { provisioning: { state: 'deprovisioning' } } }),
    'refuse',
    ['(not-provisioned)'],
  ],
];

describe('decides the next run by the state of the host', () => {
  for (const [what, patch, decision, steps] of table)
    test(what, () => {
      const observed = seen(all(repaired, patch));
      assert.equal(decideReenroll(observed, accepted).kind, decision);
      assert.deepEqual(walked(enrollmentOf(observed)), steps);
    });
});

test('resumes with the same command wherever a run ends', () => {
  let now = enrollmentOf(seen(repaired));
  const left: string[][] = [];
  for (let move = nextMove(procedure, now); move.kind === 'act'; move = nextMove(procedure, now)) {
    now = fold(move.action, now);
    if (move.step !== procedure.tryOut) left.push(walked(enrollmentOf(now.observed)));
  }
  assert.deepEqual(left, [[WAIT, RESET, ATTACH], [RESET, ATTACH], [ATTACH], [DETACH, ATTACH]]);
  assert.equal(decideReenroll(now.observed, accepted).kind, 'attached');
});

test('writes and removes both annotations in one patch, with the resourceVersion that was observed', () => {
  const start = enrollmentOf(seen(repaired));
  const opening = nextMove(procedure, start);
  const opened = { [DETACHED]: DETACHED_VALUE, [REENROLL_ANNOTATION]: JSON.stringify(REENROLLMENT) };
  const patch = { kind: 'patch', payload: { metadata: { annotations: opened } }, resourceVersion: '7' };
  assert.deepEqual(opening.kind === 'act' && opening.action, { kind: 'try', patch });
  const next = nextMove(
    procedure,
    fold({ kind: 'wait' }, { ...start, observed: { ...start.observed, tried: true } }),
  );
  assert.equal(next.kind === 'act' && next.action.kind, 'patch');
  const closing = nextMove(
    procedure,
    enrollmentOf(seen(all(repaired, started(), letGo, { status: { errorCount: 0 } }))),
  );
  assert.deepEqual(closing.kind === 'act' && closing.action, {
    kind: 'patch',
    payload: { metadata: { annotations: { [DETACHED]: null, [REENROLL_ANNOTATION]: null } } },
    resourceVersion: '7',
  });
});

test('ends the run when its record is removed, unless the host is still detached', () => {
  const before = enrollmentOf(seen(all(repaired, started())));
  assert.deepEqual(walked(enrollmentOf(seen(repaired), before)), []);
  assert.deepEqual(walked(enrollmentOf(seen(all(repaired, started(undefined, null))), before)), [
    '(foreign-detach)',
  ]);
});

test('undoes the detachment only before the node is deleted, and never while the addresses differ', () => {
  const taken = (...patches: object[]) =>
    withdrawal(procedure, enrollmentOf(seen(all(repaired, ...patches)))) !== undefined;
  assert.ok(taken(started()));
  assert.ok(taken(started(), annotations({ [PAUSED]: '' })), "another user's pause does not refuse it");
  assert.ok(!taken(started(), letGo));
  assert.ok(!taken(started(), otherNode));
  assert.ok(!taken(started(), differ));
  assert.ok(!taken(started(''), letGo));
  assert.ok(!taken());
});

test('describes the state of an unfinished reenroll', () => {
  const text = (...patches: object[]) => reenrollState(enrollmentOf(seen(all(repaired, ...patches)))).text;
  assert.equal(text(), 'host metal/worker-0 is not detached, and nothing is unfinished');
  assert.equal(text(started()), 'host metal/worker-0 is detached by an unfinished reenroll');
  assert.equal(
    text(started(null), differ),
    'host metal/worker-0 is not detached, but its reenroll is unfinished, and its two image addresses differ: it is about to be wiped',
  );
  assert.equal(
    text(started('')),
    'host metal/worker-0 is detached by another user, with an unfinished reenroll',
  );
  assert.equal(
    text(started('', null)),
    'host metal/worker-0 is detached by another user, and no reenroll is unfinished',
  );
  assert.equal(
    text({ status: { provisioning: { state: 'deprovisioning' } } }),
    'host metal/worker-0 has left the state "provisioned": it is now "deprovisioning"',
  );
});

const images = fc.constantFrom(NEW, OLD, OTHER, { url: '' });
const hosts = fc
  .record({
    value: fc.constantFrom(null, '', DETACHED_VALUE),
    record: fc.constantFrom(null, REENROLLMENT, {}),
    paused: fc.constantFrom(null, 'true'),
    operationalStatus: fc.constantFrom('OK', 'error', 'detached', ''),
    spec: images,
    status: images,
    ID: fc.constantFrom('a', 'b', ''),
    state: fc.constantFrom('provisioned', 'provisioned', 'available', 'deprovisioning'),
  })
  .map(({ value, record, paused, operationalStatus, spec, status, ID, state }) =>
    all(
      repaired,
      started(value, record),
      annotations({ [PAUSED]: paused }),
      specImage(spec),
      statusImage(status),
      {
        status: { operationalStatus, provisioning: { ID, state } },
      },
    ),
  );

test('never attaches a host whose addresses differ or that another user detached', () => {
  fc.assert(
    fc.property(hosts, fc.subarray(['healthy', 'image-not-served']), (patch, names) => {
      const its = reenrollProcedure({ accepted: new Set(names), run: RUN });
      let now = enrollmentOf(seen(patch));
      const actions = [withdrawal(its, now)].filter((action) => action !== undefined);
      for (const action of actions) isSafe(now, fold(action, now));
      for (let moves = 0; moves < 20; moves += 1) {
        const move = nextMove(its, now);
        if (move.kind !== 'act') return;
        const next = fold(move.action, now);
        isSafe(now, next);
        now = next;
      }
      assert.fail('the procedure does not end');
    }),
    { numRuns: 4_000 },
  );
});

function isSafe({ observed: before }: Enrollment, { observed: after }: Enrollment): void {
  assert.deepEqual([after.host.image, after.host.statusImage], [before.host.image, before.host.statusImage]);
  assert.equal(after.host.paused, before.host.paused);
  if (detachmentOf(before) === 'none' || detachmentOf(after) !== 'none') {
    if (detachmentOf(before) === 'foreign') assert.deepEqual(after.host.annotations, before.host.annotations);
    return;
  }
  assert.equal(detachmentOf(before), 'ours');
  assert.ok(!urlsDiffer(after.host));
}
