import { type Action, fold } from '../../../../lib/hosts/action.ts';
import {
  type Decision,
  decide,
  decideUndo,
  type RepairOptions,
  type UndoDecision,
} from '../../../../lib/hosts/decide.ts';
import { GUARDS, type Guards } from '../../../../lib/hosts/guards/all.ts';
import type { Aim } from '../../../../lib/hosts/guards/guard.ts';
import { resuming } from '../../../../lib/hosts/manual-pause.ts';
import { type HostContext, type Observed, observed, withObject } from '../../../../lib/hosts/observed.ts';
import { hostProcedure } from '../../../../lib/hosts/procedure.ts';
import { remediationOf } from '../../../../lib/hosts/remediation.ts';
import type { KubeObject } from '../../../../lib/kube/api/types.ts';
import { refusalsOf as refusals, warningsOf } from '../../../../lib/procedure/guard.ts';
import { nextMove, type Outcome, run } from '../../../../lib/procedure/procedure.ts';
import { GROUP, RECORD } from '../../../support/records.ts';
import { hostOf, operate, type World, write } from './world.ts';

export interface RunOptions {
  guards?: Guards;
  options?: Partial<RepairOptions>;
  /** What other writers do right after a patch of the run; the first patch is number 1. */
  others?: (world: World, patches: number) => void | Promise<void>;
  /** The run is killed after so many patches. */
  killedAfter?: number;
}

/** How a run ended, by the names of the guards that stopped it and of those that it warned of. */
export interface Ended {
  refused: string[];
  warned: string[];
}

/** `kubectl bmh repair`, with its real decisions and its real procedure. */
export async function repair(world: World, options: RunOptions = {}): Promise<Ended> {
  const { guards = GUARDS } = options;
  const wish = {
    accepted: new Set<string>(),
    preventive: false,
    order: 'documented',
    ...options.options,
  } as const;
  const start = observe(world);
  const decision = decide(start, wish, guards);
  if (decision.kind !== 'repair') return { refused: refusalsOf(decision), warned: [] };
  const { target, order } = decision;
  return carriedOut(world, start, {
    ...options,
    guards,
    aim: { goal: 'repair', target, order },
    options: wish,
  });
}

/** `kubectl bmh undo`. */
export async function undo(world: World, options: RunOptions = {}): Promise<Ended> {
  const { guards = GUARDS } = options;
  const wish = { accepted: new Set<string>(), ...options.options };
  const start = observe(world);
  const decision = decideUndo(start, wish, guards);
  if (decision.kind !== 'undo') return { refused: refusalsOf(decision), warned: [] };
  const { target } = decision.record;
  const aim = { goal: 'undo', target, order: 'safe' } as const;
  return carriedOut(world, start, { ...options, guards, aim, options: wish });
}

/** `kubectl bmh resume`. */
export async function resume(world: World, { guards = GUARDS }: RunOptions = {}): Promise<Ended> {
  const move = nextMove(resuming(guards), observe(world));
  if (move.kind === 'act') write(world, move.action.payload);
  return { refused: move.kind === 'refuse' ? move.refusals.map(({ guard }) => guard) : [], warned: [] };
}

async function carriedOut(
  world: World,
  start: Observed,
  { guards, aim, options: wish, others, killedAfter }: RunOptions & Carried,
): Promise<Ended> {
  const killed = new AbortController();
  let patches = 0;
  const perform = async (action: Action, before: Observed): Promise<Observed> => {
    if (action.kind !== 'patch') return fold(action, before);
    if (action.resourceVersion !== hostOf(world).metadata.resourceVersion) throw STALE;
    const answer = write(world, action.payload);
    patches += 1;
    if (patches === killedAfter) killed.abort();
    await others?.(world, patches);
    operate(world);
    return withObject(before, answer);
  };
  const denied = refusals(guards.rights, start, { ...aim, accepted: wish.accepted });
  if (denied.length > 0) return { refused: denied.map(({ guard }) => guard), warned: [] };
  const { run: id, version, started } = RECORD;
  const plan = { ...aim, accepted: wish.accepted, run: { run: id, version, started } };
  const outcome = await run(hostProcedure(plan, guards), start, {
    perform,
    observe: async (before) => withObject(before, structuredClone(hostOf(world)), surroundingsOf(world)),
    isStale: (error) => error === STALE,
    isRefused: () => false,
    started: () => {},
    done: () => {},
    signal: killed.signal,
  });
  return {
    refused: refusalsOf(outcome),
    warned: warningsOf(guards.warnings, start, aim).map(({ name }) => name),
  };
}

interface Carried {
  guards: Guards;
  aim: Aim;
  options: Pick<RepairOptions, 'accepted'>;
}

/** What the API answers to a write that was decided on an older copy: 409. */
const STALE = new Error('the object has been modified');

const observe = (world: World): Observed =>
  observed(structuredClone(hostOf(world)), GROUP, surroundingsOf(world));

function surroundingsOf({ context, machine }: World): HostContext {
  const remediation = machine && remediationOf(machine, [HEALTH_CHECK]);
  return { ...context, ...(remediation && { remediation }) };
}

/** One that watches every Machine of the cluster. */
const HEALTH_CHECK = {
  metadata: { namespace: 'metal', name: 'workers-unhealthy' },
  spec: { clusterName: 'prod', selector: {} },
} as KubeObject;

const refusalsOf = (ended: Decision | UndoDecision | Outcome<Observed, Action>): string[] =>
  'refusals' in ended ? ended.refusals.map(({ guard }) => guard) : [];
