import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isReady, type PodObject } from '../../../lib/objects/pod.ts';
import { troubleOf } from '../../../lib/status/pod.ts';

type Status = NonNullable<PodObject['status']>;

const pod = (status: Status, metadata: object = {}): PodObject => ({
  metadata: { name: 'k8s-0', ...metadata },
  status,
});
const condition = (type: string, status: string, message?: string) => ({
  type,
  status,
  ...(message && { message }),
});
const running = { state: { running: {} } };
const scheduled = condition('PodScheduled', 'True');

const rows: [name: string, pod: PodObject, reason: string | undefined][] = [
  ['ready', pod({ conditions: [condition('Ready', 'True')] }), undefined],
  [
    'ready, but going',
    pod({ conditions: [condition('Ready', 'True')] }, { deletionTimestamp: '2026-01-02T03:04:05Z' }),
    'it is being deleted',
  ],
  [
    'no node has room',
    pod({
      conditions: [condition('PodScheduled', 'False', '0/3 nodes are available: 3 Insufficient memory.')],
    }),
    'not scheduled: 0/3 nodes are available: 3 Insufficient memory.',
  ],
  ['not scheduled', pod({ phase: 'Pending' }), 'not scheduled yet'],
  ['without any status', { metadata: { name: 'k8s-0' } }, 'not scheduled yet'],
  [
    'a missing image',
    pod({
      conditions: [scheduled],
      containerStatuses: [
        { name: 'config-reloader', ready: true, ...running },
        {
          name: 'prometheus',
          state: { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image' } },
        },
      ],
    }),
    'ImagePullBackOff: Back-off pulling image',
  ],
  [
    'a crash, and what ended it',
    pod({
      conditions: [scheduled],
      containerStatuses: [
        {
          name: 'prometheus',
          state: { waiting: { reason: 'CrashLoopBackOff' } },
          lastState: { terminated: { reason: 'OOMKilled', exitCode: 137 } },
        },
      ],
    }),
    'CrashLoopBackOff; it ended with OOMKilled (exit code 137)',
  ],
  [
    'the end of its log',
    pod({
      containerStatuses: [
        {
          name: 'prometheus',
          state: {
            terminated: {
              exitCode: 1,
              message: `ts=1 level=error\n\tmsg="no such file"\n${'x'.repeat(400)}`,
            },
          },
        },
      ],
    }),
    `container prometheus ended with Error: ts=1 level=error msg="no such file" ${'x'.repeat(264)}... (exit code 1)`,
  ],
  [
    'ended a moment ago',
    pod({
      containerStatuses: [{ name: 'prometheus', state: { terminated: { reason: 'Error', exitCode: 2 } } }],
    }),
    'container prometheus ended with Error (exit code 2)',
  ],
  [
    'ended with an exit code that is no number',
    pod({
      containerStatuses: [{ name: 'prometheus', state: { terminated: { exitCode: { toString: 'x' } } } }],
    }),
    'container prometheus ended with Error (exit code unknown)',
  ],
  [
    'an init container that fails stands before what waits for it',
    pod({
      conditions: [scheduled],
      initContainerStatuses: [{ name: 'init', state: { waiting: { reason: 'CrashLoopBackOff' } } }],
      containerStatuses: [{ name: 'prometheus', state: { waiting: { reason: 'PodInitializing' } } }],
    }),
    'CrashLoopBackOff',
  ],
  [
    'an init container that is done is no reason',
    pod({
      conditions: [scheduled],
      initContainerStatuses: [{ name: 'init', state: { terminated: { reason: 'Completed', exitCode: 0 } } }],
      containerStatuses: [{ name: 'prometheus', ready: false, ...running }],
    }),
    'container not ready: prometheus',
  ],
  [
    'starting',
    pod({
      conditions: [scheduled],
      containerStatuses: [{ name: 'prometheus', state: { waiting: { reason: 'ContainerCreating' } } }],
    }),
    'container prometheus is waiting: ContainerCreating',
  ],
  [
    'several that are not ready',
    pod({
      conditions: [scheduled],
      containerStatuses: [
        { name: 'prometheus', ready: false, ...running },
        { name: 'thanos-sidecar', ready: false, ...running },
      ],
    }),
    'containers not ready: prometheus, thanos-sidecar',
  ],
  [
    'evicted',
    pod({ phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' }),
    'Evicted: The node was low on resource: memory.',
  ],
  [
    'what its own condition says',
    pod({ conditions: [scheduled, condition('Ready', 'False', 'a gate is closed')] }),
    'a gate is closed',
  ],
  ['no reason in its status', pod({ phase: 'Unknown', conditions: [scheduled] }), 'its phase is Unknown'],
];

for (const [name, object, reason] of rows)
  test(`why a pod is not ready: ${name}`, () => {
    assert.deepEqual(troubleOf(object), reason === undefined ? undefined : { pod: 'k8s-0', reason });
    assert.equal(isReady(object), reason === undefined);
  });

test('gives a one-line reason for any status', () => {
  const state = fc.oneof(
    fc.jsonValue(),
    fc.record({ waiting: fc.jsonValue(), running: fc.jsonValue(), terminated: fc.jsonValue() }),
  );
  const container = fc.oneof(
    fc.jsonValue(),
    fc.record({ name: fc.jsonValue(), ready: fc.jsonValue(), state, lastState: state }),
  );
  const condition = fc.record({
    type: fc.constantFrom('Ready', 'PodScheduled'),
    status: fc.constantFrom('True', 'False'),
    message: fc.jsonValue(),
  });
  const status = fc.oneof(
    fc.jsonValue(),
    fc.record({
      phase: fc.jsonValue(),
      reason: fc.jsonValue(),
      message: fc.jsonValue(),
      conditions: fc.array(condition),
      containerStatuses: fc.array(container),
      initContainerStatuses: fc.array(container),
    }),
  );
  fc.assert(
    fc.property(status, (given) => {
      const object = { metadata: { name: 'k8s-0' }, status: given } as PodObject;
      const trouble = troubleOf(object);
      assert.equal(trouble === undefined, isReady(object));
      if (trouble) assert.match(trouble.reason, /^[^\n]+$/);
    }),
  );
});
