import type { Block, Workload } from '../block.ts';
import type { Check, Found } from '../finding.ts';
import { UI_VALUES } from '../parts.ts';
import { describing, mended, ofWorkload, scaling } from './found.ts';
import { commonScope, doesOverlap } from './operators.ts';

/** The scaling rules of §8 that are not about what is ready. */
export const replicas: Check[] = [
  {
    // One operator alone acts on a namespace, with one replica (§8).
    name: 'two-operators',
    find: (block) => [...crowded(block), ...rivals(block)],
  },
  {
    // A dashboard UI that keeps its data on a claim has one replica (§8).
    name: 'ui-persistence',
    find: ({ workloads }) =>
      workloads
        .filter((ui) => ui.part === 'ui' && isPersistent(ui) && ui.wanted > 1)
        .map((ui) =>
          ofWorkload(ui, {
            harm: 'risk',
            text:
              ui.claim === undefined
                ? `each of its ${ui.wanted} replicas has a claim of its own, so what is saved at one is not seen at the others: with persistence there may be one alone`
                : `${ui.wanted} replicas share the claim ${ui.claim}: with persistence there may be one alone`,
            advice: 'without persistence it may have several; an external database is better than either',
            ...mended(ui, {
              mend: scaling(ui, 1),
              there: `give it one replica or no persistence (${UI_VALUES.replicas}, ${UI_VALUES.persistence} in a chart's values)`,
            }),
          }),
        ),
  },
  {
    // Cluster-state metrics have one replica, unless the replicas share the objects (§8).
    name: 'cluster-state-replicas',
    find: ({ workloads }) =>
      workloads
        .filter(({ part, wanted, sharded }) => part === 'cluster-state' && wanted > 1 && !sharded)
        .map((workload) =>
          ofWorkload(workload, {
            harm: 'risk',
            text: `it has ${workload.wanted} replicas without shards: every series is there ${workload.wanted} times`,
            ...mended(workload, { mend: scaling(workload, 1), there: 'set its replicas to 1' }),
          }),
        ),
  },
  {
    // A dashboard UI without a claim has two replicas (§8).
    name: 'single-replica-ui',
    find: ({ workloads }) =>
      workloads
        .filter((ui) => ui.part === 'ui' && !isPersistent(ui) && ui.wanted === 1)
        .map((ui) =>
          ofWorkload(ui, {
            harm: 'notice',
            text: 'it has one replica: there is no UI while that one is moved',
            ...mended(ui, {
              mend: scaling(ui, 2),
              there: `give it two replicas (${UI_VALUES.replicas} in a chart's values)`,
            }),
          }),
        ),
  },
];

const isPersistent = ({ claim, ownClaims }: Workload): boolean => claim !== undefined || ownClaims === true;

const operatorsOf = ({ workloads }: Block): Workload[] =>
  workloads.filter(({ part, wanted }) => part === 'operator' && wanted > 0);

/** Operators with more than one replica. */
const crowded = (block: Block): Found[] =>
  operatorsOf(block)
    .filter(({ wanted }) => wanted > 1)
    .map((operator) =>
      ofWorkload(operator, {
        harm: 'risk',
        text: `the operator has ${operator.wanted} replicas, which fight over the same resources`,
        ...mended(operator, { mend: scaling(operator, 1), there: 'set its replicas to 1' }),
      }),
    );

/** Operators that act where one listed before them does. */
const rivals = (block: Block): Found[] =>
  operatorsOf(block).flatMap((operator, at, operators) =>
    operators
      .slice(0, at)
      .filter((other) => doesOverlap(operator, other))
      .map((other) =>
        ofWorkload(operator, {
          harm: 'risk',
          text: `it acts on ${commonScope(operator, other)} beside the operator ${other.namespace}/${other.name}: they fight over the same resources`,
          command: describing(operator.kind, operator.name, operator.namespace),
          advice: 'keep one of the two, or keep them apart by --namespaces',
        }),
      ),
  );
