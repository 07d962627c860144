import { isDeepStrictEqual } from 'node:util';
import type { Policy } from '../../../lib/volumes/instance.ts';
import type { ResizeRecord } from '../../../lib/volumes/record.ts';
import { RETAIN } from '../../../lib/volumes/state.ts';
import type { ResizePlan } from '../../../lib/volumes/steps.ts';
import { isMeddled, isSame, SIZES, type Spec, type World } from './world.ts';

/** What a run knows of the record when it decides a write, or what stands in the cluster when that lands. */
export const recordIn = (record: string | undefined): ResizeRecord | undefined =>
  record === undefined ? undefined : (JSON.parse(record) as ResizeRecord);

/** The promises that a write of a run breaks; those about lost claims are `system.ts`. `known` is the record that it was decided on. */
export function brokenBy(known: string | undefined, before: World, after: World, plan: ResizePlan): string[] {
  if (isSame(before.spec, after.spec)) return [];
  const record = recordIn(known);
  const turns = record && turnsOf(record, before.spec, after.spec);
  return named({
    'the resource is changed under a record alone': record !== undefined,
    'what is written is for the goal, the size and the mode of the record':
      record?.goal === plan.goal && record.size === plan.size && record.mode === plan.mode,
    'replicas are set to 0, and back from 0, alone': turns?.replicas ?? true,
    'the pause is set, and taken back, alone': turns?.paused ?? true,
    'the retention policy is set to Retain, and back from it, alone': turns?.policy ?? true,
    'retentionSize is set to that of the record, and back from it, alone, and never while a volume is to grow for it':
      (turns?.retentionSize ?? true) &&
      (before.spec.retentionSize === after.spec.retentionSize ||
        plan.goal === 'undo' ||
        isRoomy(after, plan)),
    'the template gets the size of the record, or the former': turns?.size ?? true,
  });
}

/** Of each field that a write changes, whether it turns the original into ours or ours into the original. */
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
      mode === 'documented' ? 0 : undefined,
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

/** Whether every volume has been told to grow as far as the run is to grow it. */
const isRoomy = ({ replicas }: World, { size }: ResizePlan): boolean =>
  replicas.flat().every(({ claim }) => claim === undefined || claim.asked >= SIZES.indexOf(size));

/** The promises that are broken where a run ends as done on this copy. */
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
    // An undo that the end of a resize has overtaken finds nothing left to undo.
    'a finished resize leaves the retentionSize that was asked for, and an undo the former one or that':
      isMeddled(world) ||
      stray === true ||
      retentionSize === undefined ||
      limit === retentionSize ||
      (goal === 'undo' && limit === former),
    'a finished run leaves replicas, pause and retention policy as they were':
      meddling.somebody === true || stray === true || isSame(kept, first),
  });
}

const named = (promises: Record<string, boolean>): string[] =>
  Object.entries(promises).flatMap(([promise, isKept]) => (isKept ? [] : [promise]));
