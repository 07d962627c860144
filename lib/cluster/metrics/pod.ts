import type { Host } from '../../cli/command.ts';
import { ApiError } from '../../kube/api/errors.ts';
import type { RawAnswer } from '../../kube/api/types.ts';
import type { PodPlace } from '../../metrics/place.ts';
import { asPart, CommandError } from '../../words/errors.ts';
import type { Session } from '../session.ts';
import { podForward, podProxy, type Way } from './ways.ts';

export interface Asker {
  session: Session;
  host: Pick<Host, 'interrupted'>;
}

/** The same, and the address given with --prometheus. */
export type MetricsAsker = Asker & { prometheus: string | undefined };

/** Something that answers HTTP in a pod. */
export interface PodReader {
  /**
   * Sends a GET by the first way that works, and reuses that way from then on.
   *
   * @throws {CommandError} if no way works, with the reason for each.
   */
  get(path: string): Promise<RawAnswer>;
  close(): void;
}

/** Timeout of one way in milliseconds: an API server tries for half a minute to reach a pod. */
export const PATIENCE = 10_000;

/** Reads from a pod through the API server's proxy or, if that fails, by port-forward. */
export function openPod({ session, host: { interrupted } }: Asker, place: PodPlace): PodReader {
  let ways = [podProxy(session, place), podForward(session, place)];
  return {
    async get(path) {
      const reasons: string[] = [];
      for (const way of ways) {
        const answer = await attempt(way, path, { interrupted, limit: PATIENCE });
        if (!(answer instanceof CommandError)) {
          ways = [way];
          return answer;
        }
        reasons.push(`${way.via}: ${plainReason(answer)}`);
      }
      throw new CommandError('api', `error: ${reasons.join('; ')}`);
    },
    close: () => {
      for (const way of ways) way.close();
    },
  };
}

/** The response by one way, or the error. Throws on an interruption. */
export async function attempt(
  way: Way,
  path: string,
  { interrupted, limit }: { interrupted: AbortSignal; limit: number },
): Promise<RawAnswer | CommandError> {
  const late = AbortSignal.timeout(limit);
  try {
    return await way.get(path, AbortSignal.any([interrupted, late]));
  } catch (error) {
    interrupted.throwIfAborted();
    if (!(error instanceof CommandError)) throw error;
    return late.aborted ? new CommandError('timeout', `error: no response within ${limit / 1000}s`) : error;
  }
}

/** The reason of an error, as part of a sentence. */
export const plainReason = (error: CommandError): string =>
  error instanceof ApiError && error.status.message !== undefined ? error.status.message : asPart(error);
