import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  claimsDue,
  hasGrown,
  hasPolicyArrived,
  isBack,
  isHeld,
  isResized,
  isRetained,
  isStopped,
  isStorageDone,
  isTemplateDue,
  isUnfinished,
  outdatedSets,
} from '../../../lib/volumes/state.ts';
import { both, claim, growth, orphaned, owned, set, sized, spec, stopped, template } from './guards/row.ts';
import { operate } from './world/controllers.ts';
import { recordFor, started } from './world/recorded.ts';
import { NEW, OLD, observe, world } from './world/running.ts';
import type { World } from './world/world.ts';

type Change = (its: World) => void;
const AS_IT_IS: Change = () => {};
const after = (change: Change) => {
  const its = world();
  change(its);
  return observe(its);
};
const STOP = spec({ replicas: 0, ...template(NEW) });
const DELETE = { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } };

const claims: [string, Change, boolean, boolean][] = [
  ['asks for less', AS_IT_IS, false, false],
  ['has the size', sized(NEW), true, true],
  ['waits for a node', both(sized(NEW, OLD), growth('NodeResizePending')), true, false],
  ['is bigger', sized('200Gi'), true, true],
  ['is to be bigger', sized('200Gi', NEW), true, false],
  ['is being resized', both(sized(NEW, OLD), growth('ControllerResizeInProgress')), false, false],
];
for (const [what, change, served, arrived] of claims)
  test(`a claim that ${what}: storage ${served ? '' : 'not '}done, ${arrived ? '' : 'not '}resized`, () => {
    const [first] = after(change).claims;
    assert.ok(first);
    assert.deepEqual([isStorageDone(first, NEW), isResized(first, NEW)], [served, arrived]);
  });

const templates: [string, Change, boolean][] = [
  ['nothing is done', AS_IT_IS, true],
  ['the resource alone says so', spec(template(NEW)), true],
  ['the StatefulSet is re-created', both(spec(template(NEW)), operate), false],
  ['there is no StatefulSet', both(spec(template(NEW)), (its) => void its.sets.pop()), false],
];
for (const [what, change, due] of templates)
  test(`the template is ${due ? '' : 'not '}due if ${what}`, () =>
    assert.equal(isTemplateDue(after(change), NEW), due));

test('a resize is unfinished while a template or a claim is due', () => {
  const unfinished = (change: Change) => isUnfinished(after(change), { size: NEW, includeOrphaned: false });
  const grown = (its: World) => {
    both(spec(template(NEW)), operate)(its);
    for (const one of its.claims) one.spec.resources.requests.storage = NEW;
    operate(its);
  };
  assert.deepEqual(
    [AS_IT_IS, both(spec(template(NEW)), operate), grown, both(grown, spec(template(OLD)))].map(unfinished),
    [true, true, false, true],
  );
});

const stops: [string, Change, boolean][] = [
  ['it runs', AS_IT_IS, false],
  ['no controller has acted on it yet', STOP, false],
  ['all of it is gone', both(STOP, operate), true],
  ['the template is the former one', stopped, false],
  [
    'the StatefulSet is being deleted',
    both(STOP, operate, set({ metadata: { deletionTimestamp: 'x' } })),
    false,
  ],
  ['its controller has not seen it', both(STOP, operate, set({ spec: { paused: true } })), false],
  ['there is no StatefulSet', both(STOP, operate, (its) => void its.sets.pop()), false],
];
for (const [what, change, is] of stops)
  test(`it has ${is ? '' : 'not '}stopped if ${what}`, () => assert.equal(isStopped(after(change), NEW), is));

test('it has not stopped while a pod or an attachment is left', () => {
  const seen = after(both(started({}, STOP), operate));
  const { claims: found, objects } = seen;
  const attached = [found[0]?.volume ?? ''];
  assert.equal(isStopped({ ...seen, objects: { ...objects, attached } }, NEW), false);
  assert.equal(isStopped({ ...seen, objects: { ...objects, attached: ['of another'] } }, NEW), true);
  assert.equal(isStopped({ ...seen, pods: observe(world()).pods }, NEW), false);
});

test('it has not stopped while a shard runs', () => {
  const its = world({ spec: { shards: 2 } });
  STOP(its);
  operate(its);
  assert.equal(isStopped(observe(its), NEW), true);
  its.sets.pop();
  assert.equal(isStopped(observe(its), NEW), false);
});

const backs: [string, Change, boolean][] = [
  ['nothing was done', AS_IT_IS, true],
  ['it was re-created', both(spec(template(NEW)), operate), true],
  ['it is not re-created yet', spec(template(NEW)), false],
  ['it is to be deleted', set({ metadata: { deletionTimestamp: 'x' } }), false],
  [
    'a pod is missing',
    (its) => both((it) => void it.pods.pop(), set({ status: { replicas: 1 } }))(its),
    false,
  ],
  ['a pod has no controller', (its) => void delete its.pods[0]?.metadata.ownerReferences, false],
  ['it has another number of replicas', spec({ replicas: 3 }), false],
];
for (const [what, change, is] of backs)
  test(`it is ${is ? '' : 'not '}back if ${what}`, () => {
    const seen = after(change);
    assert.equal(isBack(seen, seen.instance.size), is);
  });

const retains: [string, Change, boolean][] = [
  ['nothing is said of it', AS_IT_IS, true],
  ['the resource deletes', spec(DELETE), false],
  ['the live StatefulSet deletes', set({ spec: DELETE }), false],
  ['a claim is owned', owned('StatefulSet'), false],
  [
    'an orphaned claim is owned',
    orphaned({ metadata: { ownerReferences: [{ kind: 'Pod', uid: 'x' }] } }),
    false,
  ],
];
for (const [what, change, is] of retains)
  test(`volumes are ${is ? '' : 'not '}retained if ${what}`, () =>
    assert.equal(isRetained(after(change)), is));

test('a policy has taken effect when the live StatefulSet has it; absent means Retain', () => {
  assert.deepEqual(
    [AS_IT_IS, spec(DELETE), both(spec(DELETE), operate), set({ spec: DELETE })].map((change) =>
      hasPolicyArrived(after(change)),
    ),
    [true, false, true, false],
  );
});

test('the operator is held only by a pause that came with our template', () => {
  const paused = spec({ paused: true, ...template(NEW) });
  const online = { mode: 'online' };
  const changes = [
    started(online, paused),
    started({}, paused),
    paused,
    started(online, spec({ paused: true })),
    started({ ...online, original: { paused: true } }, paused),
    started(online, spec(template(NEW))),
  ];
  assert.deepEqual(
    changes.map((change) => isHeld(after(change), NEW)),
    [true, false, false, false, false, false],
  );
});

test('a claim has grown if it requests more than in the record', () => {
  const grown = (change: Change) => {
    const its = world();
    const record = recordFor(its);
    change(its);
    return hasGrown(observe(its), record);
  };
  const bigger = { spec: { resources: { requests: { storage: NEW } } } };
  assert.deepEqual([AS_IT_IS, sized(NEW, OLD), orphaned(bigger), claim({})].map(grown), [
    false,
    true,
    true,
    false,
  ]);
});

test('claims that request less are due, and orphaned ones if requested', () => {
  const seen = after(both(sized(NEW), orphaned({})));
  assert.deepEqual(
    [claimsDue(seen, NEW, false), claimsDue(seen, NEW, true)].map((found) => found.map(({ name }) => name)),
    [[], ['prometheus-k8s-db-prometheus-k8s-1']],
  );
  assert.equal(outdatedSets(seen, NEW).length, 1);
});
