import { askPod } from '../metrics/ask-pod.ts';
import type { Manager, Replica } from './open.ts';

/** What each replica answers, or why that is not known. */
export interface Asked<T> {
  answers: { replica: Replica; value: T }[];
  /** Replicas that did not answer, and those that are not ready. */
  unread: { replica: string; reason: string }[];
}

/** Asks every replica for the same, at once. `parse` throws a `SyntaxError` for a body of another kind. */
export async function askAll<T>(
  { replicas, notReady }: Pick<Manager, 'replicas' | 'notReady'>,
  path: string,
  parse: (body: string) => T,
): Promise<Asked<T>> {
  const all = await Promise.all(
    replicas.map(async (replica) => ({ replica, ...(await askPod(replica, path, parse)) })),
  );
  return {
    answers: all.flatMap((one) => ('value' in one ? [{ replica: one.replica, value: one.value }] : [])),
    unread: [
      ...all.flatMap((one) => ('reason' in one ? [{ replica: one.replica.name, reason: one.reason }] : [])),
      ...notReady.map((replica) => ({ replica, reason: 'it is not ready' })),
    ],
  };
}
