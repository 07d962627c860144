import { errorIn } from '../../alerts/api-error.ts';
import { pathPart } from '../../kube/api/object-name.ts';
import { asPart, reportable } from '../../words/errors.ts';
import type { Replica } from './open.ts';
import { type Waiting, waitForSilences } from './spread.ts';

/** What came of expiring silences. */
export interface Expired {
  /** By id: the replicas on which it is not known to be expired, and why. */
  lasting: ReadonlyMap<string, { replica: string; reason: string }[]>;
  /** Whether the user interrupted before every replica was seen to have expired them. */
  isInterrupted: boolean;
}

/**
 * Expires silences on every replica, and waits until none of them has one that is not expired. Each replica is told, because it may
 * not hear of it from the others; to expire a silence again changes nothing.
 */
export async function expireSilences(
  replicas: readonly Replica[],
  ids: readonly string[],
  waiting: Waiting,
): Promise<Expired> {
  const refusals = new Map<Replica, Map<string, string>>();
  await Promise.all(
    replicas.map(async (replica) => {
      refusals.set(replica, await refusalsOf(replica, ids));
    }),
  );
  const lasting = new Map<string, { replica: string; reason: string }[]>();
  try {
    const lacking = await waitForSilences(
      replicas,
      (silences) => silences.every(({ id, state }) => state === 'expired' || !ids.includes(id)),
      waiting,
    );
    for (const { replica, silences, reason } of lacking)
      for (const id of ids) {
        const silence = silences?.find((one) => one.id === id);
        if (silences && (!silence || silence.state === 'expired')) continue;
        const why = refusals.get(replica)?.get(id) ?? (silences ? 'it still has the silence' : reason);
        lasting.set(id, [...(lasting.get(id) ?? []), { replica: replica.name, reason: why }]);
      }
    return { lasting, isInterrupted: false };
  } catch (error) {
    if (!waiting.interrupted.aborted) throw error;
    return { lasting, isInterrupted: true };
  }
}

/** Why a replica does not expire silences, by id. */
async function refusalsOf(replica: Replica, ids: readonly string[]): Promise<Map<string, string>> {
  const refusals = new Map<string, string>();
  for (const id of ids) {
    const reason = await deleted(replica, id);
    if (reason !== undefined) refusals.set(id, reason);
  }
  return refusals;
}

/** Sends it, whether or not the user interrupts: replicas should not differ. */
async function deleted(replica: Replica, id: string): Promise<string | undefined> {
  try {
    const path = `${SILENCE}/${pathPart(id)}`;
    const answer = await replica.ask({ method: 'DELETE', path }, new AbortController().signal);
    return answer.status === 200 ? undefined : errorIn(answer);
  } catch (error) {
    return asPart(reportable(error));
  }
}

/** Where single silences are. */
const SILENCE = '/api/v2/silence';
