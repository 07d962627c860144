import { names } from '../../objects/names.ts';
import { countText } from '../../words/text.ts';
import { costText } from '../cost.ts';
import { sourceOf } from '../gitops.ts';
import { claimsLeft, claimsReused } from '../state.ts';
import type { Guard } from './guard.ts';

/** Printed before a run; they stop nothing. */
export const warnings: Guard[] = [
  {
    name: 'full-servers',
    prevents: 'adding metrics servers to share the load: each one does all the work',
    kind: 'warning',
    check: (observed, { replicas }) =>
      observed.scaled.component === 'metrics' && replicas > observed.replicas
        ? {
            reason: `each replica is a dedicated server that scrapes everything and needs the full sizing: ${costText(observed, replicas)}`,
            hint: 'more replicas make it available, not faster; spec.shards divides the load',
          }
        : undefined,
  },
  {
    name: 'claims-stay',
    prevents: 'forgetting volumes that no replica uses any more',
    kind: 'warning',
    check: (observed, target) => {
      const left = claimsLeft(observed, target).map(({ claim }) => claim);
      return left.length > 0
        ? {
            reason: `${countText(left.length, 'claim')} ${left.length === 1 ? 'stays behind with its' : 'stay behind with their'} data: ${names(left)}`,
            hint: '"kubectl monitoring status" lists them; replicas that are added later use them again',
          }
        : undefined;
    },
  },
  {
    name: 'old-claims',
    prevents: 'being surprised by old data in new replicas',
    kind: 'warning',
    check: (observed, target) => {
      const reused = claimsReused(observed, target).map(({ claim }) => claim);
      return reused.length > 0
        ? {
            reason: `the new replicas use the claims of an earlier scale again, with their data and size: ${reused.map(({ name, size }) => `${name} (${size})`).join(', ')}`,
            hint: 'for empty volumes, delete these claims first',
          }
        : undefined;
    },
  },
  {
    name: 'silences-without-volume',
    prevents: 'losing silences that only one replica knows, and notifying again',
    kind: 'warning',
    check: (observed, { replicas: to }) => {
      const { scaled, namespace, replicas: from, instance, context } = observed;
      // The operator restarts every replica. Two or more pass on what they know, one after the other.
      const isAlone = from === 1 || to === 1;
      if (
        scaled.component !== 'alerts' ||
        !isAlone ||
        to === 0 ||
        from === 0 ||
        instance?.storage === 'template'
      )
        return undefined;
      const list = ['kubectl monitoring alert silence list', '-n', namespace, ...(context.flags ?? [])];
      return {
        reason:
          'its pods restart without a volume (spec.storage): silences are lost, and alerts that fire are notified again',
        hint: `note the silences first: ${list.join(' ')}`,
      };
    },
  },
  {
    name: 'released-replicas',
    prevents: 'having an upgrade put the former number back',
    kind: 'warning',
    check: (observed) => {
      const source = sourceOf(observed);
      return source && !source.syncs
        ? {
            reason: `${source.text} manages this ${observed.scaled.kind}: its next upgrade reverts the replicas`,
            hint: 'put the new number into its values (--values FILE)',
          }
        : undefined;
    },
  },
  {
    name: 'autoscalers-unreadable',
    prevents: 'overlooking an autoscaler that puts its own number back',
    kind: 'warning',
    check: ({ context: { autoscalers } }) =>
      autoscalers === undefined
        ? {
            reason:
              'HorizontalPodAutoscalers cannot be read, so it is unknown whether one puts its own number back',
            hint: 'ask for the right to list them, or check that there is none',
          }
        : undefined,
  },
];
