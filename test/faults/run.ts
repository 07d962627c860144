import { availableParallelism } from 'node:os';
import type { TestServer } from '../support/server.ts';
import type { Fault } from './fault.ts';
import { casesOf, sampleOf } from './matrix.ts';
import { requestsOf } from './rehearse.ts';
import type { Scene } from './scene.ts';
import type { Case, Procedure, Result, Subject } from './subject.ts';

export interface Choice<C> {
  /** How many cases at least, and what there has to be a case of, as texts; all cases when absent. */
  sample?: { size: number; keysOf(one: C): readonly string[] };
  /** What the names of cases contain. */
  only: string;
  /** Told of each case as soon as it is played. */
  played(result: Result): void;
  /** No case starts once it aborts. */
  signal: AbortSignal;
}

/** Much of a case is waiting. */
const AT_ONCE = 2 * availableParallelism();

/** How often a case is played whose request does not come: what a run reads depends on how fast others are. */
const TRIES = 4;

/** Plays the matrix of a subject, or what was chosen of it, on a server; several cases at a time, each on its own scene. */
export async function runMatrix<
  P extends Procedure,
  F extends Fault<S>,
  S extends Scene,
  R extends Result<P, F>,
>(
  subject: Subject<P, F, S, R>,
  server: TestServer,
  { sample, only, played, signal }: Choice<Case<P, F>>,
): Promise<R[]> {
  const held = await subject.hold(server);
  try {
    const cases = (await matrixOn(subject, server)).filter(({ name }) => name.includes(only));
    const left = (sample ? sampleOf(cases, sample.size, sample.keysOf) : cases).values();
    const results: R[] = [];
    const worker = async () => {
      const supply = subject.openSupply(server);
      const play = async (one: Case<P, F>) => subject.play(one, await supply.next(one.procedure));
      try {
        for (const one of left) {
          if (signal.aborted) return;
          let result = await play(one);
          for (let tries = 1; !result.struck && tries < TRIES; tries += 1) result = await play(one);
          results.push(result);
          played(result);
        }
      } finally {
        await supply.stop();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return results.toSorted((one, other) => cases.indexOf(one.of) - cases.indexOf(other.of));
  } finally {
    await held.stop();
  }
}

async function matrixOn<P extends Procedure, F extends Fault<S>, S extends Scene, R extends Result<P, F>>(
  subject: Subject<P, F, S, R>,
  server: TestServer,
): Promise<Case<P, F>[]> {
  const supply = subject.openSupply(server);
  try {
    const cases: Case<P, F>[] = [];
    for (const procedure of subject.procedures) {
      const scene = await supply.next(procedure);
      cases.push(
        ...casesOf(procedure, await requestsOf(subject, procedure, scene), subject.faultsOf(procedure)),
      );
    }
    return cases;
  } finally {
    await supply.stop();
  }
}
