import { COMPONENTS, instanceLabels } from '../../objects/components.ts';
import { versionText } from '../../versions/install.ts';
import { type Block, DOCUMENTED, PARTS, UI_VALUES, type Workload } from '../block.ts';
import {
  type Check,
  describing,
  type Found,
  fixing,
  ofInstances,
  ofWorkloads,
  patching,
  scaling,
} from './finding.ts';

/** The scaling rules of §8 that are not about readiness, and what to know before changing the block. */
export const upkeep: Check[] = [
  // Only one operator manages a namespace, with one replica (§8).
  ofWorkloads('two-operators', 'warning', (operator, { workloads }) => {
    const operators = workloads.filter(({ part, wanted }) => part === 'operator' && wanted > 0);
    if (!operators.includes(operator)) return false;
    const crowd = {
      message: `the operator has ${operator.wanted} replicas, which fight over the same resources`,
      ...fixing(operator, { next: scaling(operator, 1), there: 'set its replicas to 1' }),
    };
    const rivals = operators
      .slice(0, operators.indexOf(operator))
      .filter((other) => doesOverlap(operator, other))
      .map((other) => ({
        message: `it manages ${commonScope(operator, other)}, and so does the operator ${other.namespace}/${other.name}: they fight over the same resources`,
        next: describing(operator),
        hint: 'keep one of the two, or separate them with --namespaces',
      }));
    return [...(operator.wanted > 1 ? [crowd] : []), ...rivals];
  }),
  // A dashboard UI with a claim has one replica (§8).
  ofWorkloads(
    'ui-persistence',
    'warning',
    (ui) =>
      ui.part === 'ui' &&
      isPersistent(ui) &&
      ui.wanted > 1 && {
        message:
          ui.claim === undefined
            ? `each of its ${ui.wanted} replicas has its own claim, so what is saved at one is missing at the others: with persistence, run one replica`
            : `${ui.wanted} replicas share the claim ${ui.claim}: with persistence, run one replica`,
        hint: 'without persistence, it may have several; an external database is better than either',
        ...fixing(ui, {
          next: scaling(ui, 1),
          there: `set one replica or disable persistence (${UI_VALUES.replicas}, ${UI_VALUES.persistence} in the chart's values)`,
        }),
      },
  ),
  // Cluster-state metrics have one replica, unless they are sharded (§8).
  ofWorkloads(
    'cluster-state-replicas',
    'warning',
    (workload) =>
      workload.part === 'cluster-state' &&
      workload.wanted > 1 &&
      !workload.sharded && {
        message: `it has ${workload.wanted} replicas without sharding: every series exists ${workload.wanted} times`,
        ...fixing(workload, { next: scaling(workload, 1), there: 'set its replicas to 1' }),
      },
  ),
  // A dashboard UI without a claim has two replicas (§8).
  ofWorkloads(
    'single-replica-ui',
    'info',
    (ui) =>
      ui.part === 'ui' &&
      !isPersistent(ui) &&
      ui.wanted === 1 && {
        message: 'it has one replica: there is no UI while its pod is rescheduled',
        ...fixing(ui, {
          next: scaling(ui, 2),
          there: `set two replicas (${UI_VALUES.replicas} in the chart's values)`,
        }),
      },
  ),
  // No instance is paused, unless a resize is in progress (§4.C).
  ofInstances(
    'paused',
    'warning',
    (instance) =>
      instance.paused &&
      instance.resize === undefined && {
        message: 'it is paused: the operator ignores it, and no change to it takes effect',
        hint: 'ask the user who paused it whether that is still needed',
        ...fixing(instance, {
          next: patching(instance, { paused: false }),
          there: 'set spec.paused to false',
        }),
      },
  ),
  // All pods of an instance run the same version (§9).
  ofInstances('mixed-versions', 'info', ({ component, namespace, name, versions }) => {
    if (versions.length < 2) return false;
    const labels = Object.entries(instanceLabels(COMPONENTS[component], name));
    const selector = labels.map((label) => label.join('=')).join(',');
    return {
      message: `its pods run ${versions.map(versionText).join(' and ')}: an upgrade is in progress or has stalled`,
      next: { words: ['kubectl', 'get', 'pods', '-l', selector], namespace },
    };
  }),
  {
    // The block can be upgraded on this server without known problems (§9).
    name: 'upgrade-issue',
    find: ({ upgradeIssue, namespace = '' }) =>
      upgradeIssue === undefined
        ? []
        : [
            {
              severity: 'info',
              kind: undefined,
              namespace,
              name: 'upgrade',
              message: upgradeIssue,
              next: { words: ['kubectl', 'monitoring', 'version'], namespace: '' },
            },
          ],
  },
  {
    // The block has all its parts (§8).
    name: 'not-installed',
    find: (block) => DOCUMENTED.filter((part) => isMissing(part, block)).map((part) => missing(part, block)),
  },
];

/** Whether a part is missing; for an empty block, that is reported once, not per part. */
function isMissing(part: (typeof DOCUMENTED)[number], { workloads, instances, unread }: Block): boolean {
  const isHidden = unread.some(({ hides = [] }) => hides.includes(part));
  const parts = new Set([...workloads.map((each) => each.part), ...instances.map((each) => each.component)]);
  return parts.size > 0 && !isHidden && !parts.has(part);
}

function missing(part: (typeof DOCUMENTED)[number], { namespace }: Block): Found {
  // Operators are searched for in all namespaces.
  const isEverywhere = namespace === undefined || part === 'operator';
  return {
    severity: 'info',
    kind: undefined,
    namespace: namespace ?? '',
    name: PARTS[part],
    message: isEverywhere ? 'it was not found' : `it was not found in namespace ${namespace}`,
    next: {
      words: ['kubectl', 'monitoring', ...(isEverywhere ? ['version'] : ['status', '-A'])],
      namespace: '',
    },
  };
}

const isPersistent = ({ claim, ownClaims }: Workload): boolean => claim !== undefined || ownClaims === true;

/** Whether two operators manage the same namespace. */
export const doesOverlap = (one: Workload, other: Workload): boolean =>
  one.scope.length === 0 || other.scope.length === 0 || one.scope.some((name) => other.scope.includes(name));

/** The namespaces that two operators have in common. */
function commonScope(one: Workload, other: Workload): string {
  if (one.scope.length === 0 && other.scope.length === 0) return 'all namespaces';
  const [narrow, wide] = one.scope.length === 0 ? [other, one] : [one, other];
  const common = narrow.scope.filter((name) => wide.scope.length === 0 || wide.scope.includes(name));
  return `${common.length === 1 ? 'namespace' : 'namespaces'} ${common.join(', ')}`;
}
