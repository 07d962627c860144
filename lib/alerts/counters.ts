import type { RequestCounts, Requests } from './alert-facts.ts';

/** What an Alertmanager has counted of notifications through one integration since it started. */
export interface Count {
  /** `webhook`. */
  integration: string;
  /** Its receiver, where the feature `receiver-name-in-metrics` is on. */
  receiver: string | undefined;
  /** Notifications that it started. Alone they prove nothing: a receiver that does not answer counts, too. */
  started: number;
  /** Requests that ended, and those of them that failed. */
  ended: number;
  failed: number;
}

/** An Alertmanager's metrics, as far as they tell what became of notifications. */
export interface Counters {
  counts: Count[];
  /** Groups of alerts, also those whose alerts are all resolved, which the API does not show. Undefined before 0.24. */
  groups: number | undefined;
  /** Differs after a restart and after a reload of the configuration, which set the counts to 0. */
  epoch: string;
}

/**
 * Reads `/metrics`.
 *
 * @throws {SyntaxError} if it is not that of an Alertmanager.
 */
export function readCounters(metrics: string): Counters {
  const lines = metrics.split('\n').filter((line) => KNOWN.test(line));
  if (lines.length === 0) throw new SyntaxError('not the metrics of an Alertmanager');
  const counts = new Map<string, Count>();
  let groups: number | undefined;
  const epoch: string[] = [];
  for (const line of lines) {
    const [, name = '', labels = '', text] = SAMPLE.exec(line) ?? [];
    const value = Number(text);
    if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) continue;
    const field = FIELDS[name];
    if (name === GROUPS) groups = (groups ?? 0) + value;
    else if (!field) epoch.push(`${value}`);
    else {
      const [integration, receiver] = [labelIn(labels, 'integration'), labelIn(labels, 'receiver_name')];
      if (integration === undefined) continue;
      const key = JSON.stringify([integration, receiver]);
      const count = counts.get(key) ?? { integration, receiver, started: 0, ended: 0, failed: 0 };
      counts.set(key, { ...count, [field]: count[field] + value });
    }
  }
  return { counts: [...counts.values()], groups, epoch: epoch.join(' ') };
}

/** Since when it counts, in milliseconds since the epoch: since the later of its start and the last reload; undefined if neither is told. */
export function countsSince({ epoch }: Pick<Counters, 'epoch'>): number | undefined {
  const latest = Math.max(0, ...epoch.split(' ').map(Number));
  return latest === 0 ? undefined : latest * 1000;
}

/** The requests to receivers, by integration. */
export function requestsOf({ counts }: Pick<Counters, 'counts'>): RequestCounts {
  const requests = new Map<string, Requests>();
  for (const { integration, ended, failed } of counts) {
    const before = requests.get(integration) ?? { total: 0, failed: 0 };
    requests.set(integration, { total: before.total + ended, failed: before.failed + failed });
  }
  return requests;
}

/** The sum of what is counted of an integration, or of one of these receivers where receivers are told apart. */
export function countOf(
  { counts }: Counters,
  integration: string,
  receivers: ReadonlySet<string>,
): Omit<Count, 'integration' | 'receiver'> & { isOfReceivers: boolean } {
  const all = counts.filter((count) => count.integration === integration);
  const isOfReceivers = all.length > 0 && all.every(({ receiver }) => receiver !== undefined);
  const own = all.filter(({ receiver }) => receiver === undefined || receivers.has(receiver));
  const sum = (field: 'started' | 'ended' | 'failed'): number =>
    own.reduce((total, count) => total + count[field], 0);
  return { started: sum('started'), ended: sum('ended'), failed: sum('failed'), isOfReceivers };
}

const FIELDS: Record<string, 'started' | 'ended' | 'failed'> = {
  alertmanager_notifications_total: 'started',
  alertmanager_notification_requests_total: 'ended',
  alertmanager_notification_requests_failed_total: 'failed',
};
const GROUPS = 'alertmanager_dispatcher_aggregation_groups';
const EPOCH = ['process_start_time_seconds', 'alertmanager_config_last_reload_success_timestamp_seconds'];

const KNOWN = new RegExp(`^(?:${[...Object.keys(FIELDS), GROUPS, ...EPOCH].join('|')})[{ ]`);
const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)/;

/** The value of a label in `a="b",c="d"`. */
function labelIn(labels: string, wanted: string): string | undefined {
  for (const [, name, value = ''] of labels.matchAll(/(?:^|,)(\w+)="((?:[^"\\]|\\.)*)"/g))
    if (name === wanted) return value.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
  return undefined;
}
