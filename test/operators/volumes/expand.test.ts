import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expand } from './expand.ts';
import { boundClaim, circumstances, since, underWay, volume } from './fixtures.ts';
import type { Claim } from './objects.ts';

interface Row {
  what: string;
  claim: Claim;
  /** What the volume has; 10Gi when absent. */
  capacity?: string;
  given?: Parameters<typeof circumstances>[0];
  next: unknown;
}

const failed = { ...since('ControllerResizeError'), message: 'why' };
const conditions = [since('Resizing'), failed];

const begin = (storage: string) => ({
  status: {
    allocatedResourceStatuses: { storage: 'ControllerResizeInProgress' },
    allocatedResources: { storage },
    conditions: [since('Resizing')],
  },
});

const finish = {
  status: { allocatedResourceStatuses: { storage: null }, capacity: { storage: '20Gi' }, conditions: [] },
};

const NODE_MESSAGE = 'The file system grows when a pod uses the volume.';

const rows: Row[] = [
  { what: 'nothing is to grow', claim: boundClaim(), next: undefined },
  { what: 'the size is the same in other words', claim: boundClaim('10240Mi'), next: undefined },
  { what: 'more is asked for', claim: boundClaim('20Gi'), next: begin('20Gi') },
  {
    what: 'the controller is at it',
    claim: underWay('ControllerResizeInProgress'),
    next: { capacity: '20Gi' },
  },
  {
    what: 'a resize under way comes before another',
    claim: underWay('ControllerResizeInProgress', { request: '30Gi' }),
    next: { capacity: '20Gi' },
  },
  {
    what: 'the volume has grown, and conditions add up until the node is done',
    claim: underWay('ControllerResizeInProgress', { conditions }),
    capacity: '20Gi',
    next: {
      status: {
        allocatedResourceStatuses: { storage: 'NodeResizePending' },
        conditions: [...conditions, { ...since('FileSystemResizePending'), message: NODE_MESSAGE }],
      },
    },
  },
  {
    what: 'the volume has grown, and no node has to do anything',
    claim: underWay('ControllerResizeInProgress'),
    capacity: '20Gi',
    given: { nodeExpansion: false, running: false },
    next: finish,
  },
  {
    what: 'the node has no pod',
    claim: underWay('NodeResizePending'),
    given: { running: false },
    next: undefined,
  },
  {
    what: 'the node begins',
    claim: underWay('NodeResizePending'),
    next: { status: { allocatedResourceStatuses: { storage: 'NodeResizeInProgress' } } },
  },
  {
    what: 'the pod goes before the node is done',
    claim: underWay('NodeResizeInProgress'),
    given: { running: false },
    next: undefined,
  },
  {
    what: 'the node is done, and what is not about the resize stays',
    claim: underWay('NodeResizeInProgress', { conditions: [since('Unused'), since('Resizing')] }),
    next: { status: { ...finish.status, conditions: [since('Unused')] } },
  },
  { what: 'the node has given up', claim: underWay('NodeResizeInfeasible'), next: undefined },
  {
    what: 'another size is asked for after a failure',
    claim: underWay('ControllerResizeInProgress', { conditions, request: '15Gi' }),
    given: { behaviour: 'cooldown' },
    next: begin('15Gi'),
  },
  {
    what: 'it is refused for good',
    claim: underWay('ControllerResizeInfeasible', { conditions }),
    next: undefined,
  },
  {
    what: 'another size is asked for after a refusal',
    claim: underWay('ControllerResizeInfeasible', { conditions, request: '15Gi' }),
    next: begin('15Gi'),
  },
];

for (const { what, claim, capacity, given, next } of rows) {
  test(`a resize when ${what}`, () =>
    assert.deepEqual(expand(claim, volume(capacity), circumstances(given)), next));
}
