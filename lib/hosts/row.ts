import { PROVISIONED } from '../objects/names.ts';
import { masked } from '../words/masked.ts';
import { decide, decideUndo } from './decide.ts';
import { fleetActionOf } from './fleet.ts';
import type { HostObject } from './host.ts';
import { isTroubled, type Observed, observed, pauseOf } from './observed.ts';
import type { Goal } from './record.ts';
import { reenrollmentOf } from './reenroll/record.ts';
import { hasLostStatus, isAtRisk } from './risk.ts';

/** A host in the output of `list`. */
export interface HostRow {
  name: string;
  namespace: string;
  state: string;
  error: string;
  errorCount: number;
  message: string;
  /** Empty if the host is not paused, `repair` or `undo` for an unfinished run, otherwise the value of the pause. */
  paused: string;
  /** The image address in the spec, credentials masked. */
  address: string;
  /** What `repair` would do: `ok`, `repair`, `go on`, `at risk`, `verify`, `lost`, `moved`, `refused` or `unknown`; `deleted` if the host is gone. */
  verdict: string;
  /** Why, if the rest does not show it: for a refusal, the guards. */
  reason: string;
}

/** The row of a host, decided from the host alone; its context is not read. */
export function hostRow(object: HostObject, group: string): HostRow {
  const observation = observed(object, group, { cluster: undefined });
  const { host } = observation;
  const { verdict, reason } = verdictOf(observation);
  return {
    name: host.name,
    namespace: host.namespace,
    state: host.state ?? '',
    error: host.errorType ?? '',
    errorCount: host.errorCount ?? 0,
    message: masked(host.errorMessage ?? ''),
    paused: { none: '', ours: goalOf(observation), foreign: host.paused || 'yes' }[pauseOf(observation)],
    address: masked(host.image?.url ?? ''),
    verdict,
    reason,
  };
}

/** The row of a deleted host. */
export const deletedRow = (row: HostRow): HostRow => ({ ...row, verdict: 'deleted', reason: '' });

function verdictOf(observation: Observed): { verdict: string; reason: string } {
  const { host, record } = observation;
  if (reenrollmentOf(host) !== undefined)
    return { verdict: host.state === PROVISIONED ? 'go on' : 'lost', reason: 'reenroll' };
  if (hasLostStatus(observation)) return { verdict: 'moved', reason: 'lost-status' };
  if (!isTroubled(observation)) return { verdict: 'ok', reason: '' };
  const decision = decisionOf(observation);
  switch (decision.kind) {
    case 'healthy':
    case 'nothing':
      return { verdict: 'ok', reason: '' };
    case 'unknown':
      return { verdict: 'unknown', reason: 'errors counted, none now' };
    case 'on-target':
      return { verdict: 'verify', reason: 'new address, old error' };
    case 'repair':
      return { verdict: fleetActionOf(decision.why), reason: decision.why };
    case 'undo':
      return { verdict: 'go on', reason: 'unfinished' };
    case 'refuse':
      return {
        verdict:
          record === undefined && !host.deleting && isAtRisk(host)
            ? 'at risk'
            : record !== undefined && host.state !== PROVISIONED
              ? 'lost'
              : 'refused',
        reason: decision.refusals.map(({ guard }) => guard).join(', '),
      };
  }
}

/** What `undo` would decide for an unfinished undo, and `repair` for any other host. */
const decisionOf = (observation: Observed) =>
  goalOf(observation) === 'undo'
    ? decideUndo(observation, { accepted: new Set() })
    : decide(observation, { accepted: new Set(), preventive: false, order: 'documented' });

const goalOf = ({ record }: Observed): Goal => (typeof record === 'object' ? record.goal : 'repair');
