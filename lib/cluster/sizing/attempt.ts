import type { Gap } from '../../sizing/sizing.ts';
import { CommandError } from '../../words/errors.ts';
import { plainReason } from '../metrics/pod.ts';

export type Attempt<T> = { value: T; gap?: undefined } | { value?: undefined; gap: Gap };

/** Reads something optional: a failure becomes a gap. */
export async function attempt<T>(what: string, reading: Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await reading };
  } catch (error) {
    return { gap: { what, reason: reasonOf(error) } };
  }
}

/**
 * The reason of a failed read.
 *
 * @throws interruptions, usage errors and defects.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof CommandError) || error.kind === 'aborted' || error.kind === 'usage') throw error;
  return plainReason(error);
}

export const gapsAmong = (attempts: Attempt<unknown>[]): Gap[] =>
  attempts.map(({ gap }) => gap).filter((gap) => gap !== undefined);
