import { NAME, NAMESPACE, NEW, world } from '../world/running.ts';
import { resize, undo } from '../world/runs.ts';
import { change, created, instanceOf, type World, write } from '../world/world.ts';
import type { Cases } from './case.ts';
import { asksFor, isStopped, isToldToStop, isUnfinished, limitIs } from './harms.ts';

/** What stands while a guard of `untouchable` is left out. */
export const untouchableCases: Cases = {
  deleting: {
    harm: 'the record outlives an instance that went in the middle of the run',
    world: () => {
      const its = world();
      write(its, instanceOf(its), { metadata: { deletionTimestamp: '2026-01-02T00:00:00Z' } });
      return its;
    },
    options: {
      others: (its, writes) => {
        if (writes === 2) its.instance = undefined;
      },
    },
    isHarmed: isUnfinished,
  },
  'unreadable-record': {
    harm: 'the instance is stopped, and nothing says that it was a run that did it',
    world: () => {
      const its = world();
      its.record = created(its, {
        metadata: { name: `kubectl-monitoring-resize-prometheus-${NAME}`, namespace: NAMESPACE },
        data: { 'record.json': '{"schema":2}' },
      });
      return its;
    },
    isHarmed: isToldToStop,
  },
  'stale-record': {
    harm: 'an instance that was made to stand still is started, as the one before it ran',
    world: async () => {
      const its = await unfinished();
      its.instance = created(its, instanceOf(its));
      return its;
    },
    isHarmed: ({ instance }) => instance?.spec.replicas === 2,
  },
};

/** What stands while a guard of `ownership` is left out. */
export const ownershipCases: Cases = {
  'other-goal': {
    harm: 'what was being undone grows anyway',
    world: async () => {
      const its = await unfinished();
      await undo(its, { killedAfter: 1 });
      return its;
    },
    isHarmed: asksFor(NEW),
  },
  'other-size': {
    harm: 'volumes grow beyond the size that the unfinished run was given, for good',
    world: unfinished,
    options: { options: { size: '200Gi' } },
    isHarmed: asksFor('200Gi'),
  },
  'other-mode': {
    harm: 'the run takes the stopped instance for what it was, and leaves it so',
    world: unfinished,
    options: { options: { mode: 'online' } },
    isHarmed: (its) => isToldToStop(its) && !isUnfinished(its),
  },
  'other-retention-size': {
    harm: 'a retentionSize is set that no undo can put back, because the record does not know the former one',
    world: unfinished,
    options: { options: { retentionSize: '80GB' } },
    isHarmed: limitIs('80GB'),
  },
  'run-ended': {
    harm: 'what another user undid is started again',
    world,
    options: {
      others: async (its, writes) => {
        if (writes === 2) await undo(its);
      },
    },
    isHarmed: asksFor(NEW),
  },
};

/** A run that was killed once it had stopped the instance. */
async function unfinished(): Promise<World> {
  const its = world();
  await resize(its, { killedAfter: 2 });
  return its;
}

/** What stands while a guard of `currentState` is left out. */
export const currentStateCases: Cases = {
  paused: {
    harm: 'the instance stops as soon as it is no longer paused',
    world: () => {
      const its = world();
      change(its, { paused: true });
      return its;
    },
    afterwards: (its) => change(its, { paused: null }),
    isHarmed: isStopped,
  },
  'other-replicas': {
    harm: 'a replica that another user has added is taken away again',
    world: async () => {
      const its = world();
      await resize(its, { killedAfter: 1 });
      change(its, { replicas: 3 });
      return its;
    },
    isHarmed: ({ instance }) => instance?.spec.replicas === 2,
  },
  'claim-missing': {
    harm: 'the run never ends, because it waits for a replica that cannot come',
    world: () => {
      const its = world({}, { provisioning: false });
      its.claims.pop();
      its.pods.pop();
      return its;
    },
    isHarmed: isUnfinished,
  },
  'claim-deleting': {
    harm: 'a volume goes with the pod that kept it',
    world: () => {
      const its = world();
      for (const claim of its.claims.slice(0, 1))
        write(its, claim, { metadata: { deletionTimestamp: '2026-01-02T00:00:00Z' } });
      return its;
    },
    isHarmed: ({ lost }) => lost.length > 0,
  },
};
