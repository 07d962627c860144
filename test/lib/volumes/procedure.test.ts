import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextMove, withdrawal } from '../../../lib/procedure/procedure.ts';
import { type Action, fold, requestOf } from '../../../lib/volumes/action.ts';
import { decide, decideUndo } from '../../../lib/volumes/decide.ts';
import type { Target } from '../../../lib/volumes/guards/guard.ts';
import { type Observed, withObjects } from '../../../lib/volumes/observed.ts';
import { resizeProcedure } from '../../../lib/volumes/procedure.ts';
import { type Mode, parseRecord, recordObject } from '../../../lib/volumes/record.ts';
import { operate } from './world/controllers.ts';
import { recordFor, started } from './world/recorded.ts';
import { NEW, observe, world } from './world/running.ts';
import { planOf } from './world/runs.ts';
import { change, changeClaim, type World } from './world/world.ts';

const target = (given: Partial<Target> = {}): Target => ({
  goal: 'resize',
  size: NEW,
  mode: 'offline',
  retain: false,
  includeOrphaned: false,
  ...given,
});
const procedureFor = (start: Observed, given: Partial<Target> = {}) =>
  resizeProcedure(planOf(start, target(given)));

interface Walk {
  titles: string[];
  states: Observed[];
  actions: Action[];
}

/** Every state that a run goes through, if there is no other writer and others do what is waited for. */
function walk(start: Observed, given: Partial<Target> = {}): Walk {
  const walking = procedureFor(start, given);
  const walked: Walk = { titles: [], states: [start], actions: [] };
  let observed = start;
  for (let move = nextMove(walking, observed); move.kind !== 'done'; move = nextMove(walking, observed)) {
    assert.ok(walked.titles.length < 30, 'the procedure ends');
    assert.ok(move.kind === 'act', JSON.stringify(move));
    const { step, action } = move;
    observed = fold(action, observed);
    walked.titles.push(step.title);
    walked.actions.push(action);
    walked.states.push(observed);
  }
  return walked;
}

const requests = ({ actions, states }: Walk) =>
  actions.flatMap((action, index) => {
    if (action.kind === 'try' || action.kind === 'wait') return [];
    const { method, path, body } = requestOf(action, states[index] ?? assert.fail());
    return [{ does: `${method} ${path.split('/').slice(-2).join('/')}`, body }];
  });

const CLAIMS = ['prometheus-k8s-db-prometheus-k8s-0', 'prometheus-k8s-db-prometheus-k8s-1'];
const [FIRST, SECOND] = CLAIMS.map((name) => `Grow claim ${name}`);
const BEGIN = ['Try every patch', 'Write the record'];
const STOP = ['Set replicas to 0 and the template to the new size', 'Wait for the pods to stop'];
const GROW = [FIRST, SECOND, 'Wait for the storage to resize the volumes'];
const RETAIN = ['Set the retention policy to Retain', 'Wait until no volume would be deleted'];
const BACK = 'Wait for the StatefulSet to come back';
const START = ['Restore the replicas', BACK];
const REMAKE = [
  'Pause the operator and set the template to the new size',
  'Delete StatefulSet prometheus-k8s without its pods',
  'Restore the pause setting',
  BACK,
];
const END = 'Remove the record';

const orders: Record<Mode, string[]> = {
  offline: [...STOP, ...GROW, ...START],
  online: [...GROW, ...REMAKE],
} as Record<Mode, string[]>;

/** What a run does next where it came to a step, and the operator has seen generation 8 of 9, and then 9. */
function nextAt(title: string, mode: Mode): string[] {
  const { titles, states } = walk(observe(world()), { mode });
  const there = states[titles.indexOf(title)] ?? assert.fail();
  const { instance } = there.objects;
  return [8, 9].map((observedGeneration) => {
    const seen = withObjects(there, {
      instance: {
        ...instance,
        metadata: { ...instance.metadata, generation: 9 },
        status: { conditions: [{ type: 'Reconciled', status: 'True', observedGeneration }] },
      },
    });
    const move = nextMove(procedureFor(there, { mode }), seen);
    return move.kind === 'act' ? move.step.title : move.kind;
  });
}

for (const mode of ['offline', 'online'] as const)
  test(`${mode}: the record stays until the operator has seen the resource as it is`, () =>
    assert.deepEqual(nextAt(END, mode), [BACK, END]));

test('online: waits for the operator to see the pause before deleting a StatefulSet, but not if none is outdated', () => {
  const [, remake = '', restore = ''] = REMAKE;
  assert.deepEqual(nextAt(remake, 'online'), ['Wait for the operator to see the pause', remake]);
  assert.deepEqual(nextAt(restore, 'online'), [restore, restore]);
});

for (const mode of ['offline', 'online'] as const) {
  test(`the order of ${mode}`, () => {
    assert.deepEqual(walk(observe(world()), { mode }).titles, [...BEGIN, ...orders[mode], END]);
  });

  test(`the order of ${mode} with --retention-size: once the volumes have grown, before anything starts`, () => {
    const limited = world({ spec: { retentionSize: '40GB' } });
    const { titles, states } = walk(observe(limited), { mode, retentionSize: '80GB' });
    const before = mode === 'offline' ? 'Restore the replicas' : 'Restore the pause setting';
    const steps = [...BEGIN, ...orders[mode], END];
    assert.deepEqual(titles, steps.toSpliced(steps.indexOf(before), 0, 'Set retentionSize to 80GB'));
    const record = states[titles.indexOf('Write the record') + 1]?.record;
    assert.ok(typeof record === 'object');
    assert.deepEqual([record.retentionSize, record.original.retentionSize], ['80GB', '40GB']);
    assert.equal(states.at(-1)?.instance.retentionSize, '80GB');
  });

  test(`retentionSize alone in mode ${mode} stops and deletes nothing`, () => {
    const its = world({ spec: { retentionSize: '40GB' } });
    grown(its);
    const { titles } = walk(observe(its), { mode, retentionSize: '80GB' });
    assert.deepEqual(titles, [...BEGIN, 'Set retentionSize to 80GB', END]);
  });

  test(`an undo in mode ${mode} restores retentionSize, but keeps a third value`, () => {
    for (const [live, former, expected] of [
      ['80GB', '40GB', '40GB'],
      ['80GB', null, undefined],
      ['70GB', '40GB', '70GB'],
      ['40GB', '40GB', '40GB'],
    ] as const) {
      const its = world({ spec: { retentionSize: live } });
      const record = recordFor(its, { mode, retentionSize: '80GB' });
      record.original.retentionSize = former;
      started()(its);
      const { data } = recordObject(its.component, { name: 'k8s', namespace: 'monitoring-system' }, record);
      its.record = its.record && { ...its.record, ...(data && { data }) };
      const { states, titles } = walk(observe(its), { mode, goal: 'undo', retentionSize: '80GB' });
      assert.equal(states.at(-1)?.instance.retentionSize, expected, titles.join());
      assert.equal(titles.includes('Restore retentionSize'), live === '80GB');
    }
  });

  test(`the order of ${mode} with --retain-volumes: Retain first, and restored last`, () => {
    const policy = { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } };
    const walked = walk(observe(world({ spec: policy })), { mode, retain: true });
    assert.deepEqual(walked.titles, [
      ...BEGIN,
      ...RETAIN,
      ...orders[mode],
      'Restore the retention policy',
      'Wait for the retention policy to take effect',
      END,
    ]);
    assert.deepEqual(
      walked.states.at(-1)?.instance.policy,
      policy.persistentVolumeClaimRetentionPolicy,
      'what was absent of it is absent again',
    );
  });

  test(`a new run from every state of ${mode} ends the same`, () => {
    const start = observe(world());
    const { states } = walk(start, { mode });
    for (const [index, { objects }] of states.slice(0, -1).entries()) {
      const fresh = withObjects({ ...start, held: undefined, tried: false }, objects);
      const decision = decide(fresh, { ...target({ mode }), accepted: new Set() });
      assert.equal(decision.kind, 'resize', `state ${index}`);
      const { instance, claims, record } = walk(fresh, { mode }).states.at(-1) ?? assert.fail();
      const end = states.at(-1) ?? assert.fail();
      assert.deepEqual([instance, record], [end.instance, undefined], `state ${index}`);
      assert.deepEqual(
        claims.map(({ size, capacity }) => [size, capacity]),
        end.claims.map(({ size, capacity }) => [size, capacity]),
      );
    }
  });
}

test('each request of the documented order carries the resourceVersion it was decided on', () => {
  const its = world();
  const walked = walk(observe(its));
  const sent = requests(walked);
  const record = parseRecord(walked.states[2]?.objects.record);
  assert.deepEqual(record, recordFor(its));
  const instance = 'prometheuses/k8s';
  assert.deepEqual(
    sent.map(({ does }) => does),
    [
      'POST monitoring-system/configmaps',
      `PATCH ${instance}`,
      ...CLAIMS.map((name) => `PATCH persistentvolumeclaims/${name}`),
      `PATCH ${instance}`,
      'DELETE configmaps/kubectl-monitoring-resize-prometheus-k8s',
    ],
  );
  const metadata = { resourceVersion: its.instance?.metadata.resourceVersion };
  const requested = (storage: string) => ({ spec: { resources: { requests: { storage } } } });
  const [, stop, first, , start] = sent.map(({ body }) => body);
  assert.deepEqual(stop, {
    metadata,
    spec: { replicas: 0, storage: { volumeClaimTemplate: requested(NEW) } },
  });
  assert.deepEqual(first, {
    metadata: { resourceVersion: its.claims[0]?.metadata.resourceVersion },
    ...requested(NEW),
  });
  assert.deepEqual(start, { metadata, spec: { replicas: 2 } });
});

test('each request of the online order; the StatefulSet is deleted by its uid, without dependents', () => {
  const its = world();
  const sent = requests(walk(observe(its), { mode: 'online' }));
  assert.deepEqual(
    sent.map(({ does }) => does),
    [
      'POST monitoring-system/configmaps',
      ...CLAIMS.map((name) => `PATCH persistentvolumeclaims/${name}`),
      'PATCH prometheuses/k8s',
      'DELETE statefulsets/prometheus-k8s',
      'PATCH prometheuses/k8s',
      'DELETE configmaps/kubectl-monitoring-resize-prometheus-k8s',
    ],
  );
  const [, , , pause, deletion, resume] = sent.map(({ body }) => body as { spec?: object });
  assert.deepEqual(pause?.spec, {
    paused: true,
    storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: NEW } } } } },
  });
  assert.deepEqual(deletion, {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    propagationPolicy: 'Orphan',
    preconditions: { uid: its.sets[0]?.metadata.uid },
  });
  assert.deepEqual(resume?.spec, { paused: null });
});

test('tries every write before the first one', () => {
  const { actions } = walk(observe(world()), { mode: 'online' });
  const [first] = actions;
  assert.ok(first?.kind === 'try');
  assert.deepEqual(
    first.writes.map(({ kind, of }) => `${kind} ${of.kind}`),
    ['create record', 'patch claim', 'patch claim', 'patch instance', 'delete set'],
  );
  const request = requestOf(first.writes[3] ?? assert.fail(), observe(world()), { dryRun: true });
  assert.deepEqual(request.query, { fieldManager: 'kubectl-monitoring', dryRun: 'All' });
  const deletion = requestOf(first.writes[4] ?? assert.fail(), observe(world()), { dryRun: true });
  assert.deepEqual(deletion.query, { dryRun: 'All' });
  assert.deepEqual((deletion.body as { dryRun?: unknown }).dryRun, ['All']);
});

const starts: [string, (its: World) => void, string[]][] = [
  ['nothing is due', (its) => void grown(its), []],
  ['the template alone', (its) => grown(its, { template: false }), [...BEGIN, ...STOP, ...START, END]],
  [
    'one claim has the size already',
    (its) => grown(its, { template: false, claims: 1 }),
    [...BEGIN, ...STOP, SECOND, GROW[2], ...START, END].filter((title) => title !== undefined),
  ],
  ['the record alone is left', (its) => started({}, (it) => grown(it))(its), [END]],
  ['a record, and nothing done yet', started(), [...orders.offline, END]],
  [
    'stopped, and the template is old',
    started({}, (its) => change(its, { replicas: 0 })),
    [...orders.offline, END],
  ],
];
for (const [what, since, titles] of starts)
  test(`resumes from: ${what}`, () => {
    const its = world();
    since(its);
    assert.deepEqual(walk(observe(its)).titles, titles);
  });

test('covers the claims and the StatefulSet of every shard', () => {
  const { titles } = walk(observe(world({ spec: { replicas: 1, shards: 2 } })), { mode: 'online' });
  assert.deepEqual(titles.slice(2, 4), [FIRST, 'Grow claim prometheus-k8s-db-prometheus-k8s-shard-1-0']);
  assert.deepEqual(
    titles.filter((title) => title.startsWith('Delete')),
    ['', '-shard-1'].map((shard) => `Delete StatefulSet prometheus-k8s${shard} without its pods`),
  );
});

test('an undo marks the record before it changes anything', () => {
  const its = world();
  started({}, (it) => change(it, { replicas: 0 }))(its);
  operate(its);
  const start = observe(its);
  const decision = decideUndo(start);
  assert.equal(decision.kind, 'undo');
  const { titles, states } = walk(start, { goal: 'undo' });
  assert.deepEqual(titles, ['Mark the record as an undo', ...START, END]);
  const record = states[1]?.record;
  assert.deepEqual(record, { ...recordFor(world()), goal: 'undo' });
});

test('withdraws the record only if nothing was changed', () => {
  const can = (since: (its: World) => void, given: Partial<Target> = {}) => {
    const its = world();
    since(its);
    const observed = observe(its);
    return withdrawal(procedureFor(observed, given), observed) !== undefined;
  };
  assert.equal(can(started()), true);
  assert.equal(
    can(() => {}),
    false,
  );
  assert.equal(can(started({}, (its) => change(its, { replicas: 0 }))), false);
  assert.equal(can(started({}, (its) => changeClaim(its, 0, sized(NEW)))), false);
  const policy = { whenDeleted: 'Retain', whenScaled: 'Retain' };
  assert.equal(
    can(started({}, (its) => change(its, { persistentVolumeClaimRetentionPolicy: policy }))),
    false,
  );
  assert.equal(can(started({ uid: 'uid-0' })), false);
});

const sized = (storage: string): object => ({
  spec: { resources: { requests: { storage } } },
  status: { capacity: { storage } },
});

/** A user has brought template and claims to the new size, or some of them. */
function grown(its: World, { template = true, claims = 2 } = {}): void {
  for (let place = 0; place < claims; place += 1) changeClaim(its, place, sized(NEW));
  if (!template) return;
  change(its, { storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: NEW } } } } } });
  for (const set of its.sets)
    for (const one of set.spec.volumeClaimTemplates ?? [])
      one.spec = { ...one.spec, resources: { requests: { storage: NEW } } };
}
