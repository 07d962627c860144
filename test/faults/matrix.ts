import { createHash } from 'node:crypto';
import type { Fault } from './fault.ts';
import type { Named } from './scene.ts';
import type { Case, Procedure } from './subject.ts';

/** Every fault at every request that it applies to. `requests` are those that the procedure sends, in their order. */
export function casesOf<P extends Procedure, F extends Pick<Fault, 'name' | 'at' | 'spares'>>(
  procedure: P,
  requests: readonly Named[],
  faults: readonly F[],
): Case<P, F>[] {
  return requests.flatMap((request) =>
    faults
      .filter((fault) => (fault.at?.includes(request.purpose) ?? true) && !fault.spares?.(request))
      .map((fault) => ({
        name: `${procedure.title}: ${fault.name}, at "${request.name}"`,
        procedure,
        request,
        fault,
      })),
  );
}

/**
 * A sample of this size or a little more, the same each time: for each of the keys that cases have, one that has it; and
 * the rest as their names' hashes fall, as many of each procedure.
 */
export function sampleOf<C extends Case<Procedure, Pick<Fault, 'name'>>>(
  cases: readonly C[],
  size: number,
  keysOf: (one: C) => readonly string[],
): C[] {
  const covered = new Set<string>();
  const shuffled = cases.toSorted((one, other) => (hash(one.name) < hash(other.name) ? -1 : 1));
  const sample = shuffled.filter((one) => {
    const found = keysOf(one).filter((key) => !covered.has(key));
    for (const key of found) covered.add(key);
    return found.length > 0;
  });
  const left = Map.groupBy(
    shuffled.filter((one) => !sample.includes(one)),
    ({ procedure }) => procedure.name,
  );
  return [...sample, ...inTurns([...left.values()]).slice(0, Math.max(0, size - sample.length))];
}

/** The first of each group, then the second of each, and so on. */
const inTurns = <T>(groups: readonly T[][]): T[] =>
  groups
    .flatMap((group) => group.map((one, turn) => ({ one, turn })))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ one }) => one);

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
