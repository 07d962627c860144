import { setTimeout as pause } from 'node:timers/promises';
import { PATIENCE } from '../support/patience.ts';
import type { RunningProcess } from '../support/process.ts';

/** How often we look, in milliseconds. */
const INTERVAL = 50;

/**
 * Resolves when `isReady` says yes.
 *
 * @throws with the end of a program's log, where one of them ends before; and where it takes too long.
 */
export async function untilReady(
  what: string,
  programs: readonly RunningProcess[],
  isReady: () => Promise<boolean>,
): Promise<void> {
  const decided = new AbortController();
  try {
    await Promise.race([
      look(what, isReady, decided.signal),
      ...programs.map((one) => endedEarly(what, one)),
    ]);
  } finally {
    decided.abort();
  }
}

async function look(what: string, isReady: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while (!(await isReady())) {
    if (performance.now() > deadline) throw new Error(`${what} was not ready in ${PATIENCE} ms.`);
    await pause(INTERVAL, undefined, { signal });
  }
}

async function endedEarly(what: string, program: RunningProcess): Promise<never> {
  const end = await program.ended;
  throw new Error(`${what} did not start: ${program.name} ended with ${end}:\n${program.output()}`);
}
