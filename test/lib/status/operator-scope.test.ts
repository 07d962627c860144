import assert from 'node:assert/strict';
import { test } from 'node:test';
import { covers, scopeOf } from '../../../lib/status/workloads.ts';

const operator = (...args: string[]) => ({
  metadata: { name: 'prometheus-operator', namespace: 'monitoring-system' },
  spec: {
    template: {
      spec: {
        containers: [
          { name: 'proxy', image: 'kube-rbac-proxy:v0.19.1', args: ['--namespaces=proxy'] },
          { name: 'operator', image: 'prometheus-operator:v0.85.0', args },
        ],
      },
    },
  },
});

const rows: [args: string[], only: string[] | undefined, denied: string[]][] = [
  [[], undefined, []],
  [['--kubelet-service=kube-system/kubelet'], undefined, []],
  [['--namespaces=b,a'], ['a', 'b'], []],
  [['-namespaces=a'], ['a'], []],
  [['--namespaces', 'a', '--log-level=info'], ['a'], []],
  [['--namespaces=a', '--namespaces=b'], ['a', 'b'], []],
  [['--namespaces='], undefined, []],
  [['--deny-namespaces=a,b'], undefined, ['a', 'b']],
  // Kinds without a flag of their own use --namespaces.
  [['--prometheus-instance-namespaces=a'], undefined, []],
  [['--namespaces=a', '--prometheus-instance-namespaces=b'], ['a', 'b'], []],
  [
    [
      '--prometheus-instance-namespaces=a',
      '--alertmanager-instance-namespaces=b',
      '--thanos-ruler-instance-namespaces=a',
    ],
    ['a', 'b'],
    [],
  ],
];

for (const [args, only, denied] of rows)
  test(`the scope of an operator with ${args.join(' ') || 'no arguments'}`, () => {
    assert.deepEqual(scopeOf(operator(...args)), { only, denied });
  });

test('an operator manages the namespaces in its scope, except denied ones', () => {
  assert.equal(covers({ only: undefined, denied: [] }, 'a'), true);
  assert.equal(covers({ only: undefined, denied: ['a'] }, 'a'), false);
  assert.equal(covers({ only: ['b'], denied: [] }, 'a'), false);
  assert.equal(covers({ only: ['a', 'b'], denied: ['b'] }, 'b'), false);
});

test('an operator without containers manages all namespaces', () => {
  assert.deepEqual(scopeOf({ metadata: { name: 'a' } }), { only: undefined, denied: [] });
});
