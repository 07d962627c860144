import { sourceOf } from '../gitops.ts';
import type { Guard } from './guard.ts';

/** What must be so around the instance for a resize to be begun: who acts on it, and who acts against it. */
export const around: Guard[] = [
  {
    name: 'not-reconciled',
    protects: 'an instance whose operator does not follow it: what is stopped would stay stopped',
    kind: 'refusal',
    check: ({ component, instance: { reconciled, generation } }) => {
      if (reconciled === undefined || (reconciled.ok && reconciled.generation >= generation))
        return undefined;
      return {
        reason: reconciled.ok
          ? `the operator has not reconciled the ${component.kind} as it is (it saw generation ${reconciled.generation} of ${generation})`
          : `the operator can not reconcile the ${component.kind}: ${reconciled.message || 'it does not say why'}`,
        mend: 'see that prometheus-operator runs and what it logs, then run this again',
      };
    },
  },
  {
    name: 'operator-not-seen',
    protects: 'an instance without a running operator: what is stopped would stay stopped',
    kind: 'judgement',
    check: ({ surroundings: { operators } }) =>
      operators === 0
        ? {
            reason: 'no pod of prometheus-operator is ready anywhere (by its usual labels)',
            mend: 'start it; if it runs under other labels, --accept operator-not-seen goes on',
          }
        : undefined,
  },
  {
    name: 'gitops',
    protects: 'a run from a source that puts replicas, pause and template back in the middle of it',
    kind: 'judgement',
    check: (observed, aim) => {
      const source = sourceOf(observed, aim);
      if (!source?.syncs) return undefined;
      const { kind } = observed.component;
      return {
        reason: source.owns
          ? `${source.text} has set ${new Intl.ListFormat('en').format(source.owns)} of this ${kind}, and is no client that people run: a controller puts them back in the middle of the run, or after it`
          : `${source.text} manages this ${kind}: a sync in the middle of the run reverts replicas, pause and template, and one after it the template`,
        mend: 'suspend its sync if it has one, run this with --accept gitops, commit the new size to its source (--values FILE), resume the sync last',
      };
    },
  },
];
