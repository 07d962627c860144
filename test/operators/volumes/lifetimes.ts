import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OnStage } from './stage.ts';

/** How claims end, and what becomes of their volumes. */
export function lifetimes(on: OnStage): void {
  test('a deleted claim stays while a pod mounts it; then its volume is deleted, and counted as lost', () =>
    on({}, async (stage) => {
      const { storage, namespace } = stage;
      const [claim, kept] = await Promise.all([stage.addClaim('data'), stage.addClaim('kept')]);
      await stage.addPod('data');
      await stage.removeClaim('data');
      const ending = await stage.claim('data', Boolean);
      assert.ok(ending.metadata.deletionTimestamp);
      assert.deepEqual(ending.metadata.finalizers, ['kubernetes.io/pvc-protection']);
      assert.deepEqual(storage.lost, []);
      await stage.removePod('data');
      await stage.claim('data', (there) => there === undefined);
      await stage.volume(claim, (there) => there === undefined);
      assert.deepEqual(storage.lost, [`${namespace}/data`]);
      assert.deepEqual(storage.lostUids, [claim.metadata.uid]);
      assert.equal((await stage.volume(kept, Boolean)).status?.phase, 'Bound');
    }));

  test('a claim of the same name gets a volume of its own', () =>
    on({}, async (stage) => {
      const first = await stage.addClaim('data');
      await stage.removeClaim('data');
      await stage.claim('data', (there) => there === undefined);
      const second = await stage.addClaim('data');
      assert.notEqual(second.spec.volumeName, first.spec.volumeName);
      await stage.volume(first, (there) => there === undefined);
      assert.deepEqual(stage.storage.lostUids, [first.metadata.uid]);
    }));

  test('storages of different namespaces are independent', () =>
    on({}, (stage) =>
      on({}, async (other) => {
        const claim = await stage.addClaim('data');
        await stage.removeClaim('data');
        await stage.volume(claim, (there) => there === undefined);
        // When the other one has made this volume, its watch has shown it the deleted one too.
        await other.addClaim('data');
        assert.deepEqual(other.storage.lost, []);
        assert.deepEqual(stage.storage.lost, [`${stage.namespace}/data`]);
      }),
    ));
}
