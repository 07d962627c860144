import { PROVISIONED } from '../objects/names.ts';
import { masked } from '../words/masked.ts';
import { decide, decideUndo } from './decide.ts';
import { type HostObject, isUnwanted } from './host.ts';
import { isTroubled, type Observed, observed, pauseOf } from './observed.ts';
import type { Goal } from './record.ts';
import { reenrollmentOf } from './reenroll/record.ts';
import { hasLostStatus } from './risk.ts';

/** What a list shows of a host. */
export interface HostRow {
  name: string;
  namespace: string;
  state: string;
  error: string;
  errorCount: number;
  message: string;
  /** Whose pause the host is under: empty, `repair` or `undo` for an unfinished run of this tool, or the pause's value. */
  paused: string;
  /** The image address in the spec, credentials masked. */
  address: string;
  /** What `repair` would do: `ok`, `repair`, `go on`, `at risk`, `verify`, `lost`, `moved`, `refused` or `unknown`; `deleted` where the host is gone. */
  verdict: string;
  /** Why, where it is not plain from the rest: the guards that refuse. */
  reason: string;
}

/** A host as a list shows it, judged by its own record alone: what stands around it is not read. */
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

/** A host that is gone, as it last was. */
export const deletedRow = (row: HostRow): HostRow => ({ ...row, verdict: 'deleted', reason: '' });

const VERDICTS = {
  error: 'repair',
  preventive: 'repair',
  unfinished: 'go on',
  'urls-differ': 'at risk',
  'method-differs': 'at risk',
} as const;

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
      return { verdict: VERDICTS[decision.why], reason: decision.why };
    case 'undo':
      return { verdict: 'go on', reason: 'unfinished' };
    case 'refuse':
      return {
        verdict: isAtRisk(observation)
          ? 'at risk'
          : record !== undefined && host.state !== PROVISIONED
            ? 'lost'
            : 'refused',
        reason: decision.refusals.map(({ guard }) => guard).join(', '),
      };
  }
}

/** Whether the operator wipes a host that no repair helps, as soon as it looks at it. */
const isAtRisk = ({ host, record }: Observed): boolean =>
  record === undefined &&
  host.paused === undefined &&
  host.state === PROVISIONED &&
  !host.deleting &&
  isUnwanted(host);

/** What the command of an unfinished run's goal would decide. */
const decisionOf = (observation: Observed) =>
  goalOf(observation) === 'undo'
    ? decideUndo(observation, { accepted: new Set() })
    : decide(observation, { accepted: new Set(), preventive: false, order: 'documented' });

const goalOf = ({ record }: Observed): Goal => (typeof record === 'object' ? record.goal : 'repair');
