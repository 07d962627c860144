import type { Observed } from '../../../../lib/volumes/observed.ts';
import { world } from '../world/running.ts';
import { change, instanceOf, type World, write } from '../world/world.ts';
import type { Cases } from './case.ts';
import { isStopped, isTemplateBehind, isUnfinished } from './harms.ts';

const DENIED: Observed['context']['denied'] = {
  what: ['delete configmaps'],
  rule: '- verbs: [delete]',
};

/** The operator is well again, and does what it is told. */
const recovered = (its: World): void => {
  its.operating = true;
};

/** The source applies what it has, as it had it. */
export const sync = (its: World): void =>
  change(its, {
    replicas: 2,
    storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: its.source } } } } },
  });

/** What stands while a guard of `context` or `rights` is left out. */
export const contextCases: Cases = {
  'not-reconciled': {
    harm: 'the instance stops whenever its operator comes to it again, and does not start again',
    world: () => {
      const its = world({}, { operating: false });
      write(its, instanceOf(its), {
        status: { conditions: [{ type: 'Reconciled', status: 'False', observedGeneration: 1 }] },
      });
      return its;
    },
    afterwards: recovered,
    isHarmed: isStopped,
  },
  'operator-not-seen': {
    harm: 'the instance stops as soon as its operator is started, and does not start again',
    world: () => world({}, { operating: false, context: { operators: 0 } }),
    afterwards: recovered,
    isHarmed: isStopped,
  },
  gitops: {
    harm: 'the template gets its old size again, and is behind its claims',
    world: () => world({ metadata: { labels: { 'kustomize.toolkit.fluxcd.io/name': 'monitoring-system' } } }),
    afterwards: sync,
    isHarmed: isTemplateBehind,
  },
  'missing-rights': {
    harm: 'the run cannot end: its record stays and stands against every other',
    world: () => world({}, { context: { denied: DENIED } }),
    options: { may: ({ kind }) => kind !== 'delete' },
    isHarmed: isUnfinished,
  },
};
