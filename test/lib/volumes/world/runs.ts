import { isDeepStrictEqual } from 'node:util';
import { refusalsOf, warningsOf } from '../../../../lib/procedure/guard.ts';
import { type Outcome, run } from '../../../../lib/procedure/procedure.ts';
import { type Action, fold, type Write, withObject } from '../../../../lib/volumes/action.ts';
import {
  type Decision,
  decide,
  decideUndo,
  type ResizeOptions,
  type UndoDecision,
} from '../../../../lib/volumes/decide.ts';
import { GUARDS, type Guards } from '../../../../lib/volumes/guards/all.ts';
import type { Target } from '../../../../lib/volumes/guards/guard.ts';
import type { Observed } from '../../../../lib/volumes/observed.ts';
import { resizeProcedure } from '../../../../lib/volumes/procedure.ts';
import { claimsToGrow } from '../../../../lib/volumes/state.ts';
import type { ResizePlan } from '../../../../lib/volumes/steps.ts';
import { Refused, STALE, send } from './api.ts';
import { operate } from './controllers.ts';
import { NEW, observe } from './running.ts';
import { GONE, type World } from './world.ts';

export interface RunOptions {
  guards?: Guards;
  options?: Partial<ResizeOptions>;
  /** `--replicas`. */
  given?: number;
  /** What other writers do right after a write of the run; the first one is number 1. */
  others?: (world: World, writes: number) => void | Promise<void>;
  /** The run is killed after so many writes. */
  killedAfter?: number;
  /** Whether the run may do this write. */
  may?: (write: Write) => boolean;
}

/** How a run ended, by the names of the guards that stopped it and of those that it warned of. */
export interface Ended {
  kind: Outcome<Observed, Action>['kind'] | Decision['kind'] | UndoDecision['kind'];
  refused: string[];
  warned: string[];
  /** What its steps were called, each as it was done. */
  titles: string[];
}

const RUN = { run: 'run-1', version: 'v0.1.0', started: '2026-01-01T00:00:00.000Z' };
const WISH: ResizeOptions = {
  size: NEW,
  mode: 'offline',
  retain: false,
  includeOrphaned: false,
  accepted: new Set(),
};

/** What a run with this target is to do. */
export const planOf = (
  start: Observed,
  target: Target,
  accepted: ReadonlySet<string> = new Set(),
): ResizePlan => ({
  ...target,
  accepted,
  claims: claimsToGrow(start, target.includeOrphaned).map(({ name }) => name),
  sets: start.setNames,
  run: RUN,
});

/** `kubectl monitoring resize-pvc`, with its real decisions and its real procedure. */
export async function resize(world: World, options: RunOptions = {}): Promise<Ended> {
  const { guards = GUARDS, given } = options;
  const wish = { ...WISH, ...options.options };
  const start = observe(world, { given });
  const decision = decide(start, wish, guards);
  if (decision.kind !== 'resize') return endedBefore(decision);
  const { accepted } = wish;
  const fresh = decision.why === 'fresh';
  const denied = fresh ? refusalsOf(guards.rights, start, { ...decision.target, accepted }) : [];
  if (denied.length > 0) return endedBefore({ kind: 'refuse', refusals: denied });
  return carriedOut(world, start, { ...options, plan: planOf(start, decision.target, accepted) });
}

/** `kubectl monitoring undo`. */
export async function undo(world: World, options: RunOptions = {}): Promise<Ended> {
  const { guards = GUARDS, given } = options;
  const wish = { ...WISH, ...options.options };
  const start = observe(world, { given });
  const decision = decideUndo(start, guards);
  if (decision.kind !== 'undo') return endedBefore(decision);
  return carriedOut(world, start, { ...options, plan: planOf(start, decision.target, wish.accepted) });
}

async function carriedOut(
  its: World,
  start: Observed,
  { plan, guards = GUARDS, given, others, killedAfter, may = () => true }: RunOptions & { plan: ResizePlan },
): Promise<Ended> {
  const killed = new AbortController();
  const titles: string[] = [];
  let writes = 0;
  const again = (before: Observed): Observed =>
    observe(its, { given, held: before.held, tried: before.tried });
  const perform = async (action: Action, before: Observed): Promise<Observed> => {
    if (action.kind === 'try') {
      for (const write of action.writes) send(structuredClone(its), write);
      return fold(action, before);
    }
    if (action.kind === 'wait') {
      operate(its);
      const now = again(before);
      if (isDeepStrictEqual(now.objects, before.objects)) throw TIMEOUT;
      return now;
    }
    if (!may(action)) throw new Refused('403: not allowed');
    const answer = send(its, action);
    writes += 1;
    if (writes === killedAfter) killed.abort();
    await others?.(its, writes);
    operate(its);
    return withObject(before, action.of, answer);
  };
  const outcome = await run(resizeProcedure(plan, guards), start, {
    perform,
    observe: async (before) => again(before),
    waits: ({ kind }) => kind === 'wait',
    isStale: (error) => error === STALE,
    isRefused: (error) => error instanceof Refused,
    started: () => {},
    done: ({ title }) => titles.push(title),
    signal: killed.signal,
  });
  if (outcome.kind === 'failed' && !isExpected(outcome.error)) throw outcome.error;
  return {
    kind: outcome.kind,
    refused: namesOf(outcome),
    warned: warningsOf(guards.warnings, start, plan).map(({ name }) => name),
    titles,
  };
}

/** What is waited for does not come. */
const TIMEOUT = new Error('it did not come');

const isExpected = (error: unknown): boolean =>
  error === TIMEOUT || error === GONE || error instanceof Refused;

const endedBefore = (decision: Exclude<Decision | UndoDecision, { target: Target }>): Ended => ({
  kind: decision.kind,
  refused: namesOf(decision),
  warned: [],
  titles: [],
});

const namesOf = (ended: Decision | UndoDecision | Outcome<Observed, Action>): string[] =>
  'refusals' in ended ? ended.refusals.map(({ guard }) => guard) : [];
