import type { Verdict } from '../words/verdict.ts';
import type { Alert, AlertConfig, AlertGroup, Receiver } from './alert-facts.ts';
import { type Counters, countOf } from './counters.ts';
import { receiversOf, type Target } from './target.ts';

/** What came of a test alert. */
export type Outcome =
  | 'sent'
  | 'probably-sent'
  | 'failing'
  | 'no-receiver'
  | 'silenced'
  | 'inhibited'
  | 'muted'
  | 'pending';

/** The verdict on it. Nothing but a proof is healthy. */
export const VERDICTS: Record<Outcome, Verdict> = {
  sent: 'healthy',
  'probably-sent': 'unknown',
  failing: 'degraded',
  'no-receiver': 'degraded',
  silenced: 'blocked',
  inhibited: 'blocked',
  muted: 'blocked',
  pending: 'timed-out',
};

/** What a replica shows at one moment, as far as it tells what becomes of the test alert. */
export interface View {
  /** The test alert. */
  own: Alert | undefined;
  counters: Counters;
  /** The receivers that other alerts are notified to. */
  others: readonly Receiver[];
  /** Whether there are groups whose alerts have all ended, and which may still be notified of. */
  hasEnded: boolean;
}

/**
 * @param groups those that the replica shows: what is resolved is not among them.
 * @param ended how many groups the test alert is in after it has ended.
 */
export function viewOf(
  config: AlertConfig,
  { groups, counters }: { groups: readonly AlertGroup[]; counters: Counters },
  { isOwn, ended = 0 }: { isOwn(alert: Alert): boolean; ended?: number },
): View {
  const alerts = groups.flatMap((group) => group.alerts);
  return {
    // Only in its groups an alert tells by what it is muted.
    own: alerts.find((alert) => isOwn(alert) && alert.mutedBy.length > 0) ?? alerts.find(isOwn),
    counters,
    others: receiversOf(
      config,
      alerts.filter((alert) => !isOwn(alert)),
    ),
    hasEnded: hasEndedGroups({ groups, counters }, ended),
  };
}

/** Whether a replica has groups whose alerts have all ended. If it does not count its groups, it may. */
export const hasEndedGroups = (
  { groups, counters }: { groups: readonly AlertGroup[]; counters: Pick<Counters, 'groups'> },
  ended = 0,
): boolean => counters.groups === undefined || counters.groups > groups.length + ended;

/** One replica from before the alert was sent until now. */
export interface Watched {
  name: string;
  before: View;
  /** Views since it was sent, oldest first. */
  since: View[];
}

/** What an outcome follows from. */
export interface Evidence {
  targets: readonly Target[];
  replicas: readonly Watched[];
  /** Whether the time of the wait is over. */
  isOver: boolean;
  /** Whether a request that failed has had time to succeed at a later attempt. */
  isFinal: boolean;
}

export interface Judgment {
  outcome: Outcome;
  counted: Counted[];
  /** What suppresses the alert: ids of silences, fingerprints of alerts or names of time intervals. */
  by: string[];
}

/** What all replicas have counted of one integration since before the alert was sent. */
export interface Counted {
  integration: string;
  /** How many notifications the alert makes through it. */
  expected: number;
  started: number;
  failed: number;
  /** The most that succeeded at one replica. */
  succeeded: number;
  /** Whether other alerts are notified of through it, or may be: then the counts are evidence and no proof. */
  isBusy: boolean;
}

/** What came of a test alert, as soon as that is known; undefined while it may still change. */
export function judge(evidence: Evidence): Judgment | undefined {
  const { replicas, isOver, isFinal } = evidence;
  const seen = replicas.flatMap(({ since }) => since.at(-1)?.own ?? []);
  const suppressed = seen.length > 0 && seen.every(({ state }) => state === 'suppressed');
  if (suppressed) {
    const silences = [...new Set(seen.flatMap(({ silencedBy }) => silencedBy))];
    if (silences.length > 0) return { outcome: 'silenced', counted: [], by: silences };
    const alerts = [...new Set(seen.flatMap(({ inhibitedBy }) => inhibitedBy))];
    if (alerts.length > 0) return { outcome: 'inhibited', counted: [], by: alerts };
  }
  const notifying = evidence.targets.filter(({ receiver }) => receiver.integrations.length > 0);
  if (notifying.length === 0)
    return seen.length > 0 || isOver ? { outcome: 'no-receiver', counted: [], by: [] } : undefined;
  const muted = [
    ...new Set([...notifying.flatMap((one) => one.muted), ...seen.flatMap((one) => one.mutedBy)]),
  ];
  const awake = notifying.filter((target) => target.muted.length === 0);
  const counted = countedOf(evidence, awake.length > 0 ? awake : notifying);
  const judged = (outcome: Outcome, by: string[] = []): Judgment => ({
    outcome,
    counted: counted.map(({ open: _open, ...one }) => one),
    by,
  });
  const isBusy = counted.some((one) => one.isBusy);
  const hasFailed = counted.some(({ failed }) => failed > 0);
  // Until the wait is over, what is counted may be of other alerts only.
  if (isBusy && !isOver) return undefined;
  if (awake.length === 0 && isOver && (isBusy || counted.every(({ started }) => started === 0)))
    return judged('muted', muted);
  if (counted.every(hasArrived)) return judged(isBusy ? 'probably-sent' : 'sent');
  if (hasFailed && isFinal) return judged('failing');
  if (!isOver) return undefined;
  if (suppressed && muted.length > 0) return judged('muted', muted);
  return judged(!isBusy && counted.some(isOpen) ? 'failing' : 'pending');
}

/**
 * Whether every notification through an integration has succeeded, as far as it can be told from that of other alerts. One that
 * failed and then succeeded has arrived at a later attempt; of several, it may not be the same one.
 */
const hasArrived = ({ expected, succeeded, failed, started, isBusy }: Counted): boolean =>
  succeeded >= expected && (isBusy ? failed === 0 && started <= succeeded : failed === 0 || expected === 1);

/** Whether a notification has started whose request has not ended: the receiver does not answer. After a failure it may wait to try again. */
const isOpen = ({ open, failed }: Tally): boolean => open > 0 && failed === 0;

type Tally = Counted & {
  /** Notifications that have started and whose requests have not ended. */
  open: number;
};

/** How many requests have failed since the alert was sent. */
export const failuresOf = (evidence: Omit<Evidence, 'isOver' | 'isFinal'>): number =>
  countedOf(
    evidence,
    evidence.targets.filter(({ receiver }) => receiver.integrations.length > 0),
  ).reduce((sum, { failed }) => sum + failed, 0);

function countedOf({ replicas }: Pick<Evidence, 'replicas'>, targets: readonly Target[]): Tally[] {
  const expected = new Map<string, number>();
  for (const { type } of targets.flatMap(({ receiver }) => receiver.integrations))
    expected.set(type, (expected.get(type) ?? 0) + 1);
  const receivers = new Set(targets.map(({ receiver }) => receiver.name));
  return [...expected].map(([integration, count]) => {
    const each = replicas.map((replica) => growthOf(replica, integration, receivers));
    return {
      integration,
      expected: count,
      started: each.reduce((sum, { started }) => sum + started, 0),
      failed: each.reduce((sum, { failed }) => sum + failed, 0),
      succeeded: Math.max(0, ...each.map(({ succeeded }) => succeeded)),
      open: each.reduce((sum, { open }) => sum + open, 0),
      isBusy: replicas.some(({ before, since }) =>
        [before, ...since].some((view) => isBusy(view, integration, receivers)),
      ),
    };
  });
}

/**
 * By how much the counts have grown. What was counted before a restart or a reload is lost, and proves nothing; what succeeded before
 * it and after may be the same notification twice.
 */
function growthOf({ before, since }: Watched, integration: string, receivers: ReadonlySet<string>) {
  const all = { started: 0, failed: 0, succeeded: 0, open: 0 };
  let run = { started: 0, ended: 0, failed: 0 };
  let last = before.counters;
  for (const { counters } of since) {
    if (counters.epoch === last.epoch) {
      const [from, to] = [countOf(last, integration, receivers), countOf(counters, integration, receivers)];
      const grown = (field: 'started' | 'ended' | 'failed'): number => Math.max(0, to[field] - from[field]);
      all.started += grown('started');
      all.failed += grown('failed');
      run = {
        started: run.started + grown('started'),
        ended: run.ended + grown('ended'),
        failed: run.failed + grown('failed'),
      };
    } else run = { started: 0, ended: 0, failed: 0 };
    all.succeeded = Math.max(all.succeeded, run.ended - run.failed);
    all.open = Math.max(0, run.started - run.ended);
    last = counters;
  }
  return all;
}

/** Whether other alerts are notified of through an integration, or may be, by what a replica shows. */
function isBusy(
  { counters, others, hasEnded }: View,
  integration: string,
  receivers: ReadonlySet<string>,
): boolean {
  const { isOfReceivers } = countOf(counters, integration, receivers);
  const isNear = ({ name, integrations }: Receiver): boolean =>
    integrations.some(({ type }) => type === integration) && (!isOfReceivers || receivers.has(name));
  return hasEnded || others.some(isNear);
}
