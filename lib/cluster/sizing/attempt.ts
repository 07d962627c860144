import type { Gap } from '../../sizing/sizing.ts';
import { CommandError } from '../../words/errors.ts';
import { plainReason } from '../metrics/pod.ts';

/** What was read, or why it was not. */
export type Attempt<T> = { value: T; gap?: undefined } | { value?: undefined; gap: Gap };

/** Reads something that a sizing can do without: a failure becomes a gap. */
export async function attempt<T>(what: string, reading: Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await reading };
  } catch (error) {
    return { gap: { what, reason: reasonOf(error) } };
  }
}

/**
 * Why something was not read, in the words of whoever refused it.
 *
 * @throws what says nothing of that: an interruption, a wrong flag, a defect.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof CommandError) || error.kind === 'aborted' || error.kind === 'usage') throw error;
  return plainReason(error);
}

/** The gaps among attempts, in their order. */
export const gapsAmong = (attempts: Attempt<unknown>[]): Gap[] =>
  attempts.map(({ gap }) => gap).filter((gap) => gap !== undefined);
