import { controlledBy } from '../../../operators/monitoring/objects.ts';
import { operate } from '../world/controllers.ts';
import { NEW, world } from '../world/running.ts';
import { change, changeClaim, type World, write } from '../world/world.ts';
import type { Cases } from './case.ts';
import { isLost, isStopped, isUnfinished } from './harms.ts';

/** The operator comes to it with the first write that it has to act on. */
const wakes = {
  others: (its: World, writes: number): void => {
    if (writes === 2) its.operating = true;
  },
};

/** What stands while a guard of `deletion`, `retaining` or `growing` is left out. */
export const deletionCases: Cases = {
  'retention-policy': {
    harm: 'every volume goes with the pods, by a policy that the operator brings to the StatefulSet with our write',
    world: () => {
      const its = world({ spec: template(NEW) }, { operating: false });
      for (const place of its.claims.keys())
        changeClaim(its, place, {
          spec: { resources: { requests: { storage: '50Gi' } } },
          status: { capacity: { storage: '50Gi' } },
        });
      change(its, { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } });
      return its;
    },
    options: wakes,
    isHarmed: isLost,
  },
  'live-retention-policy': {
    harm: 'every volume goes with the StatefulSet, whose controller had just made it their owner',
    world: () => {
      const its = world({}, { operating: false });
      for (const set of its.sets)
        write(its, set, { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } } });
      return its;
    },
    options: wakes,
    isHarmed: isLost,
  },
  'owned-claim': {
    harm: 'every volume goes with the StatefulSet that owned it under a former policy',
    world: stoppedAndOwned,
    options: { given: 2 },
    isHarmed: isLost,
  },
  'stranded-owner': {
    harm: 'the run never ends: no controller removes the owner of a claim without a pod',
    world: stoppedAndOwned,
    options: { given: 2, options: { retain: true } },
    isHarmed: isUnfinished,
  },
  'resize-infeasible': {
    harm: 'the instance stays stopped, waiting for a volume that its storage has given up on',
    world: () => {
      const its = world({}, { behaviour: 'refusing' });
      changeClaim(its, 0, { spec: { resources: { requests: { storage: NEW } } } });
      changeClaim(its, 0, {
        status: {
          allocatedResources: { storage: NEW },
          allocatedResourceStatuses: { storage: 'ControllerResizeInfeasible' },
        },
      });
      return its;
    },
    isHarmed: isStopped,
  },
};

const template = (storage: string): object => ({
  storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage } } } } },
});

/** Stopped by hand while the policy was Delete; that it is Retain since has no effect without pods. */
function stoppedAndOwned(): World {
  const its = world();
  change(its, { replicas: 0 });
  operate(its);
  for (const set of its.sets)
    for (const place of its.claims.keys())
      changeClaim(its, place, {
        metadata: { ownerReferences: [controlledBy(set, 'apps/v1', 'StatefulSet')] },
      });
  return its;
}
