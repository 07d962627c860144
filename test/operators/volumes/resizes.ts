import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCondition } from './conditions.ts';
import type { Claim } from './objects.ts';
import type { OnStage } from './stage.ts';

const isResized = (claim?: Claim): boolean =>
  claim?.status.capacity?.storage === '20Gi' && claim.status.allocatedResourceStatuses?.storage === undefined;
const isInState = (state: string) => (claim?: Claim) =>
  claim?.status.allocatedResourceStatuses?.storage === state;
const hasFailed = (claim?: Claim): boolean =>
  claim !== undefined && hasCondition(claim, 'ControllerResizeError');

const conditionsOf = ({ status: { conditions = [] } }: Claim) => conditions.map(({ type }) => type);
const stateOf = (claim: Claim): string => {
  const { allocatedResourceStatuses, capacity } = claim.status;
  return `${allocatedResourceStatuses?.storage ?? 'none'} ${capacity?.storage} ${conditionsOf(claim)}`;
};

/** How claims grow, for each behaviour of volumes. */
export function resizes(on: OnStage): void {
  test('a pod gets its volume, which is attached, and grows on the node at last', () =>
    on({}, async (stage) => {
      const claim = await stage.addClaim('data');
      assert.equal(claim.status.capacity?.storage, '10Gi');
      await stage.addPod('data');
      const current = await stage.claim('data', Boolean);
      const [versions] = await Promise.all([stage.history(current, isResized), stage.ask('data', '20Gi')]);
      assert.deepEqual(
        [...new Set(versions.map(stateOf))],
        [
          'none 10Gi ',
          'ControllerResizeInProgress 10Gi Resizing',
          'NodeResizePending 10Gi Resizing,FileSystemResizePending',
          'NodeResizeInProgress 10Gi Resizing,FileSystemResizePending',
          'none 20Gi ',
        ],
      );
      const { spec } = await stage.volume(claim, Boolean);
      assert.equal(spec.capacity.storage, '20Gi');
      assert.equal(await stage.isAttached(claim), true);
    }));

  test('without a pod, a grown volume waits for a node', () =>
    on({}, async (stage) => {
      await stage.addClaim('data');
      await stage.ask('data', '20Gi');
      const waiting = await stage.claim('data', isInState('NodeResizePending'));
      assert.equal(waiting.status.capacity?.storage, '10Gi');
      await stage.addPod('data');
      await stage.claim('data', isResized);
    }));

  test('a volume without a file system of its own needs no node', () =>
    on({ nodeExpansion: 'false' }, async (stage) => {
      await stage.addClaim('data');
      await stage.ask('data', '20Gi');
      const { status } = await stage.claim('data', isResized);
      assert.deepEqual(status.conditions ?? [], []);
      assert.equal(status.allocatedResources?.storage, '20Gi');
    }));

  test('a slow volume waits until it is released, by name or with all others', () =>
    on({ behaviour: 'slow', nodeExpansion: 'false' }, async (stage) => {
      const { storage, namespace } = stage;
      await Promise.all(['one', 'two'].map(stage.addClaim));
      await Promise.all(['one', 'two'].map((name) => stage.ask(name, '20Gi')));
      await stage.claim('one', isInState('ControllerResizeInProgress'));
      storage.release(namespace, 'two');
      await stage.claim('two', isResized);
      const { status } = await stage.claim('one', Boolean);
      assert.deepEqual(
        status.conditions?.map(({ type }) => type),
        ['Resizing'],
      );
      storage.release();
      await stage.claim('one', isResized);
    }));

  test('a slow volume is released by itself where a time is set', () =>
    on(
      { behaviour: 'slow', nodeExpansion: 'false' },
      async (stage) => {
        const claim = await stage.addClaim('data');
        const [versions] = await Promise.all([stage.history(claim, isResized), stage.ask('data', '20Gi')]);
        assert.ok(versions.map(stateOf).includes('ControllerResizeInProgress 10Gi Resizing'));
      },
      { slowness: 20 },
    ));

  test('a volume that grows offline only does so when its pod is gone', () =>
    on({ behaviour: 'offline' }, async (stage) => {
      const claim = await stage.addClaim('data');
      await stage.addPod('data');
      await stage.volume(claim, Boolean);
      await stage.ask('data', '20Gi');
      const { status } = await stage.claim('data', hasFailed);
      assert.match(status.conditions?.at(-1)?.message ?? '', /FailedPrecondition.*attached to a node/);
      assert.equal((await stage.volume(claim, Boolean)).spec.capacity.storage, '10Gi');
      await stage.removePod('data');
      const grown = await stage.claim('data', isInState('NodeResizePending'));
      assert.deepEqual(conditionsOf(grown), ['Resizing', 'ControllerResizeError', 'FileSystemResizePending']);
      assert.equal(await stage.isAttached(claim), false);
      await stage.addPod('data');
      await stage.claim('data', isResized);
    }));

  test('a volume that cannot grow says so', () =>
    on({ behaviour: 'refusing' }, async (stage) => {
      const claim = await stage.addClaim('data');
      await stage.ask('data', '20Gi');
      const { status } = await stage.claim('data', isInState('ControllerResizeInfeasible'));
      assert.match(status.conditions?.at(-1)?.message ?? '', /OutOfRange/);
      assert.equal((await stage.volume(claim, Boolean)).spec.capacity.storage, '10Gi');
    }));

  test('a volume that was modified too recently grows after its cooldown', () =>
    on({ behaviour: 'cooldown', nodeExpansion: 'false' }, async (stage) => {
      await stage.addClaim('data');
      await stage.ask('data', '20Gi');
      const { status } = await stage.claim('data', hasFailed);
      assert.match(status.conditions?.at(-1)?.message ?? '', /VolumeModificationRateExceeded/);
      assert.equal(status.allocatedResourceStatuses?.storage, 'ControllerResizeInProgress');
      stage.storage.release(stage.namespace);
      assert.deepEqual(conditionsOf(await stage.claim('data', isResized)), []);
    }));

  test('a resize resumes where another storage left it', () =>
    on({ behaviour: 'slow', nodeExpansion: 'false' }, async (stage) => {
      await stage.addClaim('data');
      await stage.ask('data', '20Gi');
      await stage.claim('data', isInState('ControllerResizeInProgress'));
      await stage.storage.stop();
      (await stage.startStorage()).release();
      await stage.claim('data', isResized);
    }));
}
