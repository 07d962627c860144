import type { Block, InstanceState, Workload } from '../block.ts';
import {
  type Check,
  describing,
  describingTrouble,
  fixing,
  ofInstances,
  ofParts,
  ofWorkloads,
  type Problem,
  patching,
  podsText,
  scaling,
} from './finding.ts';
import { ownerOf, resuming } from './resizing.ts';
import { doesOverlap } from './upkeep.ts';
import { watchdog } from './watchdog.ts';

/** Checks of what prevents alerts, and of what else is down. */
export const down: Check[] = [
  // A replica of every metrics server is ready (§1).
  ofInstances(
    'metrics-down',
    'critical',
    (instance, block) =>
      instance.component === 'metrics' && outage(instance, block, 'nothing is measured and no alert fires'),
  ),
  // A replica of every alert manager is ready (§1).
  ofInstances(
    'alerts-down',
    'critical',
    (instance, block) =>
      instance.component === 'alerts' && outage(instance, block, 'no alert notifications are sent'),
  ),
  ...watchdog,
  // The operator runs (§8).
  ofWorkloads(
    'operator-down',
    'warning',
    (operator, block) =>
      isOperatorDown(operator, block) && {
        message: `${operator.wanted === 0 ? 'it is scaled to 0' : notReady(operator)}: no change to the block takes effect`,
        ...describingOrScaling(operator),
      },
  ),
  // Every replica of every part is ready (§8).
  ofParts('replica-down', 'warning', (it, block) => {
    const isReported = 'part' in it ? isOperatorDown(it, block) : isBlind(it);
    if (isReported || !isLacking(it)) return false;
    return {
      message: notReady(it),
      ...('part' in it ? describingOrScaling(it) : { next: describingTrouble(it) }),
    };
  }),
  // The node exporter runs on every node (§8).
  ofWorkloads('node-exporter-missing', 'warning', (workload, { workloads, nodes }) => {
    const exporters = workloads.filter(({ part, kind }) => part === 'node-exporter' && kind === 'DaemonSet');
    const covered = exporters.reduce((sum, { wanted }) => sum + wanted, 0);
    // Reported only for the first DaemonSet.
    if (workload !== exporters[0] || nodes === undefined || covered >= nodes) return false;
    return {
      message: `it covers ${covered} of ${nodes} nodes: the others are not measured`,
      next: describing(workload),
      hint: 'its node selector, affinity or tolerations exclude nodes',
    };
  }),
  // The operator reconciles every instance.
  ofInstances(
    'complaint',
    'warning',
    (instance) =>
      instance.complaint !== undefined && {
        message: `the operator could not reconcile it: ${instance.complaint}`,
        next: describing(instance),
      },
  ),
];

/** Whether an instance that alerts depend on has no ready replica. */
const isBlind = ({ component, ready, wanted }: InstanceState): boolean =>
  (component === 'metrics' || component === 'alerts') && (ready === 0 || wanted === 0);

/** The problem of an instance without ready replicas; undefined if one is ready. */
function outage(instance: InstanceState, block: Block, meaning: string): Problem | undefined {
  const { resize, troubles, wanted } = instance;
  if (!isBlind(instance)) return undefined;
  if (wanted > 0) {
    const why = troubles.length > 0 ? podsText(troubles) : 'it has no pods';
    const none = wanted === 1 ? 'its only replica is not ready' : `none of its ${wanted} replicas is ready`;
    return { message: `${none}, so ${meaning}: ${why}`, next: describingTrouble(instance) };
  }
  const message = `it is scaled to 0: ${meaning}`;
  if (typeof resize === 'object')
    return { message, next: resuming(instance, resize), hint: 'an unfinished resize has stopped it' };
  const replicas = replicasBefore(block, instance);
  return {
    message,
    hint: replicas > 1 ? `it has volumes for ${replicas} replicas` : undefined,
    ...fixing(instance, {
      next: patching(instance, { replicas }),
      there: `restore its replicas${replicas > 1 ? ` (it has volumes for ${replicas})` : ''}`,
    }),
  };
}

/** The number of replicas it has volumes for: a claim's name ends in its replica's ordinal. */
const replicasBefore = (block: Block, instance: InstanceState): number =>
  block.volumes
    .filter((volume) => ownerOf(block, volume) === instance)
    .reduce((most, { claim }) => Math.max(most, Number(/\d+$/.exec(claim.name)?.[0] ?? 0) + 1), 1);

/** Whether an operator has no ready pod; one scaled to 0 is fine if another one does its work. */
const isOperatorDown = (workload: Workload, { workloads }: Block): boolean =>
  workload.part === 'operator' &&
  (workload.ready === 0 || workload.wanted === 0) &&
  (workload.wanted > 0 ||
    !workloads.some(
      (other) => other.part === 'operator' && other.wanted > 0 && doesOverlap(other, workload),
    ));

/** Whether replicas are missing. 0 desired replicas are fine for a DaemonSet without nodes, and for a replaced operator. */
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

const describingOrScaling = (workload: Workload): Pick<Problem, 'next' | 'hint'> =>
  workload.wanted === 0
    ? fixing(workload, { next: scaling(workload, 1), there: 'set its replicas' })
    : { next: describingTrouble(workload) };
