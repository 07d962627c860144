import { observed } from '../../../../lib/hosts/observed.ts';
import { decideReenroll } from '../../../../lib/hosts/reenroll/decide.ts';
import { REENROLL_GUARDS, type ReenrollGuards } from '../../../../lib/hosts/reenroll/guards.ts';
import { fold, type ReenrollAction, reenrollProcedure } from '../../../../lib/hosts/reenroll/procedure.ts';
import { type Enrollment, enrollmentOf } from '../../../../lib/hosts/reenroll/record.ts';
import { run } from '../../../../lib/procedure/procedure.ts';
import { GROUP } from '../../../support/records.ts';
import { hostOf, operate, type World, write } from '../guards/world.ts';
import { RUN } from './records.ts';

export interface RunOptions {
  guards?: ReenrollGuards;
  /** What other clients do right after a patch of the run; the first patch is number 1. */
  others?: (world: World, patches: number) => void;
  /** The run is killed after so many patches. */
  killedAfter?: number;
}

/** `kubectl bmh reenroll`, with its real decisions and its real procedure; gives the guards that stopped it. */
export async function reenroll(world: World, options: RunOptions = {}): Promise<string[]> {
  const { guards = REENROLL_GUARDS, others, killedAfter } = options;
  const accepted = new Set<string>();
  const snapshot = (before?: Enrollment): Enrollment =>
    enrollmentOf(observed(structuredClone(hostOf(world)), GROUP, world.context), before);
  const start = snapshot();
  const decision = decideReenroll(start.observed, accepted, guards);
  if (decision.kind === 'refuse') return decision.refusals.map(({ guard }) => guard);
  if (decision.kind === 'healthy') return ['healthy'];
  const killed = new AbortController();
  let patches = 0;
  const perform = async (action: ReenrollAction, before: Enrollment): Promise<Enrollment> => {
    if (action.kind === 'try') return fold(action, before);
    if (action.kind === 'wait') {
      const { resourceVersion } = hostOf(world).metadata;
      operate(world);
      if (hostOf(world).metadata.resourceVersion === resourceVersion) throw LATE;
      return snapshot(before);
    }
    if (action.resourceVersion !== hostOf(world).metadata.resourceVersion) throw STALE;
    write(world, action.payload);
    patches += 1;
    const answer = snapshot(before);
    if (patches === killedAfter) killed.abort();
    others?.(world, patches);
    return answer;
  };
  const outcome = await run(reenrollProcedure({ accepted, run: RUN }, guards), start, {
    perform,
    observe: async (before) => snapshot(before),
    waits: ({ kind }) => kind === 'wait',
    isStale: (error) => error === STALE,
    isRefused: (error) => error === LATE,
    started: () => {},
    done: () => {},
    signal: killed.signal,
  });
  return outcome.kind === 'refused' ? outcome.refusals.map(({ guard }) => guard) : [];
}

/** What the API answers to a write that was decided on an older copy: 409. */
const STALE = new Error('the object has been modified');
/** The operator does nothing any more. */
const LATE = new Error('timed out');
