import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  asksForLess,
  type ClaimObject,
  growthText,
  isBigger,
  isGrowing,
  isGrown,
  isInfeasible,
  isPastController,
  readClaim,
} from '../../../lib/volumes/claim.ts';

/** A claim that asks for a size and has one, and what its status says beside that. */
function claim(size: string, capacity: string | undefined, status: ClaimObject['status'] = {}) {
  return readClaim({
    metadata: { name: 'data-0' },
    spec: { resources: { requests: { storage: size } } },
    status: { ...(capacity !== undefined && { capacity: { storage: capacity } }), ...status },
  });
}
const when = (type: string, status = 'True', message?: string) => ({
  conditions: [{ type, status, ...(message !== undefined && { message }) }],
});
const at = (storage: string) => ({ allocatedResourceStatuses: { storage } });

test('reads an empty claim', () => {
  assert.deepEqual(readClaim({ metadata: { name: 'data-0' } }), {
    name: 'data-0',
    uid: '',
    resourceVersion: '',
    labels: {},
    owners: [],
    deleting: false,
    bound: false,
    size: '0',
    capacity: undefined,
    className: undefined,
    volume: '',
    conditions: [],
    growth: undefined,
  });
});

test('reads sizes that are numbers as text', () => {
  const read = claim(...([1024, 2048] as unknown as [string, string]));
  assert.deepEqual([read.size, read.capacity], ['1024', '2048']);
});

test('keeps only true conditions about a resize', () => {
  const { conditions } = claim('1Gi', '1Gi', {
    conditions: [
      { type: 'Resizing', status: 'True', message: 'at it' },
      { type: 'FileSystemResizePending', status: 'False' },
      { type: 'ModifyingVolume', status: 'True' },
      { status: 'True' },
      { type: 'NodeResizeError', status: 'True' },
    ],
  });
  assert.deepEqual(conditions, [
    { type: 'Resizing', message: 'at it' },
    { type: 'NodeResizeError', message: '' },
  ]);
});

/** What of a growth to 100Gi holds: asks for less, is bigger, is growing, is past its controller, has grown, failed. */
const growths: [string, ReturnType<typeof claim>, string, string][] = [
  ['not asked yet', claim('50Gi', '50Gi'), 'less', '50Gi of 100Gi, requests 50Gi'],
  ['asked', claim('100Gi', '50Gi'), '', '50Gi of 100Gi, waiting for the storage'],
  ['asked, without a volume', claim('100Gi', undefined), '', 'no volume of 100Gi, waiting for the storage'],
  [
    'resizing',
    claim('100Gi', '50Gi', { ...when('Resizing'), ...at('ControllerResizeInProgress') }),
    'growing',
    '50Gi of 100Gi, Resizing',
  ],
  [
    'started, no condition yet',
    claim('100Gi', '50Gi', at('ControllerResizeInProgress')),
    'growing',
    '50Gi of 100Gi, ControllerResizeInProgress',
  ],
  [
    'refused for now',
    claim('100Gi', '50Gi', when('ControllerResizeError', 'True', 'too soon')),
    'growing',
    '50Gi of 100Gi, ControllerResizeError: too soon',
  ],
  [
    'refused for good',
    claim('100Gi', '50Gi', at('ControllerResizeInfeasible')),
    'growing failed',
    '50Gi of 100Gi, ControllerResizeInfeasible',
  ],
  [
    'file system to follow',
    claim('100Gi', '50Gi', when('FileSystemResizePending')),
    'growing past',
    '50Gi of 100Gi, FileSystemResizePending',
  ],
  [
    'file system to follow, in other words',
    claim('100Gi', '50Gi', at('NodeResizePending')),
    'growing past',
    '50Gi of 100Gi, NodeResizePending',
  ],
  [
    'file system refused for good',
    claim('100Gi', '50Gi', { ...when('FileSystemResizePending'), ...at('NodeResizeInfeasible') }),
    'growing failed',
    '50Gi of 100Gi, FileSystemResizePending',
  ],
  [
    'file system of a smaller size to follow',
    claim('70Gi', '50Gi', when('FileSystemResizePending')),
    'less growing',
    '50Gi of 100Gi, FileSystemResizePending',
  ],
  ['grown', claim('100Gi', '100Gi'), 'past grown', 'has 100Gi'],
  ['grown, in other words', claim('102400Mi', '107374182400'), 'past grown', 'has 107374182400'],
  ['rounded up by its storage', claim('100Gi', '101Gi'), 'bigger past grown', 'has 101Gi'],
  [
    'has the size, and its condition is not gone',
    claim('100Gi', '100Gi', when('FileSystemResizePending')),
    'growing past',
    '100Gi of 100Gi, FileSystemResizePending',
  ],
  [
    'a condition that does not hold',
    claim('100Gi', '100Gi', when('Resizing', 'False')),
    'past grown',
    'has 100Gi',
  ],
  ['asks for more', claim('200Gi', '50Gi'), 'bigger', '50Gi of 100Gi, waiting for the storage'],
];
for (const [what, one, expected, text] of growths)
  test(`${what}: ${expected || 'nothing yet'}`, () => {
    const size = '100Gi';
    const holds = {
      less: asksForLess(one, size),
      bigger: isBigger(one, size),
      growing: isGrowing(one),
      past: isPastController(one, size),
      grown: isGrown(one, size),
      failed: isInfeasible(one),
    };
    const names = Object.entries(holds);
    assert.equal(names.flatMap(([name, is]) => (is ? [name] : [])).join(' '), expected);
    assert.equal(growthText(one, size), text);
  });
