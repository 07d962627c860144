import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEvents } from '../../../lib/cluster/hosts/read-events.ts';
import type { KubeClient } from '../../../lib/kube/api/types.ts';

test('reads Events whose reason and message are no text', async () => {
  const metadata = { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' };
  const items = [{ metadata, reason: { toString: 'x' }, message: ['y'] }, { metadata }];
  const client = { send: async () => ({ metadata: {}, items }) } as unknown as KubeClient;
  assert.deepEqual(await readEvents(client, { namespace: 'metal3', name: 'worker-0' }), [
    { reason: '{"toString":"x"}', message: '["y"]', count: 1, last: metadata.creationTimestamp },
    { reason: '', message: '', count: 1, last: metadata.creationTimestamp },
  ]);
});
