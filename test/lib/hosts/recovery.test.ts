import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Host } from '../../../lib/hosts/host.ts';
import {
  atTimeout,
  type Failures,
  nextSnapshot,
  type Recovery,
  startTracking,
  track,
} from '../../../lib/hosts/recovery.ts';
import { NEW } from '../../support/records.ts';
import {
  after,
  bmcDown,
  deprovisioned,
  failedAgain,
  healthy,
  heldBack,
  lease,
  none,
  reported,
  reportedTwice,
  stale,
  type TimedLook,
} from '../../support/recoveries.ts';

/** A look at the host alone, or at its Events too. */
const snapshot = (at: number, host: Host | undefined, failures?: Failures): TimedLook => ({
  at,
  host,
  ...(failures && { failures }),
});
const well = (at: number): TimedLook => snapshot(at, healthy, none);

const waiting = (what: string): Recovery => ({ kind: 'waiting', for: what });
const toReconcile = waiting('the operator to reconcile the host');
const deleted: Recovery = { kind: 'lost', reason: 'the host record was deleted' };
const byEvent: Recovery = { kind: 'flapping', sign: 'an Event ProvisionedRegistrationError' };
const byRecord: Recovery = { kind: 'flapping', sign: 'HEAD got 404' };

const cases: [string, TimedLook[], Recovery][] = [
  ['nothing was seen yet', [], toReconcile],
  ['nothing moved', [snapshot(5, stale, none)], toReconcile],
  ['healthy, its Events not read yet', [snapshot(5, healthy)], waiting('the Events of the host to be read')],
  ['healthy for the first time', [well(5)], { kind: 'holding', held: 0 }],
  ['healthy for a while', [well(5), well(50)], { kind: 'holding', held: 45 }],
  ['healthy for the whole window', [well(5), well(95)], { kind: 'recovered' }],
  ['the window over, its Events not read', [well(5), snapshot(95, healthy)], { kind: 'holding', held: 90 }],
  [
    'Events that may not be read',
    [snapshot(5, healthy, 'unreadable'), snapshot(95, healthy, 'unreadable')],
    { kind: 'recovered' },
  ],
  [
    'Events that were there as the window opened',
    [snapshot(5, healthy, reported), snapshot(95, healthy, reported)],
    { kind: 'recovered' },
  ],
  ['a new Event in the window', [well(5), snapshot(95, healthy, reported)], byEvent],
  [
    'an Event that was counted again',
    [snapshot(5, healthy, reported), snapshot(50, healthy, reportedTwice)],
    byEvent,
  ],
  ['OK, then the error again', [well(5), snapshot(20, failedAgain)], byRecord],
  ['an error that was counted since the resume', [snapshot(20, failedAgain)], byRecord],
  [
    'OK, then the error again without a message',
    [well(5), snapshot(20, stale)],
    { kind: 'flapping', sign: 'provisioned registration error' },
  ],
  [
    'another error in the window',
    [well(5), snapshot(20, bmcDown, none)],
    waiting('the operator to register the host again (now: registration error)'),
  ],
  [
    'a pause in the window, which restarts it',
    [well(5), snapshot(20, heldBack, none), well(30), well(119)],
    { kind: 'holding', held: 89 },
  ],
  [
    'deprovisioned in the window',
    [well(5), snapshot(20, deprovisioned)],
    { kind: 'lost', reason: 'the host\'s state is now "deprovisioning"' },
  ],
  ['deleted', [snapshot(20, undefined)], deleted],
  ['healthy after it was lost', [snapshot(5, undefined), well(6), well(96)], deleted],
];
for (const [name, looks, expected] of cases)
  test(`recovery: ${name}`, () => {
    assert.deepEqual(after(looks).recovery, expected);
  });

test('without a window, one healthy snapshot is enough', () => {
  assert.deepEqual(after([snapshot(5, healthy)], { stableFor: 0 }).recovery, { kind: 'recovered' });
});

test('a host without an error before still has to stay healthy for the window', () => {
  const calm = after([{ ...well(5), leases: [lease('1')] }], { resumed: healthy });
  assert.deepEqual(calm.recovery, { kind: 'holding', held: 0 });
  assert.deepEqual(track(calm, { ...well(95), leases: [lease('2')] }, 95).recovery, { kind: 'recovered' });
  assert.deepEqual(track(calm, snapshot(20, failedAgain), 20).recovery, byRecord);
});

test('a healthy host is unconfirmed until the operator has reconciled it, with or without a window', () => {
  for (const leases of [undefined, [], [lease('1')]])
    for (const stableFor of [0, 90]) {
      const looks = [5, 95].map((at) => ({ ...well(at), ...(leases && { leases }) }));
      const { recovery, ...calm } = after(looks, { resumed: healthy, stableFor });
      assert.deepEqual(recovery, { kind: 'unconfirmed' });
      assert.equal(nextSnapshot({ ...calm, recovery }, 95) < Number.POSITIVE_INFINITY, true);
      assert.deepEqual(
        atTimeout({ ...calm, recovery }),
        leases?.length ? { kind: 'not-reconciling', silent: leases } : { kind: 'unconfirmed' },
      );
      const saved = { ...healthy, lastUpdated: '2026-01-01T00:01:00Z' };
      assert.deepEqual(track({ ...calm, recovery }, snapshot(100, saved, none), 100).recovery, {
        kind: 'recovered',
      });
      const renewed = { ...well(100), leases: [lease('2')] };
      const after100 = track({ ...calm, recovery }, renewed, 100).recovery.kind;
      assert.equal(after100, leases?.length ? 'recovered' : 'unconfirmed');
    }
});

test('a save that only changes its timestamp does not renew a stale error', () => {
  const saved = (at: number): TimedLook =>
    snapshot(at, { ...stale, lastUpdated: `2026-01-01T00:0${1 + at / 30}:00Z` }, none);
  const once = after([saved(0), snapshot(90, saved(0).host, none)]);
  assert.equal(once.recovery.kind, 'waiting');
  const often = after([saved(30), saved(60), saved(90)]);
  assert.deepEqual(often.recovery, { kind: 'node-active' });
  assert.deepEqual(atTimeout(often), { kind: 'node-active' });
});

test('the next snapshot is due at the end of the window, or after a quiet time of the same length', () => {
  const s = 1_000;
  const tracker = startTracking(stale, NEW, 90 * s);
  assert.equal(nextSnapshot(tracker, 10 * s), 80 * s);
  const read = track(tracker, { host: stale, failures: none, leases: [lease('1')] }, 20 * s);
  assert.equal(nextSnapshot(read, 30 * s), 80 * s);
  assert.equal(nextSnapshot(read, 110 * s), 90 * s);
  const open = track(read, { host: healthy, failures: none }, 40 * s);
  assert.equal(nextSnapshot(open, 50 * s), 80 * s);
  assert.equal(nextSnapshot({ ...open, stableFor: 1 }, 50 * s), s);
  assert.equal(nextSnapshot({ ...open, stableFor: 0 }, 50 * s), Number.POSITIVE_INFINITY);
});
