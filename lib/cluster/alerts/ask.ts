import { askPod } from '../metrics/ask-pod.ts';
import type { Manager, Replica } from './open.ts';

/** A replica that could not be asked, and why. */
export interface UnreadReplica {
  replica: string;
  reason: string;
}

/** What each replica answers, or why that is not known. */
export interface Asked<T> {
  answers: { replica: Replica; value: T }[];
  unread: UnreadReplica[];
}

/** Asks every replica, at once. */
export async function askEach<T>(
  replicas: readonly Replica[],
  ask: (replica: Replica) => Promise<{ value: T } | { reason: string }>,
): Promise<Asked<T>> {
  const all = await Promise.all(replicas.map(async (replica) => ({ replica, ...(await ask(replica)) })));
  return {
    answers: all.flatMap((one) => ('value' in one ? [{ replica: one.replica, value: one.value }] : [])),
    unread: all.flatMap((one) =>
      'reason' in one ? [{ replica: one.replica.name, reason: one.reason }] : [],
    ),
  };
}

/**
 * Asks every replica for the same; those that are not ready are unread, too. `parse` throws a `SyntaxError` for a body of another
 * kind.
 */
export async function askAll<T>(
  { replicas, notReady }: Pick<Manager, 'replicas' | 'notReady'>,
  path: string,
  parse: (body: string) => T,
): Promise<Asked<T>> {
  const { answers, unread } = await askEach(replicas, (replica) => askPod(replica, path, parse));
  return {
    answers,
    unread: [...unread, ...notReady.map((replica) => ({ replica, reason: 'it is not ready' }))],
  };
}
