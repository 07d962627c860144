import { OPERATOR_LEASE } from '../../objects/names.ts';
import { type Lease, operatorLeases } from '../leases.ts';
import type { Evidence, Found, Operators } from './evidence.ts';

/** A lease that was not renewed for longer than this, in milliseconds, is nobody's, however much two clocks may differ. */
const SILENCE = 3_600_000;

/**
 * How it shows that no operator manages the hosts of a namespace; undefined where one does, or nobody can tell: a Deployment
 * says itself how many of its pods are ready, and a lease that its holder lets go of, or leaves alone for hours, is left.
 */
export function operatorDown(
  { operators, leases = [], readAt }: Operators,
  namespace: string,
): string | undefined {
  const away = operators.filter(({ ready }) => ready === 0);
  if (operators.length > 0 && away.length === operators.length)
    return away
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

/** That no operator works on a host, where that shows. */
export function operatorIsDown(
  ground: Evidence['operators'],
  { namespace }: { namespace: string },
): Found | undefined {
  const reason = ground && operatorDown(ground, namespace);
  if (reason === undefined) return undefined;
  const [operator] = ground?.operators ?? [];
  return {
    verdict: 'needs-work',
    summary: `the operator is not running: ${reason}`,
    next: {
      command: operator
        ? {
            words: ['kubectl', 'describe', 'deployment', operator.install.resource],
            namespace: operator.install.namespace,
          }
        : { words: ['kubectl', 'get', 'pods'], namespace: ground?.leases?.[0]?.namespace ?? namespace },
      advice: 'start it again; it then reconciles every host',
    },
  };
}

/** Whether nothing shows that an operator is there at all: neither a Deployment nor a lease. */
export const isUntold = ({ operators, leases = [] }: Operators, namespace: string): boolean =>
  operators.length === 0 && operatorLeases(leases, namespace).length === 0;

/** Whether an operator of this version leaves the image of a node alone that its Ironic still knows. */
export function keepsNodes(version: string | null): boolean {
  const [, major, minor] = /^v?(\d+)\.(\d+)\./.exec(version ?? '') ?? [];
  return major !== undefined && (Number(major) > 0 || Number(minor) >= 11);
}

const isSilent = ({ renewTime }: Lease, now: Date): boolean =>
  renewTime !== undefined && now.getTime() - Date.parse(renewTime) > SILENCE;

const named = (leases: readonly Lease[]): string =>
  leases.map(({ namespace }) => `the lease ${namespace}/${OPERATOR_LEASE}`).join(', ');
