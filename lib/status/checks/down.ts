import type { Block, InstanceState, Workload } from '../block.ts';
import type { Check, Found } from '../finding.ts';
import { isBlind } from './blind.ts';
import { describing, lookingAt, mended, ofInstance, ofWorkload, podsText, scaling } from './found.ts';
import { doesOverlap } from './operators.ts';

/** What is down, though people are still told of alerts. */
export const down: Check[] = [
  {
    // The operator runs (§8).
    name: 'operator-down',
    find: (block) =>
      block.workloads
        .filter((workload) => isOperatorDown(workload, block))
        .map((operator) =>
          ofWorkload(operator, {
            harm: 'down',
            text: `${operator.wanted === 0 ? 'it is scaled to 0' : notReady(operator)}: no change of the block takes effect`,
            ...lookingOrScaling(operator),
          }),
        ),
  },
  {
    // Every replica of every part is ready (§8).
    name: 'replica-down',
    find: (block) => [
      ...block.instances
        .filter((instance) => !isBlind(instance) && isLacking(instance))
        .map((instance) =>
          ofInstance(instance, {
            harm: 'down',
            text: notReady(instance),
            command: lookingAt(instance.troubles, instance),
          }),
        ),
      ...block.workloads
        .filter((workload) => !isOperatorDown(workload, block) && isLacking(workload))
        .map((workload) =>
          ofWorkload(workload, { harm: 'down', text: notReady(workload), ...lookingOrScaling(workload) }),
        ),
    ],
  },
  {
    // The node exporter runs on every node (§8).
    name: 'node-exporter-missing',
    find: ({ workloads, nodes }) => {
      const exporters = workloads.filter(
        ({ part, kind }) => part === 'node-exporter' && kind === 'DaemonSet',
      );
      const [first] = exporters;
      const covered = exporters.reduce((sum, { wanted }) => sum + wanted, 0);
      if (!first || nodes === undefined || covered >= nodes) return [];
      return [
        ofWorkload(first, {
          harm: 'down',
          text: `it is to run on ${covered} of ${nodes} nodes: nothing is measured of the others`,
          command: describing('daemonset', first.name, first.namespace),
          advice: 'its node selector, affinity or tolerations leave nodes out',
        }),
      ];
    },
  },
  {
    // The operator is content with every instance.
    name: 'complaint',
    find: ({ instances }) =>
      instances.flatMap((instance) => {
        const { kind, namespace, name, complaint } = instance;
        return complaint === undefined
          ? []
          : ofInstance(instance, {
              harm: 'down',
              text: `the operator could not bring it about: ${complaint}`,
              command: describing(kind, name, namespace),
            });
      }),
  },
];

/** Whether no pod of an operator is ready; one that is scaled to 0 is not missed where another does its work. */
const isOperatorDown = (workload: Workload, { workloads }: Block): boolean =>
  workload.part === 'operator' &&
  (workload.ready === 0 || workload.wanted === 0) &&
  (workload.wanted > 0 ||
    !workloads.some(
      (other) => other.part === 'operator' && other.wanted > 0 && doesOverlap(other, workload),
    ));

/** Whether replicas are missing; where none is asked for, a DaemonSet has no node, and an operator another that works. */
const isLacking = (it: InstanceState | Workload): boolean =>
  (it.ready !== undefined && it.ready < it.wanted) ||
  it.troubles.length > 0 ||
  (it.wanted === 0 &&
    it.kind !== 'DaemonSet' &&
    !('daemon' in it) &&
    !('part' in it && it.part === 'operator'));

function notReady({ ready, wanted, troubles }: InstanceState | Workload): string {
  if (wanted === 0 && troubles.length === 0) return 'it is scaled to 0';
  const why = troubles.length > 0 ? `not ready: ${podsText(troubles)}` : 'pods are missing';
  return ready === undefined
    ? why
    : `${ready} of ${wanted} replicas ${ready === 1 ? 'is' : 'are'} ready; ${why}`;
}

const lookingOrScaling = (workload: Workload): Pick<Found, 'command'> & { advice?: string } =>
  workload.wanted === 0
    ? mended(workload, { mend: scaling(workload, 1), there: 'set its replicas' })
    : { command: lookingAt(workload.troubles, workload) };
