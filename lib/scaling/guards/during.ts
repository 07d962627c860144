import { otherWriter } from '../state.ts';
import type { Guard } from './guard.ts';

/** While this holds, nothing is written. */
export const untouchable: Guard[] = [
  {
    name: 'deleting',
    prevents: 'writing to an instance that is being deleted',
    kind: 'refusal',
    check: ({ scaled, deleting }) =>
      deleting
        ? {
            reason: `the ${scaled.kind} is being deleted`,
            hint: 'wait for the deletion to finish',
          }
        : undefined,
  },
];

/** What keeps the number from taking effect: checked while the run waits, too. */
export const during: Guard[] = [
  {
    name: 'ignored-by-operator',
    prevents: 'setting a number that a paused operator ignores',
    kind: 'refusal',
    check: ({ scaled, instance }) =>
      instance?.paused
        ? {
            reason: `the ${scaled.kind} is paused (spec.paused): the operator ignores the change`,
            hint: 'ask who paused it, set spec.paused to false, then run this again',
          }
        : undefined,
  },
  {
    name: 'number-overwritten',
    prevents: 'fighting with another writer over the number of replicas',
    kind: 'refusal',
    check: (observed, { replicas }) =>
      observed.written && observed.replicas !== replicas
        ? {
            reason: `${otherWriter(observed) ?? 'another client'} set replicas to ${observed.replicas} after this run had set ${replicas}`,
            hint: 'find out why: a GitOps source, an autoscaler or another user; then run this again',
          }
        : undefined,
  },
];
