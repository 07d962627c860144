import { PROVISIONED } from '../objects/names.ts';
import { masked } from '../words/masked.ts';
import type { Verdict } from '../words/verdict.ts';
import { decide, decideUndo, PLAIN_OPTIONS, type Reason } from './decide.ts';
import type { Host, HostObject } from './host.ts';
import { isTroubled, type Observed, observed, pauseOf } from './observed.ts';
import type { Goal } from './record.ts';
import { reenrollmentOf } from './reenroll/record.ts';
import { hasLostStatus, isAtRisk } from './risk.ts';

/** A host in the output of `list`. */
export interface HostRow {
  metadata: { name: string; namespace: string; creationTimestamp: string; labels: Record<string, string> };
  /** What `repair` would find. */
  verdict: Verdict;
  /** Why: the error, `unfinished-` and the command that is, or the guards that refuse; empty where nothing is wrong. */
  reason: string;
  state: string;
  errorType: string;
  errorCount: number;
  /** The operator's error message, credentials masked. */
  error: string;
  /** Whose pause the host is under: empty, `repair` or `undo` for an unfinished run of this tool, or the pause's value. */
  paused: string;
  /** The image address in the spec, credentials masked. */
  address: string;
}

/** The row of a host, decided from the host alone; its context is not read. */
export function hostRow(object: HostObject, group: string): HostRow {
  const observation = observed(object, group, { cluster: undefined });
  const { host } = observation;
  const { verdict, reason } = verdictOf(observation);
  return {
    metadata: {
      name: host.name,
      namespace: host.namespace,
      creationTimestamp: host.created ?? '',
      labels: host.labels,
    },
    verdict,
    reason,
    state: host.state ?? '',
    errorType: host.errorType ?? '',
    errorCount: host.errorCount ?? 0,
    error: masked(host.errorMessage ?? ''),
    paused: { none: '', ours: goalOf(observation), foreign: host.paused || 'yes' }[pauseOf(observation)],
    address: masked(host.image?.url ?? ''),
  };
}

/** Whether a run of this tool on the host is unfinished and can be resumed. */
export const isResumable = ({ verdict, reason }: Pick<HostRow, 'verdict' | 'reason'>): boolean =>
  verdict === 'in-progress' && reason.startsWith(UNFINISHED);

const UNFINISHED = 'unfinished-';
const REENROLL = `${UNFINISHED}reenroll`;

/** Names of hosts in one command; more are selected by their state. */
const MOST_NAMES = 20;

/** The commands of `kubectl bmh` that finish unfinished runs: one for each namespace and kind of run, or host to enroll again. */
export function finishing(
  rows: readonly Pick<HostRow, 'metadata' | 'reason'>[],
): { words: string[]; namespace: string; count: number }[] {
  const groups = Map.groupBy(rows, ({ metadata: { name, namespace }, reason }) =>
    [namespace, reason, ...(reason === REENROLL ? [name] : [])].join('/'),
  );
  return [...groups.values()].map((those) => {
    const [{ metadata, reason }] = those as [(typeof those)[number]];
    const command = reason.slice(UNFINISHED.length);
    const names = those.map(({ metadata: { name } }) => name);
    const hosts = command === 'repair' && names.length > MOST_NAMES ? ['--all'] : names;
    return { words: [command, ...hosts], namespace: metadata.namespace, count: those.length };
  });
}

/** A host that is gone, as it last was. */
export const deletedRow = (row: HostRow): HostRow => ({ ...row, verdict: 'unknown', reason: 'deleted' });

const VERDICTS = {
  error: 'degraded',
  preventive: 'degraded',
  unfinished: 'in-progress',
  'urls-differ': 'at-risk',
  'method-differs': 'at-risk',
} as const;

function reasonOf(why: Reason, { errorType = '' }: Pick<Host, 'errorType'>): string {
  if (why === 'error') return errorType;
  return why === 'unfinished' ? `${UNFINISHED}repair` : why;
}

function verdictOf(observation: Observed): Pick<HostRow, 'verdict' | 'reason'> {
  const { host, record } = observation;
  if (reenrollmentOf(host) !== undefined)
    return { verdict: host.state === PROVISIONED ? 'in-progress' : 'failed', reason: REENROLL };
  if (hasLostStatus(observation)) return { verdict: 'blocked', reason: 'lost-status' };
  if (!isTroubled(observation)) return { verdict: 'healthy', reason: '' };
  const decision = decisionOf(observation);
  switch (decision.kind) {
    case 'healthy':
    case 'nothing':
      return { verdict: 'healthy', reason: '' };
    case 'unknown':
      return { verdict: 'unknown', reason: 'between-errors' };
    case 'on-target':
      return { verdict: 'degraded', reason: 'not-recovered' };
    case 'repair':
      return {
        verdict: VERDICTS[decision.why],
        reason: reasonOf(decision.why, host),
      };
    case 'undo':
      return { verdict: 'in-progress', reason: `${UNFINISHED}undo` };
    case 'refuse':
      return {
        verdict:
          record === undefined && !host.deleting && isAtRisk(host)
            ? 'at-risk'
            : record !== undefined && host.state !== PROVISIONED
              ? 'failed'
              : 'blocked',
        reason: decision.refusals.map(({ guard }) => guard).join(', '),
      };
  }
}

/** What `undo` would decide for an unfinished undo, and `repair` for any other host. */
const decisionOf = (observation: Observed) =>
  goalOf(observation) === 'undo'
    ? decideUndo(observation, PLAIN_OPTIONS)
    : decide(observation, PLAIN_OPTIONS);

const goalOf = ({ record }: Observed): Goal => (typeof record === 'object' ? record.goal : 'repair');
