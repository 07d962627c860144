import { setTimeout as delay } from 'node:timers/promises';
import type { Labels } from '../../../lib/alerts/alert-facts.ts';
import { isResolved, type StoredAlert } from './alert-store.ts';
import type { Group } from './dispatcher.ts';
import { type Member, milliseconds, type Webhook } from './member.ts';
import { type Attempt, postWebhook } from './webhook.ts';

/** Alerts by fingerprint, and which of them are resolved at the moment of a turn. */
export interface Turn {
  alerts: ReadonlyMap<string, StoredAlert>;
  firing: string[];
  resolved: string[];
}

/** Milliseconds before the second attempt, how many times longer each next one waits, and at most. */
const [FIRST_PAUSE, GROWTH, LONGEST_PAUSE] = [500, 1.5, 60_000];

/**
 * Sends a turn's alerts until it succeeds, another attempt makes no sense, or `signal`. A request is counted when it has ended.
 *
 * @returns undefined, or why it failed.
 */
export async function sendWithRetries(
  member: Member,
  group: Group,
  { webhook, at }: { webhook: Webhook; at: number },
  turn: Turn,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { counters, log, release } = member;
  counters.count('notifications_total', 'webhook');
  // Counted although nothing is sent, as the real one does.
  if (!webhook.sendResolved && turn.firing.length === 0) return undefined;

  const ids = webhook.sendResolved ? [...turn.alerts.keys()] : turn.firing;
  const name = `webhook[${at}]`;
  let last: string | undefined;
  for (let attempts = 1; ; attempts++) {
    const result = await attempt(webhook, messageOf(group, ids, turn), signal, member);
    counters.count('notification_requests_total', 'webhook');
    if (result.error === undefined) return undefined;
    counters.count('notification_requests_failed_total', 'webhook');
    if (!result.isWorthRetry)
      return failed(`due to unrecoverable error after ${attempts} attempts: ${result.error}`);
    if (!signal.aborted && result.error !== last)
      log.write('warn', 'notify.go:948', 'Notify attempt failed, will retry later', {
        component: 'dispatcher',
        receiver: group.route.receiver,
        integration: name,
        aggrGroup: group.key,
        attempts,
        err: result.error,
      });
    if (!signal.aborted || !release.hidesUrls) last = result.error;
    try {
      await delay(pauseAfter(attempts), undefined, { signal });
    } catch {
      const counted = release.hidesUrls ? attempts : attempts + 1;
      return failed(`after ${counted} attempts: ${last ?? 'context deadline exceeded'}`);
    }
  }

  function failed(how: string): string {
    counters.count('notifications_failed_total', 'webhook');
    return `${group.route.receiver}/${name}: notify retry canceled ${how}`;
  }
}

async function attempt(
  { url, timeout }: Webhook,
  body: object,
  signal: AbortSignal,
  { release }: Member,
): Promise<Attempt> {
  if (timeout === undefined) return postWebhook(url, body, signal, release);
  const own = new AbortController();
  const abort = (): void => own.abort(signal.reason);
  const late = new Error(`configured webhook timeout reached (${timeout})`);
  const timer = setTimeout(() => own.abort(late), milliseconds(timeout));
  signal.addEventListener('abort', abort);
  try {
    return await postWebhook(url, body, own.signal, release);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** Half of it is by chance. */
function pauseAfter(attempts: number): number {
  const pause = Math.min(FIRST_PAUSE * GROWTH ** (attempts - 1), LONGEST_PAUSE);
  return pause * (0.5 + Math.random());
}

/** The body of a webhook's request. */
function messageOf({ route, labels, key }: Group, ids: readonly string[], { alerts }: Turn): object {
  const sent = ids.flatMap((id) => {
    const alert = alerts.get(id);
    return alert ? [{ id, alert }] : [];
  });
  const all = sent.map(({ alert }) => alert);
  return {
    receiver: route.receiver,
    status: all.some((alert) => !isResolved(alert)) ? 'firing' : 'resolved',
    alerts: sent.map(({ id, alert }) => ({
      status: isResolved(alert) ? 'resolved' : 'firing',
      labels: alert.labels,
      annotations: alert.annotations,
      startsAt: new Date(alert.startsAt).toISOString(),
      endsAt: isResolved(alert) ? new Date(alert.endsAt).toISOString() : '0001-01-01T00:00:00Z',
      generatorURL: alert.generatorURL,
      fingerprint: id,
    })),
    groupLabels: labels,
    commonLabels: common(all, (alert) => alert.labels),
    commonAnnotations: common(all, (alert) => alert.annotations),
    externalURL: 'http://localhost:9093',
    version: '4',
    groupKey: key,
    truncatedAlerts: 0,
  };
}

const common = (alerts: readonly StoredAlert[], of: (alert: StoredAlert) => Labels): Labels => {
  const [first, ...others] = alerts.map(of);
  return Object.fromEntries(
    Object.entries(first ?? {}).filter(([name, value]) => others.every((one) => one[name] === value)),
  );
};
