import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, decideUndo, type ResizeOptions } from '../../../lib/volumes/decide.ts';
import type { Known } from '../../../lib/volumes/observed.ts';
import { both, claim, DELETED, orphaned, sized, spec, stopped, template } from './guards/row.ts';
import { operate } from './world/controllers.ts';
import { started } from './world/recorded.ts';
import { NEW, observe, world } from './world/running.ts';
import type { World } from './world/world.ts';

const WISH: ResizeOptions = {
  size: NEW,
  mode: 'offline',
  retain: false,
  includeOrphaned: false,
  accepted: new Set(),
};

const grown = (its: World): void => {
  both(spec(template(NEW)), operate)(its);
  for (const one of its.claims) one.spec.resources.requests.storage = NEW;
  operate(its);
};
const setGone = (its: World): void => {
  its.sets = [];
};
const accepting = (...names: string[]) => ({ accepted: new Set(names) });
const DELETE = spec({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } });

const cases: [string, (its: World) => void, Partial<ResizeOptions>, string, Partial<Known>?][] = [
  ['a smaller instance', () => {}, {}, 'resize fresh'],
  ['one that has the size', grown, {}, 'done'],
  ['one that has the size, paused by another user', both(grown, spec({ paused: true })), {}, 'done'],
  ['one that has the size, and whose StatefulSet is gone', both(grown, setGone), {}, 'resize fresh'],
  [
    'the same, paused: nothing re-creates it',
    both(grown, both(setGone, spec({ paused: true }))),
    {},
    'refuse paused',
  ],
  ['the size written in another way', grown, { size: '102400Mi' }, 'done'],
  ['an orphaned claim stays small', both(grown, orphaned(asking('50Gi'))), {}, 'done'],
  [
    'an orphaned claim is to grow',
    both(grown, orphaned(asking('50Gi'))),
    { includeOrphaned: true },
    'resize fresh',
  ],
  ['a template that is behind its claims', both(grown, spec(template('50Gi'))), {}, 'resize fresh'],
  ['a bigger claim', sized('200Gi'), {}, 'refuse bigger-claim'],
  ['a bigger claim, accepted', sized('200Gi'), accepting('bigger-claim'), 'resize fresh'],
  ['a smaller size', () => {}, { size: '40Gi' }, 'refuse template-shrinks'],
  ['stopped by hand', stopped, {}, 'refuse replicas-zero'],
  ['stopped by hand, with replicas', stopped, {}, 'resize fresh', { given: 2 }],
  [
    'stopped by hand, with replicas, online',
    stopped,
    { mode: 'online' },
    'refuse replicas-given',
    { given: 2 },
  ],
  ['a policy that deletes', DELETE, {}, 'refuse retention-policy'],
  ['a policy that deletes, retaining', DELETE, { retain: true }, 'resize fresh'],
  ['a risk cannot be accepted', claim(DELETED), accepting('claim-deleting'), 'refuse claim-deleting'],
  ['a record', started(), {}, 'resize unfinished'],
  ['a record, and nothing left to do', started({}, grown), {}, 'resize unfinished'],
  ['a record that was retaining', started({ retain: true }, DELETE), {}, 'resize unfinished'],
  ['a record of another size', started(), { size: '200Gi' }, 'refuse other-size'],
  ['a record of another mode', started(), { mode: 'online' }, 'refuse other-mode'],
  ['a record of an undo', started({ goal: 'undo' }), {}, 'refuse other-goal'],
  ['a stale record', started({ uid: 'uid-0' }), {}, 'refuse stale-record'],
  ['a record that cannot be read', started({ goal: 'shrink' }), {}, 'refuse unreadable-record'],
];
for (const [what, since, wish, expected, known] of cases)
  test(`${what}: ${expected}`, () => {
    const its = world();
    since(its);
    const decision = decide(observe(its, known), { ...WISH, ...wish });
    const said = {
      done: () => '',
      resize: () => ('why' in decision ? ` ${decision.why}` : ''),
      refuse: () =>
        'refusals' in decision ? ` ${decision.refusals.map(({ guard }) => guard).join(', ')}` : '',
    };
    assert.equal(decision.kind + said[decision.kind](), expected);
  });

test('an unfinished run takes the retention policy from its record', () => {
  const its = world();
  started({ retain: true })(its);
  const decision = decide(observe(its), WISH);
  assert.equal(decision.kind === 'resize' && decision.target.retain, true);
});

const undos: [string, (its: World) => void, string][] = [
  ['no record', () => {}, 'nothing'],
  ['a record', started({ mode: 'online', retain: true }), 'undo online true'],
  ['a record of an undo', started({ goal: 'undo' }), 'undo offline false'],
  ['a stale record', started({ uid: 'uid-0' }), 'refuse stale-record'],
  ['a record that cannot be read', started({ goal: 'shrink' }), 'refuse unreadable-record'],
  ['another user’s pause', started({}, spec({ paused: true })), 'undo offline false'],
];
for (const [what, since, expected] of undos)
  test(`undo, ${what}: ${expected}`, () => {
    const its = world();
    since(its);
    const decision = decideUndo(observe(its));
    const said =
      decision.kind === 'undo'
        ? ` ${decision.target.mode} ${decision.target.retain}`
        : decision.kind === 'refuse'
          ? ` ${decision.refusals.map(({ guard }) => guard).join(', ')}`
          : '';
    assert.equal(decision.kind + said, expected);
  });

test('an undo restores the size and the mode of its record, not those of a command line', () => {
  const its = world();
  started({ size: '200Gi', mode: 'online' })(its);
  const decision = decideUndo(observe(its));
  assert.deepEqual(decision.kind === 'undo' && [decision.target.size, decision.target.mode], [
    '200Gi',
    'online',
  ]);
});

function asking(storage: string): object {
  return { spec: { resources: { requests: { storage } } } };
}
