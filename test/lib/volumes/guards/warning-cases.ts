import { operate } from '../world/controllers.ts';
import { NEW, OLD, world } from '../world/running.ts';
import { resize, undo } from '../world/runs.ts';
import { change } from '../world/world.ts';
import type { Cases } from './case.ts';
import { sync } from './context-cases.ts';
import { isLost, isStopped, isTemplateBehind, limitIs } from './harms.ts';

/** What comes of each warning that is ignored. */
export const warningCases: Cases = {
  outage: {
    harm: 'nothing runs for as long as the storage takes its time',
    world: () => world({}, { behaviour: 'slow', released: false }),
    isHarmed: isStopped,
    heeded: { options: { mode: 'online' } },
  },
  'retention-size-stays': {
    harm: 'volumes have grown, and no more data is kept than before',
    world: () => world({ spec: { retentionSize: '40GB' } }),
    isHarmed: limitIs('40GB'),
    heeded: { options: { retentionSize: '80GB' } },
  },
  'retention-size-returns': {
    harm: 'what only the raised limit has kept is deleted',
    world: async () => {
      const its = world({ spec: { retentionSize: '40GB' } });
      await resize(its, { options: { retentionSize: '80GB' }, killedAfter: 5 });
      return its;
    },
    run: undo,
    isHarmed: limitIs('40GB'),
    heeded: { change: async (its) => void (await resize(its)) },
  },
  'orphaned-claims': {
    harm: 'a replica that is added again has a volume of the old size',
    world: () => {
      const its = world({ spec: { replicas: 3 } });
      change(its, { replicas: 2 });
      operate(its);
      return its;
    },
    afterwards: (its) => change(its, { replicas: 3 }),
    isHarmed: ({ claims }) => claims.some(({ status }) => status.capacity?.storage === OLD),
    heeded: { options: { includeOrphaned: true } },
  },
  helm: {
    harm: 'the template gets its old size again, and is behind its claims',
    world: () => world({ metadata: { annotations: { 'meta.helm.sh/release-name': 'monitoring' } } }),
    afterwards: sync,
    isHarmed: isTemplateBehind,
    heeded: {
      change: (its) => {
        its.source = NEW;
      },
    },
  },
  'policy-comes-back': {
    harm: 'every volume goes with the StatefulSet, when the source puts the old size back',
    world: () => world({ spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } } }),
    options: { options: { retain: true } },
    afterwards: sync,
    isHarmed: isLost,
    heeded: {
      change: (its) => {
        its.source = NEW;
      },
    },
  },
  'classes-unreadable': {
    harm: 'the instance stays stopped, waiting for a driver that cannot',
    world: () =>
      world(
        {},
        {
          expandable: false,
          admission: false,
          behaviour: 'slow',
          released: false,
          context: { classes: undefined },
        },
      ),
    isHarmed: isStopped,
    heeded: {
      change: (its) => {
        its.expandable = true;
        its.released = true;
      },
    },
  },
};
