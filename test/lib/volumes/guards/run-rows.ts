import { recordFor, started } from '../world/recorded.ts';
import { NEW, world } from '../world/running.ts';
import { created, instanceOf, write } from '../world/world.ts';
import { claim, DELETED, type Rows, spec, template } from './row.ts';

/** The record of a run that sets retentionSize. */
const LIMITED = { retentionSize: '80GB', original: { retentionSize: '40GB' } };

const HELD = { known: { held: recordFor(world()) } };

/** Rows of `untouchable`, `ownership` and `rights`. */
export const runRows: Rows = {
  deleting: {
    holds: [
      { what: 'deleted, and held by a finalizer', since: (its) => write(its, instanceOf(its), DELETED) },
    ],
    nearly: [{ what: 'a claim of it is', since: claim(DELETED) }],
  },
  'unreadable-record': {
    holds: [
      {
        what: 'a ConfigMap without a record',
        since: (its) => {
          its.record = created(its, { metadata: { name: 'kubectl-monitoring-resize-prometheus-k8s' } });
        },
      },
      { what: 'a record with a goal that there is not', since: started({ goal: 'shrink' }) },
      { what: 'a record without originals', since: started({ original: null }) },
    ],
    nearly: [{ what: 'no record' }, { what: 'a record', since: started() }],
  },
  'stale-record': {
    holds: [{ what: 'the record of another uid', since: started({ uid: 'uid-0' }) }],
    nearly: [
      { what: 'a record of another version of the same', since: started({ resourceVersion: '0' }) },
      { what: 'no record' },
    ],
  },
  'other-goal': {
    holds: [{ what: 'a resize beside an undo', since: started({ goal: 'undo' }) }],
    nearly: [
      { what: 'an undo beside an undo', since: started({ goal: 'undo' }), target: { goal: 'undo' } },
      { what: 'an undo beside a resize, which it takes over', since: started(), target: { goal: 'undo' } },
      { what: 'a resize beside a resize', since: started() },
    ],
  },
  'other-size': {
    holds: [
      { what: 'a bigger one', since: started(), target: { size: '200Gi' } },
      { what: 'another one for an undo', since: started(), target: { size: '200Gi', goal: 'undo' } },
    ],
    nearly: [
      {
        what: 'the same, written in another way',
        since: started({ size: NEW }),
        target: { size: '102400Mi' },
      },
      { what: 'no record', target: { size: '200Gi' } },
    ],
  },
  'other-retention-size': {
    holds: [
      { what: 'a run that leaves it', since: started(), target: { retentionSize: '80GB' } },
      { what: 'another one', since: started(LIMITED), target: { retentionSize: '70GB' } },
      { what: 'one beside a run that has started without it', since: started(LIMITED) },
    ],
    nearly: [
      { what: 'the same', since: started(LIMITED), target: { retentionSize: '80GB' } },
      { what: 'neither sets it', since: started() },
      { what: 'an undo, which has what the record says', since: started(LIMITED), target: { goal: 'undo' } },
      { what: 'no record', target: { retentionSize: '80GB' } },
    ],
  },
  'other-mode': {
    holds: [
      { what: 'online beside documented', since: started(), target: { mode: 'online' } },
      { what: 'documented beside online', since: started({ mode: 'online' }) },
    ],
    nearly: [
      { what: 'the same', since: started({ mode: 'online' }), target: { mode: 'online' } },
      { what: 'no record', target: { mode: 'online' } },
    ],
  },
  'run-ended': {
    holds: [{ what: 'a record that was seen is gone', ...HELD }],
    nearly: [
      { what: 'there never was one' },
      { what: 'it is still there', since: started(), ...HELD },
      { what: 'it cannot be read any more', since: started({ goal: 'shrink' }), ...HELD },
    ],
  },
  'missing-rights': {
    holds: [
      {
        what: 'one write is not allowed',
        given: {
          context: { denied: { what: ['patch persistentvolumeclaims'], rule: '- verbs: [patch]' } },
        },
      },
    ],
    nearly: [{ what: 'all are' }],
  },
  paused: {
    holds: [
      { what: 'by another user', since: spec({ paused: true }) },
      { what: 'beside our record of a run that pauses nothing', since: started({}, spec({ paused: true })) },
      {
        what: 'beside our record, before the template is changed',
        since: started({ mode: 'online' }, spec({ paused: true })),
        target: { mode: 'online' },
      },
      {
        what: 'as it was before our run',
        since: started(
          { mode: 'online', original: { paused: true } },
          spec({ paused: true, ...template(NEW) }),
        ),
        target: { mode: 'online' },
      },
    ],
    nearly: [
      {
        what: 'by our run, with the template',
        since: started({ mode: 'online' }, spec({ paused: true, ...template(NEW) })),
        target: { mode: 'online' },
      },
      { what: 'written out as not paused', since: spec({ paused: false }) },
    ],
  },
  'other-replicas': {
    holds: [
      { what: 'scaled up in the middle of a run', since: started({}, spec({ replicas: 3 })) },
      { what: 'scaled down in the middle of a run', since: started({}, spec({ replicas: 1 })) },
      {
        what: 'stopped in the middle of a run that stops nothing',
        since: started({ mode: 'online' }, spec({ replicas: 0 })),
        target: { mode: 'online' },
      },
    ],
    nearly: [
      { what: 'as before', since: started() },
      { what: 'stopped by our run', since: started({}, spec({ replicas: 0 })) },
      { what: 'no record', since: spec({ replicas: 3 }) },
      {
        what: 'the default, written out meanwhile',
        from: { spec: { replicas: null } },
        since: started({}, spec({ replicas: 1 })),
      },
    ],
  },
};
