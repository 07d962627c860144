import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { boundClaim, volume } from './fixtures.ts';
import { trackLost } from './lost.ts';
import type { Claim, Volume } from './objects.ts';
import { trackReleases } from './releases.ts';

const growing = (size: string): Claim =>
  boundClaim(size, {
    allocatedResources: { storage: size },
    allocatedResourceStatuses: { storage: 'ControllerResizeInProgress' },
  });

test('claims are released by name, by namespace, or all of them, and stay so', () => {
  for (const [given, isReleased] of [
    [[], true],
    [['ns'], true],
    [['ns', 'data'], true],
    [['ns', 'other'], false],
    [['other'], false],
  ] as const) {
    let changes = 0;
    const releases = trackReleases(undefined, () => {
      changes += 1;
    });
    assert.equal(releases.has(growing('20Gi')), false);
    releases.add(...given);
    assert.equal(releases.has(growing('20Gi')), isReleased, `release(${given})`);
    assert.equal(releases.has(growing('30Gi')), isReleased);
    assert.equal(changes, 1);
  }
});

test('every resize takes its own time, which begins when it is under way', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const changed = mock.fn();
  const releases = trackReleases(100, changed);
  assert.equal(releases.has(boundClaim('20Gi')), false);
  t.mock.timers.tick(1_000);
  assert.equal(releases.has(growing('20Gi')), false);
  t.mock.timers.tick(99);
  assert.equal(releases.has(growing('20Gi')), false);
  t.mock.timers.tick(1);
  assert.equal(releases.has(growing('20Gi')), true);
  assert.equal(changed.mock.callCount(), 1);
  assert.equal(releases.has(growing('30Gi')), false);
  releases.stop();
  t.mock.timers.tick(1_000);
  assert.equal(changed.mock.callCount(), 1);
});

test('a volume is lost once: when it is deleted, or when it is gone without that', () => {
  const named = (name: string): Volume => ({
    ...volume(),
    metadata: { name },
    spec: { ...volume().spec, claimRef: { namespace: 'ns', name, uid: `uid-of-${name}` } },
  });
  const [one, two, three] = [named('one'), named('two'), named('three')];
  const lost = trackLost();
  lost.seen([one, two, three], []);
  assert.deepEqual(lost.names, []);
  lost.seen([one, two, three], [two]);
  assert.deepEqual([lost.names, lost.uids], [['ns/two'], ['uid-of-two']]);
  lost.seen([three], []);
  lost.seen([three], []);
  assert.deepEqual(
    [lost.names, lost.uids],
    [
      ['ns/two', 'ns/one'],
      ['uid-of-two', 'uid-of-one'],
    ],
  );
});

test('no claim has lost a volume that none has had', () => {
  const free = volume();
  free.spec.claimRef = { namespace: 'ns', name: 'data' };
  const lost = trackLost();
  lost.seen([free], [free]);
  assert.deepEqual(lost.names, []);
});
