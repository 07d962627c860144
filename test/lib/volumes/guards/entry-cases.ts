import { operate } from '../world/controllers.ts';
import { NEW, OLD, world } from '../world/running.ts';
import { change, changeClaim, type World } from '../world/world.ts';
import type { Cases } from './case.ts';
import { asksFor, isStopped, isToldToStop, isUnfinished, limitIs, sizes, templateSize } from './harms.ts';

/** What stands while a guard of `entry` is left out. */
export const entryCases: Cases = {
  'no-claim-template': {
    harm: 'the instance is stopped, and what it has in memory is lost, for volumes that it does not use',
    world: () => {
      const its = world();
      change(its, { storage: { emptyDir: {} } });
      return its;
    },
    isHarmed: isStopped,
  },
  'replicas-zero': {
    harm: 'the run says that all is done, and no volume has grown',
    world: stopped,
    isHarmed: (its) => templateSize(its) === NEW && sizes(its).every((size) => size === OLD),
  },
  'replicas-given': {
    harm: 'the run gets stuck at its own record, because it does not start what it did not stop',
    world: stopped,
    options: { given: 2, options: { mode: 'online' } },
    isHarmed: isUnfinished,
  },
  'claim-unbound': {
    harm: 'the instance stays stopped, waiting for a volume that is not there',
    world: () => {
      const its = world();
      const pending = { spec: { volumeName: null, resources: { requests: { storage: NEW } } } };
      changeClaim(its, 1, { ...pending, status: { phase: 'Pending', capacity: null } });
      return its;
    },
    isHarmed: isStopped,
  },
  'not-expandable': {
    harm: 'the instance stays stopped, waiting for a driver that cannot',
    world: () => world({}, { expandable: false, admission: false, behaviour: 'slow', released: false }),
    isHarmed: isStopped,
  },
  'resize-in-flight': {
    harm: 'the instance stays stopped until the storage is done with another size',
    world: () => {
      const its = world({}, { behaviour: 'slow', released: false });
      changeClaim(its, 0, { spec: { resources: { requests: { storage: '70Gi' } } } });
      changeClaim(its, 0, {
        status: {
          allocatedResources: { storage: '70Gi' },
          allocatedResourceStatuses: { storage: 'ControllerResizeInProgress' },
        },
      });
      return its;
    },
    isHarmed: isStopped,
  },
  'template-shrinks': {
    harm: 'replicas that are added later have smaller volumes',
    world,
    options: { options: { size: '40Gi', accepted: new Set(['bigger-claim']) } },
    isHarmed: (its) => templateSize(its) === '40Gi',
  },
  'bigger-claim': {
    harm: 'the run ends with volumes that differ in size, without the consent of the user',
    world: () => {
      const its = world();
      changeClaim(its, 0, {
        spec: { resources: { requests: { storage: '200Gi' } } },
        status: { capacity: { storage: '200Gi' } },
      });
      return its;
    },
    isHarmed: (its) => asksFor(NEW)(its) && asksFor('200Gi')(its),
  },
  'unlabelled-claim': {
    harm: 'a volume grows that belongs to another user',
    world: () => {
      const its = world();
      changeClaim(its, 1, { metadata: { labels: null } });
      return its;
    },
    isHarmed: ({ claims }) =>
      claims.some(({ metadata, spec }) => !metadata.labels && spec.resources.requests.storage === NEW),
  },
  'retention-size': {
    harm: 'the volumes fill, because the limit lets more data in than there is room for',
    world,
    options: { options: { retentionSize: '95GB' } },
    isHarmed: limitIs('95GB'),
  },
  quota: {
    harm: 'the instance stays stopped, one volume grown and the other not',
    world: () => world({}, { quota: '150Gi' }),
    isHarmed: (its) => isToldToStop(its) && new Set(sizes(its)).size === 2,
  },
};

/** An instance that another user has stopped by hand. */
function stopped(): World {
  const its = world();
  change(its, { replicas: 0 });
  operate(its);
  return its;
}
