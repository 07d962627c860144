import type { Host } from '../../cli/command.ts';
import { ApiError } from '../../kube/api/errors.ts';
import type { RawAnswer } from '../../kube/api/types.ts';
import type { PodPlace } from '../../metrics/place.ts';
import { asPart, CommandError, reportable } from '../../words/errors.ts';
import type { Session } from '../session.ts';
import { type HttpOptions, type PodRequest, podForward, podProxy, type Way } from './ways.ts';

export interface Asker {
  session: Session;
  host: Pick<Host, 'interrupted'>;
}

/** The same, and the address given with --prometheus. */
export type MetricsAsker = Asker & { prometheus: string | undefined };

/** Something that answers HTTP in a pod, or at an address of the user's own. */
export interface PodReader {
  /** The way that worked, in words; the first one before that. */
  via(): string;
  /**
   * Sends a request by the first way that works, and reuses that way from then on.
   *
   * @param signal what ends it; an interruption when absent.
   * @throws {CommandError} if no way works, with the reason for each.
   */
  ask(request: PodRequest, signal?: AbortSignal): Promise<RawAnswer>;
  close(): void;
}

/** Timeout of one way in milliseconds: an API server tries for half a minute to reach a pod. */
export const PATIENCE = 10_000;

/** Reads from a pod through the API server's proxy or, if that fails, by port-forward. */
export const openPod = (
  { session, host }: Asker,
  place: PodPlace,
  { http = {}, forwards = false }: PodOptions = {},
): PodReader => {
  const forward = podForward(session, place, http);
  // The API server removes credentials from what it passes on, and verifies no certificate.
  if (http.authorization !== undefined || http.tls !== undefined) return readerBy([forward], host);
  const proxy = podProxy(session, place);
  return readerBy(forwards ? [forward, proxy] : [proxy, forward], host);
};

export interface PodOptions {
  http?: HttpOptions;
  /** Whether port-forward is tried first. */
  forwards?: boolean;
}

/** Reads by the first of these ways that works. */
export function readerBy(given: readonly Way[], { interrupted }: Asker['host']): PodReader {
  let ways = given;
  return {
    via: () => ways[0]?.via ?? '',
    async ask(request, signal = interrupted) {
      const reasons: string[] = [];
      for (const way of ways) {
        const answer = await attempt(way, request, { interrupted: signal, limit: PATIENCE });
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
  request: PodRequest,
  { interrupted, limit }: { interrupted: AbortSignal; limit: number },
): Promise<RawAnswer | CommandError> {
  const late = AbortSignal.timeout(limit);
  try {
    return await way.ask(request, AbortSignal.any([interrupted, late]));
  } catch (error) {
    interrupted.throwIfAborted();
    if (!(error instanceof CommandError)) throw error;
    return late.aborted ? new CommandError('timeout', `error: no response within ${limit / 1000}s`) : error;
  }
}

/** The reason of an error, as part of a sentence. */
export const plainReason = (error: CommandError): string =>
  error instanceof ApiError && error.status.message !== undefined ? error.status.message : asPart(error);

/**
 * Nothing, where a list cannot be read that can be done without.
 *
 * @throws the error if there is no cluster: then nothing else can be read either.
 */
export function noneUnlessFatal(error: unknown): never[] {
  if (reportable(error).kind === 'no-cluster') throw error;
  return [];
}
