import type { Write } from '../../../lib/volumes/action.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import type { ResizeRecord } from '../../../lib/volumes/record.ts';
import { isRetained } from '../../../lib/volumes/state.ts';
import type { ResizePlan } from '../../../lib/volumes/steps.ts';
import { OFF, type RunId } from '../state.ts';
import { type Command, coming, planOf } from './command.ts';
import { observationOf } from './observe.ts';
import { brokenAtEnd, brokenBy } from './promises.ts';
import type { Rules } from './rules.ts';
import { type Author, idOf, isMeddled, isSame, type World, type WorldId, worldOf } from './world.ts';
import { changedParts, isThere, type Part, partOf, withPart, written } from './write.ts';

/** How a run ended, including one that never started. */
export type End = 'done' | 'refused';

/** The result of a step of a run, and the promises that it broke. */
interface Landing {
  world: WorldId;
  run: RunId;
  broken: readonly string[];
  end?: End;
}

/** A possible next step of a run. */
export interface Effect extends Landing {
  kind: 'read' | 'request' | 'misfortune';
  what: string;
  /** The resource was changed although the record that this was decided on was gone. */
  stray?: true;
}

/** A command as an actor: the real decisions, driven like the runner of `lib/procedure/procedure.ts`. */
export interface Runner {
  /** The possible next steps in this world. */
  effects(run: RunId, world: WorldId): readonly Effect[];
  /** The run after another actor has changed the world. */
  overtaken(run: RunId, before: WorldId, after: WorldId): RunId;
}

/**
 * A run between two requests: it waits, or its next request is decided and in flight. It may crash there, which covers all
 * crashes: a request whose answer is lost was applied or not. Giving up leaves the same state as a crash.
 */
interface Run {
  plan: ResizePlan;
  held: ResizeRecord | undefined;
  withdrawing: boolean;
  /** The copy on which it decides, and its stale parts. After a write, only the written part is read again. */
  copy: 'current' | 'waits' | 'outdated' | { world: WorldId; stale: Part[] } | Decided;
}

/** A request that was already decided; nothing else of its copy is needed. */
interface Decided extends Request {
  /** What follows its answer: everything is read again, or the run waits. */
  afterwards: 'current' | 'waits';
}

/** A request, and the parts of its copy that the promises need. */
interface Request {
  title: string;
  write: Write;
  author: Author;
  /** The record as the run knew it. */
  record: string | undefined;
}

/** Returns the runner of a command. */
export function runnerOf(command: Command, rules: Rules): Runner {
  const runs: (Run | undefined)[] = [undefined];
  const numbers = new Map<string, RunId>();
  const effects: Effect[][][] = [];
  const overtaken = new Map<string, RunId>();

  function numberOf(run: Run): RunId {
    const text = JSON.stringify(run);
    const number = numbers.get(text) ?? runs.push(run) - 1;
    numbers.set(text, number);
    return number;
  }

  function effectsIn(world: WorldId, number: RunId): Effect[] {
    const run = runs[number];
    if (run === undefined) return begin(world);
    const crash = effect('misfortune', 'crashes', { world, run: OFF, broken: [] });
    if (run.copy === 'waits') {
      const next = goesOn(world, { ...run, copy: 'current' });
      return next.run === number ? [crash] : [effect('read', 'looks again', next), crash];
    }
    const sent =
      run.copy === 'outdated'
        ? effect('read', CONFLICT, goesOn(world, { ...run, copy: 'current' }))
        : send(run, world);
    if (run.withdrawing || sent.kind === 'read') return [sent, crash];
    const refused = goesOn(world, { ...run, withdrawing: true });
    return [sent, effect('misfortune', 'is refused by the server', refused), crash];
  }

  function begin(world: WorldId): Effect[] {
    const observed = observationOf(world);
    const plan = planOf(command, observed, rules);
    if (typeof plan === 'string')
      return [effect('read', `starts, and ends as ${plan}`, { world, run: OFF, broken: [], end: plan })];
    const run: Run = { plan, held: observed.held, withdrawing: false, copy: 'current' };
    return [effect('read', 'starts, and reads everything', goesOn(world, run))];
  }

  function send(run: Run, id: WorldId): Effect {
    const world = worldOf(id);
    const copy = copyOf(run, id);
    const { title, write, author, record } = isDecided(run.copy) ? run.copy : requestOf(run, copy);
    const stale = staleIn(run.copy);
    if (write.kind === 'delete' && !isThere(world, write)) {
      const then = goesOn(id, answered(run, write, { copy, world: id }));
      return effect('read', `${title.toLowerCase()}: is gone already`, then);
    }
    const isConflict =
      write.kind === 'create'
        ? world.record !== undefined
        : !isThere(world, write) || (rules.versions && stale.includes(partOf(write)));
    if (isConflict) return effect('read', CONFLICT, goesOn(id, { ...run, copy: 'current' }));
    const isEnd = write.kind === 'delete' && write.of.kind === 'record';
    const isStray =
      (write.of.kind === 'instance' && world.record === undefined) ||
      (isEnd && !isMeddled(world) && !isSame(worldOf(copy).spec, world.spec));
    const after = { ...written(world, write, author), ...(isStray && { stray: true as const }) };
    const then = goesOn(idOf(after), answered(run, write, { copy, world: idOf(after) }));
    const isEndDenied = isEnd && !run.withdrawing && then.end === 'refused';
    return {
      ...effect('request', title.toLowerCase(), then),
      broken: [
        ...brokenBy(record, world, after, run.plan),
        ...then.broken,
        ...(isEndDenied ? [ENDS_WELL] : []),
      ],
      ...(isStray && { stray: true }),
    };
  }

  function requestOf(run: Run, copy: WorldId): Request {
    const observed = observe(run, copy);
    const next = coming(run, observed, rules);
    if (typeof next === 'string') throw new Error(`a run that ends as ${next} sends nothing`);
    const { record } = worldOf(copy);
    return { ...next, author: isRetained(observed) ? 'ours' : 'reckless', record };
  }

  /** A request whose follow-up is already known. */
  function decided(run: Run, copy: WorldId): Decided | undefined {
    const request = requestOf(run, copy);
    const { write } = request;
    if (write.kind === 'delete') return undefined;
    if (write.of.kind === 'record') return { ...request, afterwards: 'current' };
    const after = idOf(written(worldOf(copy), write, 'ours'));
    return coming(run, observe(run, after), rules) === 'wait'
      ? { ...request, afterwards: 'waits' }
      : undefined;
  }

  /** The run with the answer to its write; the rest of its copy is unchanged. */
  function answered(run: Run, write: Write, { copy, world }: { copy: WorldId; world: WorldId }): Run {
    if (isDecided(run.copy)) return { ...run, copy: run.copy.afterwards };
    if (run.copy === 'current' || (write.of.kind === 'record' && write.kind !== 'delete'))
      return { ...run, copy: 'current' };
    const newer = worldOf(world);
    const stale = staleIn(run.copy).filter((part) => part !== partOf(write));
    return { ...run, copy: copied(idOf(withPart(worldOf(copy), write, newer)), stale, world) };
  }

  /** Continues a run with its copy to its next request, wait or end. */
  function goesOn(world: WorldId, run: Run): Landing {
    if (run.copy === 'waits') return { world, run: numberOf(run), broken: [] };
    const copy = copyOf(run, world);
    const observed = observe(run, copy);
    const next = coming(run, observed, rules);
    if (next === 'done')
      return { world, run: OFF, broken: brokenAtEnd(worldOf(copy), run.plan), end: 'done' };
    if (next === 'refused')
      return run.withdrawing
        ? { world, run: OFF, broken: [], end: 'refused' }
        : goesOn(world, { ...run, withdrawing: true });
    const { held } = observed;
    return {
      world,
      run: numberOf({ ...run, held, ...(next === 'wait' && { copy: 'waits' as const }) }),
      broken: [],
    };
  }

  const copyOf = ({ copy }: Run, world: WorldId): WorldId =>
    typeof copy === 'object' && !isDecided(copy) ? copy.world : world;

  const observe = ({ held }: Run, copy: WorldId): Observed => {
    const observed = observationOf(copy);
    return { ...observed, held: observed.held ?? held };
  };

  function overtake(number: RunId, before: WorldId, after: WorldId): RunId {
    const run = runs[number];
    if (run === undefined || run.copy === 'waits' || run.copy === 'outdated') return number;
    const copy = copyOf(run, before);
    const parts = [
      ...new Set([...staleIn(run.copy), ...changedParts(worldOf(before), worldOf(after))]),
    ].sort();
    const { write } = isDecided(run.copy) ? run.copy : requestOf(run, copy);
    const isInVain = rules.versions && write.kind === 'patch' && parts.includes(partOf(write));
    if (isInVain) return numberOf({ ...run, copy: 'outdated' });
    if (isDecided(run.copy)) return number;
    const kept = copied(copy, parts, after);
    return numberOf({ ...run, copy: kept === 'current' ? kept : (decided(run, copy) ?? kept) });
  }

  return {
    effects(run, world) {
      effects[run] ??= [];
      effects[run][world] ??= effectsIn(world, run);
      return effects[run][world];
    },
    overtaken(run, before, after) {
      if (run === OFF || before === after) return run;
      const key = `${run} ${before} ${after}`;
      const number = overtaken.get(key) ?? overtake(run, before, after);
      overtaken.set(key, number);
      return number;
    },
  };
}

/** A copy without what no decision depends on; one without stale parts is the same as the current world. */
function copied(copy: WorldId, stale: Part[], world: WorldId): Run['copy'] {
  const seen = visible(copy);
  return stale.length === 0 && seen === visible(world) ? 'current' : { world: seen, stale };
}

const isDecided = (copy: Run['copy']): copy is Decided => typeof copy === 'object' && 'afterwards' in copy;

const staleIn = (copy: Run['copy']): Part[] =>
  typeof copy === 'object' && !isDecided(copy) ? copy.stale : [];

const visibles: WorldId[] = [];

/** The world as a reader sees it, without who wrote what and may write. */
function visible(id: WorldId): WorldId {
  visibles[id] ??= idOf(seen(worldOf(id)));
  return visibles[id];
}

const seen = ({ author: _, meddling: { manifest, user }, ...world }: World): World => ({
  ...world,
  ...(world.view && { view: world.spec }),
  meddling: { left: 0, manifest, ...(user && { user }) },
});

const ENDS_WELL = 'a run removes its record only when it is finished';

const CONFLICT = 'gets a conflict and reads again';

const effect = (kind: Effect['kind'], what: string, then: Landing): Effect => ({ kind, what, ...then });
