import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openMonitoring } from '../../support/monitoring.ts';
import type { MonitoringStage } from '../../support/monitoring-stage.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { changes, lostClaims, saysGuard, saysUnfinished, shortcomings } from './judge.ts';
import { NAME, type VolumeProcedure } from './procedures.ts';
import { type State, stateOf } from './state.ts';

const CLAIM = 'prometheus-k8s-db-prometheus-k8s-0';

const state = (different: Partial<State> = {}, request = '52Gi'): State => ({
  replicas: 2,
  paused: undefined,
  policy: undefined,
  retentionSize: undefined,
  size: '52Gi',
  live: '52Gi',
  claims: { [CLAIM]: { uid: 'uid-0', request, capacity: request, owners: [], deleting: false } },
  pods: {},
  record: undefined,
  lost: [],
  ...different,
});

const resize = { goal: 'resize', mode: 'offline', name: 'offline', title: '', retains: false } as const;
const aim = (procedure: VolumeProcedure) => ({
  procedure,
  before: state({ size: '50Gi' }, '50Gi'),
  other: '51Gi',
  size: '52Gi',
});

test('retentionSize ends where it was, or where the command raises it', () => {
  const limited = { ...resize, limits: true } as const;
  assert.deepEqual(shortcomings(aim(limited), state({ retentionSize: '41GB' })), []);
  assert.equal(shortcomings(aim(limited), state()).length, 1);
  assert.equal(shortcomings(aim(resize), state({ retentionSize: '41GB' })).length, 1);
  assert.deepEqual(shortcomings(aim({ ...limited, goal: 'undo' }), state()), []);
});

test('a resize ends where template, StatefulSet and claims have the size; an undo at any that was asked for', () => {
  assert.deepEqual(shortcomings(aim(resize), state()), []);
  assert.equal(shortcomings(aim(resize), state({ size: '50Gi', live: '50Gi' })).length, 1);
  assert.equal(shortcomings(aim(resize), state({ live: '50Gi' })).length, 1);
  assert.equal(shortcomings(aim(resize), state({ live: undefined })).length, 1);
  assert.equal(shortcomings(aim(resize), state({}, '51Gi')).length, 1);
  assert.equal(shortcomings(aim(resize), state({ claims: {} })).length, 1);
  const growing = { ...state().claims[CLAIM], capacity: '50Gi' } as State['claims'][string];
  assert.equal(shortcomings(aim(resize), state({ claims: { [CLAIM]: growing } })).length, 1);
  const undo = aim({ ...resize, goal: 'undo' });
  assert.deepEqual(shortcomings(undo, state({ size: '50Gi', live: '50Gi' }, '51Gi')), []);
  assert.equal(shortcomings(undo, state({}, '60Gi')).length, 1);
});

test('replicas, pause, policy and record count as changed, and absent is not a default', () => {
  assert.deepEqual(changes(state(), state()), []);
  assert.equal(changes(state(), state({ replicas: 0 })).length, 1);
  assert.deepEqual(changes(state(), state({ paused: false })), ['paused is false instead of absent']);
  const policy = { whenDeleted: 'Delete', whenScaled: 'Retain' } as const;
  assert.equal(changes(state({ policy }), state()).length, 1);
  assert.equal(changes(state(), state({ record: '{}' })).length, 1);
});

test('a claim is lost if it is gone, was replaced, or its volume was deleted', () => {
  assert.deepEqual(lostClaims(state(), state()), []);
  assert.deepEqual(lostClaims(state(), state({ claims: {} })), [CLAIM]);
  assert.deepEqual(lostClaims(state(), state({ lost: ['uid-0'] })), [CLAIM]);
  const other = { ...state().claims[CLAIM], uid: 'uid-1' } as State['claims'][string];
  assert.deepEqual(lostClaims(state(), state({ claims: { [CLAIM]: other } })), [CLAIM]);
});

test('a run reports an unfinished resize with the command that resumes it, and a refusal with the name of its guard', () => {
  const ended = (stderr: string, code = 1) => ({
    program: 'kubectl-monitoring' as const,
    words: [],
    code,
    signal: null,
    stdout: '',
    stderr,
  });
  const said =
    'error: no\nk8s is running, with an unfinished resize to 52Gi: kubectl monitoring resize-pvc 52Gi k8s';
  assert.ok(saysUnfinished(ended(said)));
  assert.ok(!saysUnfinished(ended(said, 0)));
  assert.ok(!saysUnfinished(ended('error: no')));
  assert.ok(saysGuard(ended('error: no\n  paused: the Prometheus is paused'), 'paused'));
  assert.ok(!saysGuard(ended('error: it is paused: no'), 'paused'));
});

/** §4.C step 1 done by hand, whatever the retention policy says. */
const stopByHand = (stage: MonitoringStage) =>
  stage.patch(stage.path('prometheuses', NAME), {
    spec: {
      replicas: 0,
      storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: '52Gi' } } } } },
    },
  });

for (const kind of servers())
  describe(`manual steps on the ${kind.name} server`, () => {
    let server: TestServer;
    before(async () => {
      server = await kind.start();
    });
    after(() => server.stop());

    test('detects that the documented steps under whenDeleted: Delete lose every volume', async (t) => {
      const retentionPolicy = { whenDeleted: 'Delete', whenScaled: 'Retain' } as const;
      const stage = await openMonitoring(server, { components: [{ name: NAME, retentionPolicy }] });
      t.after(stage.stop);
      await stage.waitFor(
        stage.path('persistentvolumeclaims', CLAIM),
        (claim) => claim.metadata.ownerReferences,
      );
      const former = await stateOf(stage);
      assert.deepEqual(lostClaims(former, former), []);
      await stopByHand(stage);
      for (const claim of Object.keys(former.claims))
        await stage.waitFor(stage.path('persistentvolumeclaims', claim), (found) => !found);
      const now = await stateOf(stage);
      assert.deepEqual(lostClaims(former, now), Object.keys(former.claims));
      assert.deepEqual(changes(former, now), ['replicas is 0 instead of 2']);
    });

    test('detects a pause that was left behind', async (t) => {
      const stage = await openMonitoring(server, { components: [{ name: NAME }] });
      t.after(stage.stop);
      const former = await stateOf(stage);
      await stage.patch(stage.path('prometheuses', NAME), { spec: { paused: true } });
      assert.deepEqual(changes(former, await stateOf(stage)), ['paused is true instead of absent']);
    });
  });
