import type { Alert } from '../../../../lib/alerts/alert-facts.ts';
import { ALERTS, readAlerts } from '../../../../lib/alerts/answers.ts';
import type { UnreadReplica } from '../../../../lib/cluster/alerts/ask.ts';
import type { Replica } from '../../../../lib/cluster/alerts/open.ts';
import {
  type ApiVersion,
  type PostedAlert,
  type Sent,
  sendAlert,
} from '../../../../lib/cluster/alerts/send.ts';
import { askPod } from '../../../../lib/cluster/metrics/ask-pod.ts';
import { reportable } from '../../../../lib/words/errors.ts';
import { order } from '../../../../lib/words/text.ts';

/** Which replicas took the end of the alert, and why others did not. Replicas that do not have the alert are in neither. */
export interface Resolved {
  replicas: string[];
  failed: UnreadReplica[];
}

/** How long resolving may take, in milliseconds: also after an interruption. */
const LIMIT = 10_000;

interface Resolving {
  apiOf(replica: Replica): ApiVersion;
  isOwn(alert: Alert): boolean;
  /** Milliseconds since the alert was sent; undefined if that, or following it, was interrupted. */
  elapsed: number | undefined;
}

/** Ends the alert at the replicas that have it, whatever has interrupted the command. */
export async function resolve(
  replicas: readonly Replica[],
  alert: PostedAlert,
  resolving: Resolving,
): Promise<Resolved> {
  const signal = AbortSignal.timeout(LIMIT);
  const resolved: Resolved = { replicas: [], failed: [] };
  await Promise.all(
    replicas.map(async (replica) => {
      const { name } = replica;
      try {
        const sent = await end(replica, alert, { ...resolving, signal });
        if (sent && 'reason' in sent) resolved.failed.push({ replica: name, reason: sent.reason });
        else if (sent) resolved.replicas.push(name);
      } catch (error) {
        if (!signal.aborted) reportable(error);
        resolved.failed.push({ replica: name, reason: `it did not answer within ${LIMIT / 1_000}s` });
      }
    }),
  );
  resolved.replicas.sort(order);
  return resolved;
}

/** Ends it at one replica, whose clock counts; undefined if it does not have the alert. */
async function end(
  replica: Replica,
  alert: PostedAlert,
  { apiOf, isOwn, elapsed, signal }: Resolving & { signal: AbortSignal },
): Promise<Sent | undefined> {
  const answer = await askPod(replica, ALERTS, readAlerts, signal);
  const own = 'value' in answer ? answer.value.find(isOwn) : undefined;
  const isMissing = 'value' in answer && !own;
  if (isMissing && elapsed !== undefined) return undefined;
  const times = own
    ? {
        startsAt: timeText(own.startsAt),
        endsAt: timeText(elapsed === undefined ? own.updatedAt + 1 : own.startsAt + Math.max(1, elapsed)),
      }
    : // This machine's clock may be ahead of the replica's: then the alert would go on.
      { endsAt: timeText(0) };
  const sent = await sendAlert(replica, { ...alert, ...times }, apiOf(replica), signal);
  // What was interrupted may arrive yet, unless the replica takes no such alert.
  return isMissing && 'reason' in sent ? undefined : sent;
}

const timeText = (time: number): string => new Date(time).toISOString();
