import type { Host } from '../../cli/command.ts';
import { ApiError } from '../../kube/api/errors.ts';
import type { RawAnswer } from '../../kube/api/types.ts';
import type { PodPlace } from '../../metrics/place.ts';
import { asPart, CommandError } from '../../words/errors.ts';
import type { Session } from '../session.ts';
import { podForward, podProxy, type Way } from './ways.ts';

/** What every question to a pod goes by. */
export interface Asker {
  session: Session;
  host: Pick<Host, 'interrupted'>;
}

/** The same, and which Prometheus is asked where a person names one. */
export type MetricsAsker = Asker & { prometheus: string | undefined };

/** Something that answers HTTP in a pod. */
export interface PodReader {
  /**
   * Sends one GET by the first way that leads there, and by the same one from then on.
   *
   * @throws {CommandError} where no way does: why not, for each.
   */
  get(path: string): Promise<RawAnswer>;
  /** Ends what was opened; nothing of it is left. */
  close(): void;
}

/** How long one way may take to answer, in milliseconds: an API server tries half a minute to reach a pod. */
export const PATIENCE = 10_000;

/** Reads from a pod through the API server's proxy or, where that leads nowhere, by port-forward. */
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

/** The answer by one way, or why there is none. Throws where a person interrupts. */
export async function attempt(
  way: Way,
  path: string,
  { interrupted, limit }: { interrupted: AbortSignal; limit: number },
): Promise<RawAnswer | CommandError> {
  const late = AbortSignal.timeout(limit);
  try {
    return await way.get(path, AbortSignal.any([interrupted, late]));
  } catch (error) {
    if (interrupted.aborted || !(error instanceof CommandError)) throw error;
    return late.aborted ? new CommandError('timeout', `error: no response within ${limit / 1000}s`) : error;
  }
}

/** Why something could not be asked, as a part of a sentence. */
export const plainReason = (error: CommandError): string =>
  error instanceof ApiError && error.status.message !== undefined ? error.status.message : asPart(error);
