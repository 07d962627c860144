import { OPERATOR_LEASE } from '../../objects/names.ts';
import type { Host } from '../host.ts';
import { type Lease, operatorLeases } from '../leases.ts';
import type { Evidence, Found, Operators } from './evidence.ts';

/** A lease that was not renewed for longer than this, in milliseconds, is abandoned, however much two clocks may differ. */
const SILENCE = 3_600_000;

/**
 * Why no operator manages the hosts of a namespace; undefined if one does or that is unknown. A Deployment reports its ready
 * pods; a lease that its holder released, or has not renewed for hours, is abandoned.
 */
export function operatorDown(
  { operators, leases = [], readAt }: Operators,
  namespace: string,
): string | undefined {
  const down = operators.filter(({ ready }) => ready === 0);
  if (operators.length > 0 && down.length === operators.length)
    return down
      .map(({ install: { namespace: at, resource }, wanted }) =>
        wanted === 0
          ? `Deployment ${at}/${resource} is scaled to 0`
          : `no pod of Deployment ${at}/${resource} is ready`,
      )
      .join(', ');
  const held = operatorLeases(leases, namespace);
  if (held.length > 0 && held.every((lease) => isSilent(lease, readAt)))
    return `${named(held)} has not been renewed for more than an hour`;
  const isLeft = operators.length === 0 && leases.length > 0 && held.length === 0;
  return isLeft ? `no operator holds ${named(leases)}` : undefined;
}

/** The finding that no operator manages a host, if there is evidence for it. */
export function operatorIsDown(
  operators: Evidence['operators'],
  { namespace, errorType }: Pick<Host, 'namespace' | 'errorType'>,
): Found | undefined {
  const reason = operators && operatorDown(operators, namespace);
  if (reason === undefined) return undefined;
  const [operator] = operators?.operators ?? [];
  return {
    verdict: errorType === undefined ? 'blocked' : 'degraded',
    summary: `the operator is not running: ${reason}`,
    next: {
      command: operator
        ? {
            words: ['kubectl', 'describe', 'deployment', operator.install.resource],
            namespace: operator.install.namespace,
          }
        : { words: ['kubectl', 'get', 'pods'], namespace: operators?.leases?.[0]?.namespace ?? namespace },
      advice: 'start it again; it then reconciles every host',
    },
  };
}

/** Whether there is no sign of an operator: neither a Deployment nor a held lease. */
export const isUnknown = ({ operators, leases = [] }: Operators, namespace: string): boolean =>
  operators.length === 0 && operatorLeases(leases, namespace).length === 0;

/** Whether an operator of this version keeps the image of a node that its Ironic still knows. */
export function keepsNodes(version: string | null): boolean {
  const [, major, minor] = /^v?(\d+)\.(\d+)\./.exec(version ?? '') ?? [];
  return major !== undefined && (Number(major) > 0 || Number(minor) >= 11);
}

const isSilent = ({ renewTime }: Lease, now: Date): boolean =>
  renewTime !== undefined && now.getTime() - Date.parse(renewTime) > SILENCE;

const named = (leases: readonly Lease[]): string =>
  leases.map(({ namespace }) => `the lease ${namespace}/${OPERATOR_LEASE}`).join(', ');
