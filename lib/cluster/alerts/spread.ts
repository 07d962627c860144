import type { Silence } from '../../alerts/alert-facts.ts';
import { readSilences, SILENCES } from '../../alerts/answers.ts';
import { askPod } from '../metrics/ask-pod.ts';
import type { Replica } from './open.ts';

/** The clock that waits use, and what ends them. */
export interface Waiting {
  clock: { elapsed(): number; after(milliseconds: number, signal: AbortSignal): Promise<void> };
  interrupted: AbortSignal;
}

/** A replica whose silences are not as wanted. */
export interface Lacking {
  replica: Replica;
  /** Those that it has; undefined if it does not answer. */
  silences: readonly Silence[] | undefined;
  /** Why it does not answer. */
  reason: string;
}

/** How long replicas of one cluster have to tell each other of a silence, in milliseconds. They take less than one second. */
const LIMIT = 5_000;

/** Between two looks. */
const PAUSE = 200;

/**
 * Waits until the silences of each replica are as wanted. Replicas tell each other of silences.
 *
 * @returns the replicas whose silences are not.
 * @throws on an interruption.
 */
export async function waitForSilences(
  replicas: readonly Replica[],
  isWanted: (silences: readonly Silence[]) => boolean,
  { clock, interrupted }: Waiting,
): Promise<Lacking[]> {
  const deadline = clock.elapsed() + LIMIT;
  for (let left = [...replicas]; ; ) {
    const looks = await Promise.all(
      left.map(async (replica) => ({ replica, look: await askPod(replica, SILENCES, readSilences) })),
    );
    const lacking = looks.filter(({ look }) => !('value' in look && isWanted(look.value)));
    if (lacking.length === 0 || clock.elapsed() >= deadline)
      return lacking.map(({ replica, look }) =>
        'reason' in look
          ? { replica, silences: undefined, reason: look.reason }
          : { replica, silences: look.value, reason: '' },
      );
    left = lacking.map(({ replica }) => replica);
    await clock.after(PAUSE, interrupted);
  }
}
