import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Host } from '../../../lib/hosts/host.ts';
import { type Lease, podOf } from '../../../lib/hosts/leases.ts';
import { atTimeout, type Recovery } from '../../../lib/hosts/recovery.ts';
import {
  after,
  healthy,
  heldBackStale,
  lease,
  none,
  patchedHost,
  stale,
  type TimedLook,
} from '../../support/recoveries.ts';

/** A look at the leases, while nothing of the host moves unless one is given. */
const snapshot = (at: number, leases: Lease[] | undefined, host: Host = stale): TimedLook => ({
  at,
  host,
  failures: none,
  ...(leases && { leases }),
});
/** The lease of an operator that keeps to the namespace of the host, or to another one. */
const ofHost = (renewTime: string) => lease(renewTime, 'mine_a', 'metal');
const ofOther = (renewTime: string) => lease(renewTime, 'other_a', 'other');

const touched = patchedHost({ status: { lastUpdated: '2026-01-01T00:00:05Z' } });
const powerError = patchedHost({ status: { errorType: 'power management error' } });
const failing = patchedHost({ status: { errorMessage: 'x' } });

type Kind = Recovery['kind'];
const cases: [string, TimedLook[], Kind, Kind][] = [
  [
    'renews its lease for a window',
    [snapshot(0, [lease('1')]), snapshot(90, [lease('2')])],
    'node-active',
    'node-active',
  ],
  ['renews it for less', [snapshot(0, [lease('1')]), snapshot(89, [lease('2')])], 'waiting', 'waiting'],
  [
    'does not renew it',
    [snapshot(0, [lease('1')]), snapshot(90, [lease('1')])],
    'waiting',
    'not-reconciling',
  ],
  ['has no lease', [snapshot(0, []), snapshot(90, [])], 'waiting', 'not-reconciling'],
  [
    'has one that cannot be read',
    [snapshot(0, undefined), snapshot(90, undefined)],
    'waiting',
    'not-reconciling',
  ],
  [
    'was replaced by another process',
    [snapshot(0, [lease('1')]), snapshot(60, [lease('2', 'bmo-0_b')]), snapshot(90, [lease('3', 'bmo-0_b')])],
    'waiting',
    'waiting',
  ],
  [
    'was replaced by another one, a window ago',
    [
      snapshot(0, [lease('1')]),
      snapshot(60, [lease('2', 'bmo-0_b')]),
      snapshot(150, [lease('3', 'bmo-0_b')]),
    ],
    'node-active',
    'node-active',
  ],
  [
    'has released its lease',
    [snapshot(0, [lease('1')]), snapshot(90, [{ ...lease('2'), holder: undefined }])],
    'waiting',
    'not-reconciling',
  ],
  [
    'does not renew the lease beside the host, though another does',
    [snapshot(0, [ofHost('1'), ofOther('1')]), snapshot(90, [ofHost('1'), ofOther('2')])],
    'waiting',
    'not-reconciling',
  ],
  [
    'renews the lease beside the host, though another does not',
    [snapshot(0, [ofHost('1'), ofOther('1')]), snapshot(90, [ofHost('2'), ofOther('1')])],
    'node-active',
    'node-active',
  ],
  [
    'is one of two elsewhere, and one renews no lease',
    [snapshot(0, [lease('1'), ofOther('1')]), snapshot(90, [lease('2'), ofOther('1')])],
    'waiting',
    'not-reconciling',
  ],
  [
    'has saved the host since, and changed nothing of its error',
    [snapshot(0, [lease('1')]), snapshot(50, [lease('2')], touched), snapshot(90, [lease('3')], touched)],
    'node-active',
    'node-active',
  ],
  [
    'has saved the host once, and renewed no lease',
    [snapshot(0, [lease('1')]), snapshot(50, [lease('1')], touched), snapshot(140, [lease('1')], touched)],
    'waiting',
    'waiting',
  ],
  [
    'may not touch the host, which is paused',
    [snapshot(0, [lease('1')], heldBackStale), snapshot(90, [lease('1')], heldBackStale)],
    'waiting',
    'waiting',
  ],
  [
    'has another error to clear',
    [snapshot(0, [lease('1')], powerError), snapshot(90, [lease('2')], powerError)],
    'waiting',
    'waiting',
  ],
  [
    'has left a message',
    [snapshot(0, [lease('1')], failing), snapshot(90, [lease('2')], failing)],
    'waiting',
    'waiting',
  ],
];
for (const [name, looks, expected, atEnd] of cases)
  test(`an operator that ${name}: ${expected}, at the timeout ${atEnd}`, () => {
    const tracker = after(looks);
    assert.deepEqual([tracker.recovery.kind, atTimeout(tracker).kind], [expected, atEnd]);
  });

test('without a window, never takes a stale error for a permanent one', () => {
  const looks = [snapshot(0, [lease('1')]), snapshot(900, [lease('2')])];
  assert.equal(after(looks, { stableFor: 0 }).recovery.kind, 'waiting');
});

test('recovers if the operator gets to the host after all', () => {
  const looks = [snapshot(0, [lease('1')]), snapshot(90, [lease('2')]), snapshot(95, [lease('3')], healthy)];
  assert.deepEqual(after(looks).recovery, { kind: 'holding', held: 0 });
});

test('reports at the timeout exactly what the leases show', () => {
  const silent = lease('1');
  assert.deepEqual(atTimeout(after([snapshot(0, [silent]), snapshot(80, [silent])])), {
    kind: 'not-reconciling',
    silent: [silent],
  });
  assert.deepEqual(atTimeout(after([snapshot(0, undefined)])), { kind: 'not-reconciling', silent: [] });
  assert.deepEqual(atTimeout(after([snapshot(0, [silent]), snapshot(80, [lease('2')])])), {
    kind: 'waiting',
    for: 'the operator to reconcile the host, although it is running: its lease is renewed',
  });
  assert.deepEqual(atTimeout(after([snapshot(0, [silent], healthy), snapshot(80, [silent], healthy)])), {
    kind: 'holding',
    held: 80,
  });
});

test('derives the pod of an operator only from a lease holder of the usual form', () => {
  const holders = ['bmo-7d9f-x2x4q_5d1f', 'node.example_a', 'bmo', '$(reboot)_a', '-f_a', '', 'a_b_c'];
  assert.deepEqual(holders.map(podOf), ['bmo-7d9f-x2x4q', 'node.example', ...Array(5).fill(undefined)]);
});
