import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlayground } from '../../playground/server.ts';
import type { Call } from '../../support/http.ts';
import { openMonitoring } from '../../support/monitoring.ts';
import type { TestServer } from '../../support/server.ts';

let server: TestServer;
before(async () => {
  server = await startPlayground();
});
after(() => server.stop());

const SET = 'prometheus-k8s';
const larger = { volumeClaimTemplate: { spec: { resources: { requests: { storage: '100Gi' } } } } };

test('the operator writes nothing while it is held back, and continues afterwards', async () => {
  const held = Promise.withResolvers<Call>();
  const go = Promise.withResolvers<void>();
  let isHolding = false;
  const stage = await openMonitoring(server, {
    async beforeWrite(request) {
      if (!isHolding || request.method !== 'PUT') return;
      held.resolve(request);
      await go.promise;
    },
  });
  try {
    const set = stage.path('statefulsets', SET);
    const { metadata, spec } = await stage.get(set);
    isHolding = true;
    await stage.patch(stage.path('prometheuses', 'k8s'), { spec: { replicas: 0, storage: larger } });
    assert.match((await held.promise).path, new RegExp(`/statefulsets/${SET}\\?`));
    assert.deepEqual((await stage.get(set)).spec, spec);
    go.resolve();
    const made = await stage.waitFor(set, (found) => found && found.metadata.uid !== metadata.uid);
    assert.equal(made.spec.replicas, 0);
  } finally {
    go.resolve();
    await stage.stop();
  }
});

test('a missing storage class prevents everything', async () => {
  const stage = await openMonitoring(server);
  try {
    const before = await stage.get(stage.path('statefulsets', SET));
    const storage = { volumeClaimTemplate: { spec: { storageClassName: 'none' } } };
    await stage.patch(stage.path('prometheuses', 'k8s'), { spec: { replicas: 0, storage } });
    const { status } = await stage.waitFor(
      stage.path('prometheuses', 'k8s'),
      ({ status }) => status.conditions[1].status === 'False',
    );
    assert.equal(status.conditions[1].message, 'storage class "none" does not exist');
    assert.deepEqual((await stage.get(stage.path('statefulsets', SET))).spec, before.spec);
  } finally {
    await stage.stop();
  }
});
