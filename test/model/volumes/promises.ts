import { isDeepStrictEqual } from 'node:util';
import type { Policy } from '../../../lib/volumes/instance.ts';
import type { ResizeRecord } from '../../../lib/volumes/record.ts';
import { RETAIN } from '../../../lib/volumes/state.ts';
import type { ResizePlan } from '../../../lib/volumes/steps.ts';
import { isMeddled, isSame, SIZES, type Spec, type World } from './world.ts';

/** The record as a run knows it when it decides a write, or as it is when the write is applied. */
export const recordIn = (record: string | undefined): ResizeRecord | undefined =>
  record === undefined ? undefined : (JSON.parse(record) as ResizeRecord);

/** The promises that a write of a run breaks; `system.ts` has those about lost claims. `known` is the record it was decided on. */
export function brokenBy(known: string | undefined, before: World, after: World, plan: ResizePlan): string[] {
  if (isSame(before.spec, after.spec)) return [];
  const record = recordIn(known);
  const turns = record && turnsOf(record, before.spec, after.spec);
  return named({
    'the resource is only changed under a record': record !== undefined,
    'writes match the goal, the size and the mode of the record':
      record?.goal === plan.goal && record.size === plan.size && record.mode === plan.mode,
    'replicas are only set to 0 and restored': turns?.replicas ?? true,
    'the pause is only set and restored': turns?.paused ?? true,
    'the retention policy is only set to Retain and restored': turns?.policy ?? true,
    'retentionSize is only set to that of the record and restored, and never before the volumes have grown':
      (turns?.retentionSize ?? true) &&
      (before.spec.retentionSize === after.spec.retentionSize ||
        plan.goal === 'undo' ||
        isRoomy(after, plan)),
    'the template has the size of the record or the original one': turns?.size ?? true,
  });
}

/** For each field that a write changes, whether it replaces the original with the run's value or vice versa. */
function turnsOf(
  { original, mode, retain, retentionSize, size }: ResizeRecord,
  was: Spec,
  is: Spec,
): Record<keyof Spec, boolean> {
  const turn = <T>(from: T, to: T, first: T, ours: T): boolean =>
    isDeepStrictEqual(from, to) ||
    (isDeepStrictEqual(from, first) && isDeepStrictEqual(to, ours)) ||
    (isDeepStrictEqual(from, ours) && isDeepStrictEqual(to, first));
  const policy = original.policy ?? undefined;
  return {
    replicas: turn(
      was.replicas,
      is.replicas,
      original.replicas ?? undefined,
      mode === 'offline' ? 0 : undefined,
    ),
    paused: turn(was.paused ?? false, is.paused ?? false, original.paused ?? false, mode === 'online'),
    policy: turn<Policy | undefined>(was.policy, is.policy, policy, retain ? RETAIN : policy),
    retentionSize: turn(
      was.retentionSize,
      is.retentionSize,
      original.retentionSize ?? undefined,
      retentionSize,
    ),
    size: was.size === is.size || [size, original.size].includes(SIZES[is.size]),
  };
}

/** Whether every claim requests the size of the run. */
const isRoomy = ({ replicas }: World, { size }: ResizePlan): boolean =>
  replicas.flat().every(({ claim }) => claim === undefined || claim.asked >= SIZES.indexOf(size));

/** The promises broken by a run that ends as done on this copy. */
export function brokenAtEnd(world: World, { goal, size, retentionSize }: ResizePlan): string[] {
  const { spec, record, replicas, meddling, stray } = world;
  const claims = replicas.flat().flatMap(({ claim }) => claim ?? []);
  const wanted = SIZES.indexOf(size);
  const { size: _, retentionSize: limit, ...kept } = spec;
  const { size: __, retentionSize: former, ...first } = meddling.manifest;
  return named({
    'a finished run leaves no record': record === undefined,
    'a finished resize leaves its size in the template and in every claim':
      goal === 'undo' || (spec.size === wanted && claims.every(({ asked }) => asked >= wanted)),
    // An undo after the end of a resize finds nothing to undo.
    'a finished resize leaves the requested retentionSize, and an undo the original one or that':
      isMeddled(world) ||
      stray === true ||
      retentionSize === undefined ||
      limit === retentionSize ||
      (goal === 'undo' && limit === former),
    'a finished run restores replicas, pause and retention policy':
      meddling.user === true || stray === true || isSame(kept, first),
  });
}

const named = (promises: Record<string, boolean>): string[] =>
  Object.entries(promises).flatMap(([promise, isKept]) => (isKept ? [] : [promise]));
