import { setTimeout as delay } from 'node:timers/promises';
import { mutedBy } from '../../../lib/alerts/time-intervals.ts';
import { isResolved, type StoredAlert } from './alert-store.ts';
import type { Group } from './dispatcher.ts';
import { type Member, statusOf, type Told, type Webhook } from './member.ts';
import { sendWithRetries, type Turn } from './retry.ts';

/**
 * A group's turn: what is inhibited, muted or silenced is left out, and the rest is sent by each integration.
 *
 * @returns whether no integration failed.
 */
export async function notifyReceiver(
  member: Member,
  group: Group,
  alerts: ReadonlyMap<string, StoredAlert>,
  signal: AbortSignal,
): Promise<boolean> {
  const judged = [...alerts].map((entry) => ({ entry, status: statusOf(member, entry[1].labels) }));
  const uninhibited = judged.filter(({ status }) => status.inhibitedBy.length === 0);
  if (uninhibited.length === 0) return true;
  group.mutedBy = mutedBy(group.route, member.config.timeIntervals, new Date());
  if (group.mutedBy.length > 0) return true;
  const left = uninhibited.filter(({ status }) => status.silencedBy.length === 0).map(({ entry }) => entry);
  if (left.length === 0) return true;

  const now = Date.now();
  const idsOf = (isWanted: (alert: StoredAlert) => boolean): string[] =>
    left.filter(([, alert]) => isWanted(alert)).map(([fingerprint]) => fingerprint);
  const turn: Turn = {
    alerts: new Map(left),
    firing: idsOf((alert) => !isResolved(alert, now)),
    resolved: idsOf((alert) => isResolved(alert, now)),
  };
  const webhooks = member.webhooks.get(group.route.receiver) ?? [];
  const errors = await Promise.all(
    webhooks.map((webhook, at) => tell(member, group, { webhook, at }, turn, signal)),
  );
  const told = errors.filter((error) => error !== undefined);
  if (told.length === 0) return true;
  member.log.write('error', 'dispatch.go:515', 'Notify for alerts failed', {
    component: 'dispatcher',
    aggrGroup: group.key,
    num_alerts: alerts.size,
    err: told.join('; '),
  });
  return false;
}

/** One integration: waits for those before it in the cluster, and sends what has not been sent. Undefined, or why it failed. */
async function tell(
  member: Member,
  group: Group,
  { webhook, at }: { webhook: Webhook; at: number },
  turn: Turn,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await delay(member.wait(), undefined, { signal });
  } catch {
    return 'context deadline exceeded';
  }
  const key = JSON.stringify([group.route.receiver, at, group.key]);
  const repeat = group.route.repeatInterval * 1000;
  if (!isNews(member.cluster.told.get(key), turn, webhook.sendResolved, repeat)) return undefined;
  const error = await sendWithRetries(member, group, { webhook, at }, turn, signal);
  const { firing, resolved } = turn;
  if (error === undefined) member.cluster.told.set(key, { firing, resolved, at: Date.now() });
  return error;
}

function isNews(
  told: Told | undefined,
  { firing, resolved }: Turn,
  sendsResolved: boolean,
  repeat: number,
): boolean {
  if (!told) return firing.length > 0;
  if (!firing.every((one) => told.firing.includes(one))) return true;
  if (firing.length === 0) return told.firing.length > 0;
  if (sendsResolved && !resolved.every((one) => told.resolved.includes(one))) return true;
  return told.at < Date.now() - repeat;
}
