import assert from 'node:assert/strict';
import type { MonitoringStage } from '../support/monitoring-stage.ts';
import { CLAIMS, change, LARGER, noPods, request, SIZE } from './acts.ts';
import type { Case } from './case.ts';

const [CLAIM = ''] = CLAIMS;

const on = (storageClass: string) => ({ components: [{ name: 'k8s', storageClass }] });

/** How each storage grows volumes, or does not. */
export const growth: Case[] = [
  {
    name: 'a claim cannot shrink',
    async run(open) {
      const stage = await open();
      const answer = await request(stage, CLAIM, '10Gi');
      assert.equal(answer.status, 422);
      assert.match(answer.json.message, /field can not be less than status\.capacity/);
    },
  },
  {
    name: 'a claim of a class without expansion cannot grow',
    async run(open) {
      const stage = await open(on('fixed'));
      const answer = await request(stage, CLAIM, LARGER);
      assert.equal(answer.status, 403);
      assert.match(answer.json.message, /only dynamically provisioned pvc can be resized/);
    },
  },
  {
    name: 'instant storage grows a volume while it is in use',
    async run(open) {
      const stage = await open(on('instant'));
      await request(stage, CLAIM, LARGER);
      await grown(stage);
    },
  },
  {
    name: 'slow storage keeps resizing until it is released',
    async run(open) {
      const stage = await open(on('slow'));
      await request(stage, CLAIM, LARGER);
      await stage.waitFor(stage.path('persistentvolumeclaims', CLAIM), has('Resizing'));
      assert.equal((await stage.claims())[CLAIM]?.capacity, SIZE);
      stage.storage.release(stage.namespace, CLAIM);
      await grown(stage);
    },
  },
  {
    name: 'offline storage grows a volume while no pod uses it, and its file system when one does',
    async run(open) {
      const stage = await open(on('offline'));
      await request(stage, CLAIM, LARGER);
      const { status } = await stage.waitFor(
        stage.path('persistentvolumeclaims', CLAIM),
        has('ControllerResizeError'),
      );
      assert.equal(status.capacity.storage, SIZE);
      await change(stage, { replicas: 0 });
      await noPods(stage);
      const waiting = await stage.waitFor(
        stage.path('persistentvolumeclaims', CLAIM),
        has('FileSystemResizePending'),
      );
      assert.equal(waiting.status.allocatedResourceStatuses.storage, 'NodeResizePending');
      await change(stage, { replicas: 2 });
      await grown(stage);
    },
  },
  {
    name: 'storage that refuses reports an error',
    async run(open) {
      const stage = await open(on('refusing'));
      await request(stage, CLAIM, LARGER);
      const { status } = await stage.waitFor(
        stage.path('persistentvolumeclaims', CLAIM),
        ({ status }) => status.allocatedResourceStatuses?.storage === 'ControllerResizeInfeasible',
      );
      assert.equal(status.capacity.storage, SIZE);
    },
  },
  {
    name: 'storage with a cooldown reports it, and grows the volume afterwards',
    async run(open) {
      const stage = await open(on('cooldown'));
      await request(stage, CLAIM, LARGER);
      const { status } = await stage.waitFor(
        stage.path('persistentvolumeclaims', CLAIM),
        has('ControllerResizeError'),
      );
      assert.match(JSON.stringify(status.conditions), /VolumeModificationRateExceeded/);
      stage.storage.release(stage.namespace, CLAIM);
      await grown(stage);
    },
  },
];

interface WithConditions {
  status: { conditions?: { type: string; status: string }[] };
}

const has =
  (wanted: string) =>
  ({ status: { conditions = [] } }: WithConditions): boolean =>
    conditions.some(({ type, status }) => type === wanted && status === 'True');

/** Resolves when the claim has what it asks for and nothing is left to be done. */
const grown = (stage: MonitoringStage) =>
  stage.waitFor(
    stage.path('persistentvolumeclaims', CLAIM),
    ({ status: { capacity, conditions, allocatedResourceStatuses } }) =>
      capacity.storage === LARGER && conditions === undefined && allocatedResourceStatuses === undefined,
  );
