import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentStateOf } from '../../../lib/volumes/state.ts';
import { both, sized, spec, template } from './guards/row.ts';
import { started } from './world/recorded.ts';
import { NEW, observe, world } from './world/running.ts';
import type { World } from './world/world.ts';

const STOPPED = spec({ replicas: 0 });
const PAUSED = spec({ paused: true, ...template(NEW) });

const states: [string, (its: World) => void, RegExp, boolean][] = [
  ['it runs', () => {}, /^Prometheus monitoring-system\/k8s is running, and no run/, false],
  ['another user has stopped it', STOPPED, /has 0 replicas/, false],
  ['its record cannot be read', started({ goal: 'shrink' }), /a record that cannot be read/, false],
  [
    'a run has started',
    started(),
    /is running, with an unfinished resize to 100Gi; the storage has grown 0 of 2 volumes/,
    true,
  ],
  [
    'a run has stopped it',
    started({}, both(STOPPED, sized(NEW))),
    /is stopped \(0 replicas\) by an unfinished resize to 100Gi.*; the storage has grown 1 of 2 volumes$/,
    true,
  ],
  [
    'the storage is done, and a file system waits for its pod',
    started({}, (its) => {
      both(STOPPED, sized(NEW))(its);
      const [first] = its.claims;
      if (first)
        Object.assign(first.status, { conditions: [{ type: 'FileSystemResizePending', status: 'True' }] });
    }),
    /the storage has grown 1 of 2 volumes, a file system grows when the pods run$/,
    true,
  ],
  ['a run has paused it', started({ mode: 'online' }, PAUSED), /its operator paused by an unfinished/, true],
  ['an undo has started', started({ goal: 'undo' }), /an unfinished undo of a resize to 100Gi/, true],
];
for (const [what, since, text, unfinished] of states)
  test(`current state where ${what}`, () => {
    const its = world();
    since(its);
    const currentState = currentStateOf(observe(its));
    assert.match(currentState.text, text);
    assert.equal(currentState.unfinished, unfinished);
  });
