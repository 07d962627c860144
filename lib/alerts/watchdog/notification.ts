import { quotedValue } from '../../metrics/query.ts';
import { countText } from '../../words/text.ts';
import type { Requests } from '../alert-facts.ts';
import { durationText } from '../duration-text.ts';
import { type Counts, keyOf, type Manager, managerOf, type Sent, type WatchdogFacts } from './facts.ts';
import { type Link, linkOf, nothing, type Place, type Problem } from './link.ts';
import { liveRoutes, routedAlerts } from './receiver.ts';

/** What the notifications of an Alertmanager about the alert go through. */
export interface Outlet {
  /** Types of integrations, as its metrics call them. */
  types: string[];
  /** Seconds within which another notification is due. */
  within: number;
  /** Whoever has had the alert for shorter than that owes no notification yet: since when it is there, and now, by its own clock. */
  since: number;
  now: number;
}

/** Undefined if no alert of it has a route to integrations, or that is not known. */
export function outletOf(manager: Manager): Outlet | undefined {
  const routed = routedAlerts(manager).flatMap(({ alert, config }) =>
    liveRoutes(alert, config).map((live) => ({ alert, ...live })),
  );
  if (routed.length === 0) return undefined;
  return {
    types: [
      ...new Set(routed.flatMap(({ receiver }) => receiver.integrations.map(({ type }) => type))),
    ].toSorted(),
    within:
      routed
        .map(({ route }) => route.groupWait + route.repeatInterval + route.groupInterval)
        .reduce((most, seconds) => Math.max(most, seconds)) + SLACK,
    since: routed.map(({ alert }) => alert.startsAt).reduce((least, at) => Math.min(least, at)),
    now: routed.map(({ alert }) => alert.updatedAt).reduce((most, at) => Math.max(most, at)),
  };
}

/** Seconds for the time between two scrapes, and for a replica that waits for another one. */
const SLACK = 120;

/**
 * The query for what Prometheus has of the requests of an Alertmanager to these integrations: series with the label `of` of `total`,
 * `failed` and `before`.
 */
export function requestsQuery(manager: Manager, { types, within }: Outlet): string {
  const pods = (manager.replicas ?? []).map(({ pod }) => escaped(pod)).join('|');
  const matchers = [
    `namespace=${quotedValue(manager.namespace)}`,
    `pod=~${quotedValue(pods)}`,
    `integration=~${quotedValue(types.map(escaped).join('|'))}`,
  ].join(',');
  const range = `${Math.ceil(within)}s`;
  const series = (metric: string): string => `alertmanager_notification_requests_${metric}{${matchers}}`;
  const parts = {
    total: `sum(increase(${series('total')}[${range}]))`,
    failed: `sum(increase(${series('failed_total')}[${range}]))`,
    before: `count(${series('total')} offset ${range})`,
  };
  return Object.entries(parts)
    .map(([of, query]) => `label_replace(${query}, "of", "${of}", "", "")`)
    .join(' or ');
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Whether a notification left every Alertmanager within the time in which another one is due. Only requests prove that: the counters
 * of notifications rise without any. They are counted by integration, not by receiver, so others' alerts count, too.
 */
export function notificationLink({ managers, namespace, sent }: WatchdogFacts): Link {
  const said: string[] = [];
  const places = managers.map((manager): Place => {
    const object = managerOf(manager);
    const place = { where: manager.name, object };
    const outlet = outletOf(manager);
    const seen = sent.get(keyOf(manager));
    if (!outlet || !seen)
      return { ...place, unknown: { reason: 'not-known', message: 'what it has sent is not known' } };
    const found = judge(seen, outlet);
    if ('holds' in found) said.push(found.holds);
    if ('broken' in found) return { ...place, problem: problemOf(found, manager) };
    return 'unknown' in found ? { ...place, ...found } : place;
  });
  const none = nothing({ kind: 'Alertmanager', namespace, name: '' });
  return linkOf('notification', places.length > 0 ? places : [none], said.join('; '));
}

type Found =
  | { holds: string }
  | { broken: 'not-sent' | 'failing'; message: string }
  | { unknown: NonNullable<Place['unknown']>; where?: string };

/** A Prometheus knows more, but not of a request before it first scraped a replica that has just started. */
function judge(seen: Sent, outlet: Outlet): Found {
  const measured = judgeMeasured(seen, outlet);
  if (measured && 'holds' in measured) return measured;
  const counted = judgeCounted(seen, outlet);
  const isNew = seen.counted.some(
    ({ counts }) => 'value' in counts && outlet.now - (counts.value.startedAt ?? 0) < outlet.within * 1000,
  );
  return measured && !(isNew && 'holds' in counted) ? measured : counted;
}

/** By what a Prometheus has; undefined if it has nothing, or not enough to say that nothing was sent. */
function judgeMeasured({ measured }: Sent, { types, within }: Outlet): Found | undefined {
  if (!measured) return undefined;
  const { total, failed, isWhole } = measured;
  const time = `within ${durationText(within)}`;
  if (total - failed > LEAST) return { holds: `${requestsText(total - failed, types)} ${time}` };
  if (total > LEAST)
    return { broken: 'failing', message: `all ${requestsText(total, types)} failed ${time}` };
  return isWhole
    ? { broken: 'not-sent', message: `there was no request to ${types.join(', ')} ${time}` }
    : undefined;
}

/** Increases are extrapolated, so they are no whole numbers. */
const LEAST = 0.5;

/** By the counters of the replicas. Of two, only one notifies. */
function judgeCounted({ counted }: Sent, { types, within, since, now }: Outlet): Found {
  const read = counted.flatMap(({ counts }) => ('value' in counts ? counts.value : []));
  const sums = read
    .flatMap(({ requests }) => types.flatMap((type) => requests.get(type) ?? []))
    .reduce(plus, NONE);
  const left = sums.total - sums.failed;
  if (left > 0) return { holds: `${requestsText(left, types)} since its start` };
  const [unread] = counted.flatMap(({ pod, counts }) => ('reason' in counts ? { pod, ...counts } : []));
  if (unread) return { where: unread.pod, unknown: { reason: 'not-read', message: unread.reason } };
  if (sums.total > 0)
    return { broken: 'failing', message: `all ${requestsText(sums.total, types)} since its start failed` };
  const from = read.map(({ startedAt }: Counts) => Math.max(startedAt ?? now, since));
  return from.length > 0 && from.every((at) => now - at > within * 1000)
    ? { broken: 'not-sent', message: `there was no request to ${types.join(', ')} since its start` }
    : {
        unknown: {
          reason: 'too-early',
          message: `no request to ${types.join(', ')} yet: it may take up to ${durationText(within)}`,
        },
      };
}

const NONE: Requests = { total: 0, failed: 0 };

const plus = (one: Requests, other: Requests): Requests => ({
  total: one.total + other.total,
  failed: one.failed + other.failed,
});

/** `3 requests to webhook`. */
const requestsText = (count: number, types: readonly string[]): string =>
  `${countText(Math.max(1, Math.round(count)), 'request')} to ${types.join(', ')}`;

function problemOf({ broken, message }: { broken: string; message: string }, manager: Manager): Problem {
  const pod = manager.replicas?.[0]?.pod ?? `alertmanager-${manager.name}-0`;
  return {
    reason: broken,
    message,
    fix:
      broken === 'failing'
        ? 'Its log has the reason ("Notify attempt failed"), with the receiver.'
        : 'Its log says what it does with notifications.',
    next: {
      words: ['kubectl', 'logs', pod, '-c', 'alertmanager', '--tail=50'],
      namespace: manager.namespace,
    },
  };
}
