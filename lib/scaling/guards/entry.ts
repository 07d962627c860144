import { undoArgs } from '../../volumes/instance.ts';
import { oneLine } from '../../words/text.ts';
import { sourceOf } from '../gitops.ts';
import type { Guard } from './guard.ts';

/** What would undo the change, or keep it from having an effect. */
export const entry: Guard[] = [
  {
    name: 'unfinished-resize',
    prevents: 'changing the replicas in the middle of a resize, which restores the former number',
    kind: 'refusal',
    check: ({ scaled, name, namespace, record, context: { flags = [] } }) => {
      if (record === undefined) return undefined;
      const words = [...undoArgs(scaled.kind, name), '-n', namespace, ...flags].join(' ');
      return {
        reason:
          record === 'unreadable'
            ? `the record of a resize of this ${scaled.kind} cannot be read, so one may be unfinished`
            : `a resize of its volumes to ${oneLine(record.size)} is unfinished${record.goal === 'undo' ? ' and being undone' : ''}`,
        hint: `finish it first, or undo it: ${words}`,
      };
    },
  },
  {
    name: 'autoscaler',
    prevents: 'setting a number that an autoscaler puts back',
    kind: 'refusal',
    check: ({ scaled: { kind }, name, rollouts, context: { autoscalers = [] } }) => {
      const own = [{ kind, name }, ...rollouts];
      const found = autoscalers.find((one) =>
        own.some((it) => it.kind === one.kind && it.name === one.target),
      );
      return found
        ? {
            reason: `HorizontalPodAutoscaler ${found.name} scales ${found.kind} ${found.target}: it would put its own number back`,
            hint: 'set its minReplicas and maxReplicas instead, or delete it first',
          }
        : undefined;
    },
  },
  {
    name: 'operator-absent',
    prevents: 'setting a number that no operator applies',
    kind: 'overridable',
    check: ({ instance, context: { operators } }) =>
      instance && operators === 0
        ? {
            reason:
              'no pod of prometheus-operator is ready in any namespace (by its usual labels): nothing would happen',
            hint: 'start it; if it runs under other labels, run this with --accept operator-absent',
          }
        : undefined,
  },
  {
    name: 'operator-fails',
    prevents: 'setting a number that the operator cannot apply',
    kind: 'overridable',
    check: ({ scaled: { kind }, instance }) =>
      instance?.reconciled && !instance.reconciled.ok
        ? {
            reason: `the operator cannot reconcile the ${kind}: ${instance.reconciled.message || 'it gives no reason'}`,
            hint: 'correct that first; --accept operator-fails sets the number anyway',
          }
        : undefined,
  },
  {
    name: 'synced-replicas',
    prevents: 'having a GitOps controller put the former number back',
    kind: 'overridable',
    check: (observed) => {
      const source = sourceOf(observed);
      if (!source?.syncs) return undefined;
      const { kind } = observed.scaled;
      return {
        reason: source.owns
          ? `${source.text} set replicas of this ${kind} and is not an interactive client: a controller reverts them`
          : `${source.text} manages this ${kind}: its next sync reverts the replicas`,
        hint: 'suspend its sync if it has one, run this with --accept synced-replicas, commit the new number to its source (--values FILE), then resume the sync',
      };
    },
  },
];
