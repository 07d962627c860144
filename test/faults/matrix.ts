import { createHash } from 'node:crypto';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';
import { type Procedure, titleOf } from './procedures.ts';
import type { Named } from './request-name.ts';

/** One fault at one request of a procedure. */
export interface Case {
  /** By which `--only` finds it. */
  name: string;
  procedure: Procedure;
  request: Named;
  fault: Fault;
}

/** Every fault at every request that it applies to. `requests` are those that the procedure sends, in their order. */
export function casesOf(procedure: Procedure, requests: readonly Named[]): Case[] {
  return requests.filter(isDisturbed(procedure)).flatMap((request) =>
    faults
      .filter(({ at }) => at === undefined || at.includes(request.purpose))
      .map((fault) => ({
        name: `${titleOf(procedure)}: ${fault.name}, at "${request.name}"`,
        procedure,
        request,
        fault,
      })),
  );
}

/** How often a recovery is looked at depends on when the operator writes: the first time of each look always comes. */
const isDisturbed =
  ({ waits }: Procedure) =>
  ({ name }: Named): boolean =>
    !waits || name.endsWith(' after the resume');

/**
 * A sample of this size or a little more, the same each time: every request and every fault of each procedure, a kill
 * at every request of what begins afresh, and the rest as their names' hashes fall, as many of each procedure.
 */
export function sampleOf(cases: readonly Case[], size: number): Case[] {
  const covered = new Set<string>();
  const isNew = (...keys: string[]): boolean => {
    const found = keys.filter((key) => !covered.has(key));
    for (const key of found) covered.add(key);
    return found.length > 0;
  };
  const shuffled = cases.toSorted((one, other) => (hash(one.name) < hash(other.name) ? -1 : 1));
  const sample = shuffled.filter(({ procedure, request, fault }) => {
    const isFirst = isNew(`${titleOf(procedure)}: ${request.name}`, `${procedure.name}: ${fault.name}`);
    return isFirst || (fault.kills && procedure.finds === undefined);
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
