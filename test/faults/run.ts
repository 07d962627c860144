import { availableParallelism } from 'node:os';
import type { TestServer } from '../support/server.ts';
import { type Case, casesOf, sampleOf } from './matrix.ts';
import { play, type Result } from './play.ts';
import { procedures } from './procedures.ts';
import { requestsOf } from './rehearse.ts';
import { openSupply } from './supply.ts';

export interface Choice {
  /** How many cases, of those whose name contains `only`; all of them when absent. */
  size?: number;
  only: string;
  /** Told of each case as soon as it is played. */
  played(result: Result): void;
  /** No case is begun once it aborts. */
  signal: AbortSignal;
}

/** Much of a case is waiting. */
const AT_ONCE = 2 * availableParallelism();

/** Plays the matrix, or what was chosen of it, on a server; several cases at a time, each with a host of its own. */
export async function runMatrix(
  server: TestServer,
  { size, only, played, signal }: Choice,
): Promise<Result[]> {
  const cases = (await matrixOn(server)).filter(({ name }) => name.includes(only));
  const left = sampleOf(cases, size ?? cases.length).values();
  const results: Result[] = [];
  const worker = async () => {
    const supply = openSupply(server);
    try {
      for (const one of left) {
        if (signal.aborted) return;
        const result = await play(one, await supply.next());
        results.push(result);
        played(result);
      }
    } finally {
      await supply.stop();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results.toSorted((one, other) => cases.indexOf(one.of) - cases.indexOf(other.of));
}

async function matrixOn(server: TestServer): Promise<Case[]> {
  const supply = openSupply(server);
  try {
    const cases: Case[] = [];
    for (const procedure of procedures) {
      const place = await supply.next();
      cases.push(...casesOf(procedure, await requestsOf(procedure, place)));
    }
    return cases;
  } finally {
    await supply.stop();
  }
}
