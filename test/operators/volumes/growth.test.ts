import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expand } from './expand.ts';
import { circumstances, since, storageClass, underWay, volume } from './fixtures.ts';
import { type Circumstances, growthOf } from './growth.ts';

test('a class says how its volumes grow', () => {
  assert.deepEqual(growthOf(storageClass()), { behaviour: 'instant', nodeExpansion: true });
  assert.deepEqual(growthOf(storageClass({ behaviour: 'offline', nodeExpansion: 'false' })), {
    behaviour: 'offline',
    nodeExpansion: false,
  });
  assert.throws(() => growthOf(storageClass({ behaviour: 'ofline' })), {
    message: /^StorageClass fast has parameters\.behaviour ofline; there are instant, slow, offline/,
  });
});

const failed = { ...since('ControllerResizeError'), message: 'why' };
const retried = underWay('ControllerResizeInProgress', { conditions: [since('Resizing'), failed] });

const growing: Partial<Circumstances>[] = [
  { behaviour: 'slow', released: true },
  { behaviour: 'offline', attached: false },
  { behaviour: 'cooldown', released: true },
];

for (const given of growing) {
  test(`a volume grows, at last: ${JSON.stringify(given)}`, () =>
    assert.deepEqual(expand(retried, volume(), circumstances(given)), { capacity: '20Gi' }));
}

const waiting: Partial<Circumstances>[] = [{ behaviour: 'offline' }, { behaviour: 'cooldown' }];

for (const given of waiting) {
  test(`a ${given.behaviour} volume waits without a word when all is said`, () =>
    assert.equal(expand(retried, volume(), circumstances(given)), undefined));
}

const failures: [Partial<Circumstances>, string, string | undefined][] = [
  [
    { behaviour: 'offline' },
    'code = FailedPrecondition desc = volume pvc-uid-of-data is attached to a node and grows only when it is not',
    undefined,
  ],
  [
    { behaviour: 'cooldown' },
    'code = Internal desc = VolumeModificationRateExceeded: volume pvc-uid-of-data was modified too recently',
    undefined,
  ],
  [
    { behaviour: 'refusing', attached: false },
    'code = OutOfRange desc = volume pvc-uid-of-data cannot be made that large',
    'ControllerResizeInfeasible',
  ],
];

for (const [given, why, storage] of failures) {
  test(`a volume that is ${given.behaviour} does not grow, and the claim says why`, () => {
    const message = `failed to expand pvc with rpc error: ${why}`;
    const conditions = [since('Resizing'), { ...since('ControllerResizeError'), message }];
    assert.deepEqual(expand(underWay('ControllerResizeInProgress'), volume(), circumstances(given)), {
      status: { ...(storage && { allocatedResourceStatuses: { storage } }), conditions },
    });
  });
}

test('a slow volume that is not released says nothing beside Resizing', () => {
  const claim = underWay('ControllerResizeInProgress');
  assert.equal(expand(claim, volume(), circumstances({ behaviour: 'slow' })), undefined);
});
