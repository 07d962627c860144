import { isDeepStrictEqual } from 'node:util';
import type { Ended } from '../scene.ts';
import { limitFor } from './procedures.ts';
import type { VolumeScene } from './scene.ts';
import type { State } from './state.ts';

/**
 * What counts, in one place.
 *
 * - **Converged**: the same command, run again with nothing in its way, ends with exit 0 and every claim at the size
 *   asked for, template and live StatefulSet too, and retentionSize as asked for, all pods ready. If a guard leaves
 *   something to the user, it may refuse first, if it names that guard, and has to continue once the user has done it. An
 *   undo converges at any size that its claims already request. Without other writers, an online resize keeps every pod.
 * - **Lost**: a claim that was there is gone or another one, or the storage has deleted its volume.
 * - **Left changed**: replicas, pause or retention policy are not as they were, once other writers have reverted their
 *   changes, or the record is still there.
 * - **Said**: a run that ends with a record of its own on the cluster prints the command that resumes it.
 */
export function lostClaims(before: State, after: State): string[] {
  return Object.entries(before.claims)
    .filter(([name, { uid }]) => after.claims[name]?.uid !== uid || after.lost.includes(uid))
    .map(([name]) => name);
}

/** What is left changed, as text. */
export function changes(before: State, after: State): string[] {
  const fields = (['replicas', 'paused', 'policy'] as const).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  return [
    ...fields.map((field) => `${field} is ${shown(after[field])} instead of ${shown(before[field])}`),
    ...(after.record === undefined ? [] : ['the record is still there']),
  ];
}

/** The differences between the volumes and what the command asked for, as text. */
export function shortcomings(
  { procedure, before, size, other }: Pick<VolumeScene, 'procedure' | 'before' | 'size' | 'other'>,
  after: State,
): string[] {
  const isOdd = (found: string | undefined, former: string): boolean =>
    found === undefined || !(procedure.goal === 'undo' ? [former, other, size] : [size]).includes(found);
  const limits = [
    ...(procedure.goal === 'undo' || !procedure.limits ? [before.retentionSize] : []),
    ...(procedure.limits ? [limitFor(size)] : []),
  ];
  return [
    ...(limits.includes(after.retentionSize)
      ? []
      : [`retentionSize is ${after.retentionSize} instead of ${limits.join(' or ')}`]),
    ...(isOdd(after.size, before.size) ? [`the template has ${after.size}`] : []),
    ...(after.live === after.size ? [] : [`the StatefulSet has ${after.live}, the template ${after.size}`]),
    ...Object.entries(before.claims).flatMap(([name, former]) => {
      const { request, capacity } = after.claims[name] ?? {};
      return isOdd(request, former.request) || capacity !== request
        ? [`claim ${name} has ${capacity} of ${request}`]
        : [];
    }),
  ];
}

/** Whether a run has reported an unfinished resize, and the command that resumes it. */
export const saysUnfinished = ({ code, stderr }: Ended): boolean =>
  code !== 0 &&
  /an unfinished (undo of a )?resize/.test(stderr) &&
  /kubectl monitoring (resize-pvc|undo) /.test(stderr);

/** Whether a run has refused by this guard. */
export const saysGuard = ({ code, stderr }: Ended, guard: string): boolean =>
  code !== 0 && stderr.includes(`\n  ${guard}: `);

const shown = (value: unknown): string => JSON.stringify(value) ?? 'absent';
