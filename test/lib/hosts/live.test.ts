import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LiveHost, liveHost, liveState, seenHost } from '../../../lib/hosts/live.ts';
import type { UnfinishedRun } from '../../../lib/hosts/next-step.ts';
import { REENROLL_ANNOTATION } from '../../../lib/objects/names.ts';
import {
  all,
  annotations,
  brokenHost,
  GROUP,
  NEW,
  OLD,
  PAUSED,
  RECORD,
  recorded,
  specImage,
  statusImage,
} from '../../support/records.ts';

const NOW = Date.parse('2026-01-01T00:00:10Z');
const titleOf = ({ step }: UnfinishedRun): string => step?.title ?? 'done';

const read = (patch: object) => seenHost(brokenHost(patch), GROUP, titleOf);
/** A host read one after the other, at so many seconds after `NOW`. */
const live = (...reads: [number, object][]): LiveHost | undefined =>
  reads.reduce<LiveHost | undefined>(
    (before, [seconds, patch]) => liveHost(before, read(patch), NOW + seconds * 1000),
    undefined,
  );
const said = (host: LiveHost | undefined, seconds: number): string => {
  assert.ok(host);
  const { verdict, text } = liveState(host, NOW + seconds * 1000);
  return `${verdict}: ${text}`;
};

const CLEARED = { status: { errorCount: 0, errorMessage: '' } };
const PATCHED_STATUS = all(statusImage(NEW), CLEARED);
const PATCHED = all(PATCHED_STATUS, specImage(NEW));
const RESUMED = PATCHED;
const WELL = all(PATCHED, {
  status: { errorType: null, operationalStatus: 'OK', lastUpdated: '2026-01-01T00:01:00Z' },
});

const steps: [string, object, string][] = [
  ['paused with the record', recorded(), 'Patch status'],
  [
    'half patched, after which its pause was removed',
    all(recorded(RECORD, null), PATCHED_STATUS),
    'Pause reconciliation',
  ],
  ['with the new status', all(recorded(), PATCHED_STATUS), 'Patch spec'],
  ['with both patches', all(recorded(), PATCHED), 'Resume reconciliation'],
  ['in the safe order', recorded({ ...RECORD, order: 'safe' }), 'Clear the address in the status'],
  [
    'undone from both patches',
    all(recorded({ ...RECORD, goal: 'undo' }), PATCHED),
    'Clear the address in the status',
  ],
  ['undone', recorded({ ...RECORD, goal: 'undo' }), 'Resume reconciliation'],
];
for (const [name, patch, step] of steps)
  test(`the next step of a run on a host ${name}: ${step}`, () => assert.equal(read(patch).run?.step, step));

test('a host without a record, or with one that cannot be read, has no run', () => {
  assert.equal(read({}).run, undefined);
  assert.equal(read(recorded({ goal: 'x' })).run, undefined);
});

test('an unfinished run shows its next step and its age', () => {
  assert.equal(said(live([0, recorded()]), 20), 'in-progress: Patch status, started 30s ago');
  assert.equal(
    said(live([0, recorded({ ...RECORD, started: 'soon' })]), 20),
    'in-progress: Patch status',
    'a start that is no time',
  );
  assert.equal(
    said(live([0, recorded()]), -60),
    'in-progress: Patch status, started 0s ago',
    'a clock ahead',
  );
});

test('a run that has not moved for longer than its step and its hold take may have stopped', () => {
  const moved = live([0, recorded()]);
  assert.equal(said(moved, 30), 'in-progress: Patch status, started 40s ago');
  assert.equal(said(moved, 31), 'in-progress: stopped? Patch status, started 41s ago');
  const held = live([0, all(recorded({ ...RECORD, hold: 30_000 }), PATCHED)]);
  assert.equal(said(held, 60), 'in-progress: Resume reconciliation now, started 70s ago');
  assert.equal(said(held, 61), 'in-progress: stopped? Resume reconciliation, started 71s ago');
});

test('an unfinished reenroll shows its age', () => {
  const record = { url: OLD.url, node: 'a', run: 'r', version: 'v', started: '2026-01-01T00:00:00Z' };
  const host = live([0, annotations({ [REENROLL_ANNOTATION]: JSON.stringify(record) })]);
  assert.equal(said(host, 0), 'in-progress: reenroll, started 10s ago');
});

test('the hold counts down from the moment at which the resume is next', () => {
  const held = recorded({ ...RECORD, hold: 30_000 });
  const host = live(
    [0, held],
    [5, all(held, PATCHED)],
    [8, all(held, PATCHED, { metadata: { labels: { a: 'b' } } })],
  );
  assert.equal(said(host, 8), 'in-progress: Resume reconciliation in 27s, started 18s ago');
  assert.equal(said(host, 60), 'in-progress: Resume reconciliation now, started 70s ago');
});

test('a resumed host is in progress until it has been healthy for the window', () => {
  const waiting = live([0, all(recorded(), PATCHED)], [1, RESUMED]);
  assert.equal(
    said(waiting, 5),
    'in-progress: resumed 4s ago, waiting for the operator to reconcile the host',
  );
  const healthy = live([0, all(recorded(), PATCHED)], [1, RESUMED], [6, WELL], [9, WELL]);
  assert.equal(said(healthy, 9), 'in-progress: healthy for 3s, default 90s');
  assert.equal(said(healthy, 95), 'in-progress: healthy for 89s, default 90s');
  assert.equal(said(healthy, 96), 'healthy: ');
  assert.equal(liveHost(healthy, read(WELL), NOW + 97_000).recovery, undefined);
});

test('a resumed host whose operator does nothing shows its own verdict after five minutes', () => {
  const host = live([0, all(recorded(), PATCHED)], [1, RESUMED]);
  assert.equal(
    said(host, 300),
    'in-progress: resumed 4m59s ago, waiting for the operator to reconcile the host',
  );
  assert.equal(said(host, 301), 'degraded: not-recovered');
});

test('an error that comes back ends the window at once', () => {
  const host = live([0, all(recorded(), PATCHED)], [1, RESUMED], [6, WELL], [20, RESUMED]);
  assert.equal(said(host, 20), 'degraded: not-recovered');
});

const without: [string, object, string][] = [
  ['a run that was withdrawn', {}, 'degraded: provisioned registration error'],
  ['a pause that is left', all(PATCHED, annotations({ [PAUSED]: 'true' })), 'degraded: not-recovered'],
  ['a host that is about to be wiped', all(PATCHED, specImage(OLD)), 'at-risk: urls-differ'],
  [
    'a host that left its state',
    all(WELL, { status: { provisioning: { state: 'available' } } }),
    'healthy: ',
  ],
];
for (const [name, patch, expected] of without)
  test(`no window after ${name}`, () =>
    assert.equal(said(live([0, all(recorded(), PATCHED)], [1, patch]), 2), expected));

test('no window after an undo, nor where no run was seen', () => {
  assert.equal(live([0, recorded({ ...RECORD, goal: 'undo' })], [1, {}])?.recovery, undefined);
  assert.equal(live([0, WELL])?.recovery, undefined);
});

test('keeps the address from before the repair until the window is over', () => {
  assert.equal(read(all(recorded(), PATCHED)).address, '10.96.14.7');
  assert.equal(live([0, all(recorded(), PATCHED)], [1, RESUMED])?.recovery?.address, '10.96.14.7');
  assert.equal(read(WELL).address, 'httpd-http');
  assert.equal(read(specImage(null)).address, '');
});
