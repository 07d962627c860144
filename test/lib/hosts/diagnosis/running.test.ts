import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepsNodes, operatorDown } from '../../../../lib/hosts/diagnosis/running.ts';
import { operator, operators } from './evidence.ts';

test('reports an operator that is down by its Deployments or, without one, by its leases', () => {
  const lease = (holder: string | undefined) => ({ namespace: 'bmo', holder, renewTime: undefined });
  const down = (given: Parameters<typeof operators>[0]) => operatorDown(operators(given), 'metal');
  assert.equal(down({}), undefined);
  assert.equal(down({ operators: [operator({ ready: 0 })] }), 'no pod of Deployment bmo/controller is ready');
  assert.equal(
    down({ operators: [operator({ wanted: 0, ready: 0 })] }),
    'Deployment bmo/controller is scaled to 0',
  );
  assert.equal(down({ operators: [operator({ ready: 0 }), operator()] }), undefined);
  assert.equal(down({ operators: [], leases: [lease('a_1')] }), undefined);
  assert.equal(
    down({ operators: [], leases: [lease(undefined)] }),
    'no operator holds the lease bmo/baremetal-operator',
  );
  assert.equal(
    down({ readAt: new Date('2026-01-01T02:00:00Z') }),
    'the lease bmo/baremetal-operator has not been renewed for more than an hour',
  );
  assert.equal(down({ readAt: new Date('2025-12-31T00:00:00Z') }), undefined, 'a clock that is behind');
  assert.equal(down({ operators: [], leases: [] }), undefined, 'unknown');
  assert.equal(down({ operators: [], leases: undefined }), undefined, 'unknown');
});

test('knows that operators from v0.11 on keep the image of a node', () => {
  for (const version of ['v0.11.0', '0.11.3', 'v0.12.0', 'v1.0.0'])
    assert.equal(keepsNodes(version), true, version);
  for (const version of ['v0.10.9', '0.9.1', 'main', null])
    assert.equal(keepsNodes(version), false, String(version));
});
