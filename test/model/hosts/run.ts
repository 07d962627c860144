import type { HostObject } from '../../../lib/hosts/host.ts';
import { type Observed, withObject } from '../../../lib/hosts/observed.ts';
import type { RunPlan } from '../../../lib/hosts/procedure.ts';
import { applyMergePatch } from '../../../lib/objects/merge-patch.ts';
import { OFF, type RunId } from '../state.ts';
import type { Author } from './blame.ts';
import { type Coming, type Command, coming, planOf } from './command.ts';
import { type HostId, hostOf, idOf } from './host.ts';
import { brokenAtEnd, brokenBy } from './promises.ts';
import type { Rules } from './rules.ts';

/** A host and a run, and the promises broken by the step to them. */
interface Landing {
  host: HostId;
  run: RunId;
  broken: readonly string[];
}

/** A possible next step of a run, and its result. */
export interface Effect extends Landing {
  kind: 'read' | 'request' | 'misfortune';
  what: string;
  author: Author;
}

/** A command as an actor: the real decisions, driven like the runner of `lib/procedure/procedure.ts`. */
export interface Runner {
  /** The possible next steps on this host. */
  effects(run: RunId, host: HostId): readonly Effect[];
  /** The run after another writer has changed this host. */
  overtaken(run: RunId, host: HostId): RunId;
}

/**
 * A run between two requests. It may crash there, which covers crashes before and after a request: a request whose answer is
 * lost was applied or not. Giving up is not a separate case: it leaves the same state as a crash.
 */
interface Run {
  plan: RunPlan;
  held: boolean;
  /** The address of its goal, once it has seen it in the spec. */
  placed: Observed['placed'];
  withdrawing: boolean;
  /** The copy on which its next request is decided; a stale copy only leads to a conflict. */
  copy: 'current' | 'outdated' | HostId;
}

/** Returns the runner of a command. Commands that differ only by name share one, with its cached decisions. */
export function runnersOf(rules: Rules): (command: Command) => Runner {
  const known = new Map<string, Runner>();
  return (command) => {
    const key = JSON.stringify([command.goal, command.options, [...command.options.accepted]]);
    const runner = known.get(key) ?? runnerOf(command, rules);
    known.set(key, runner);
    return runner;
  };
}

function runnerOf(command: Command, rules: Rules): Runner {
  const runs: (Run | undefined)[] = [undefined];
  const numbers = new Map<string, RunId>();
  const decided: Coming[][] = [];
  const effects: Effect[][][] = [];
  const overtaken: RunId[] = [];

  function numberOf(run: Run): RunId {
    const text = JSON.stringify(run);
    const number = numbers.get(text) ?? runs.push(run) - 1;
    numbers.set(text, number);
    return number;
  }

  function effectsOn(host: HostId, number: RunId): Effect[] {
    const run = runs[number];
    if (run === undefined) return begin(host);
    const sent = (): Effect => send(run, host, decided[number]?.[host] ?? comingOf(run, host));
    const crash = effect('misfortune', 'crashes', { host, run: OFF, broken: [] });
    if (run.copy === 'outdated')
      return [
        effect('read', 'gets a conflict and reads again', goesOn(host, { ...run, copy: 'current' })),
        crash,
      ];
    if (run.withdrawing) return [sent(), crash];
    const refused = goesOn(host, { ...run, withdrawing: true });
    return [sent(), effect('misfortune', 'is refused by the server', refused), crash];
  }

  function begin(host: HostId): Effect[] {
    const observed = hostOf(host);
    const plan = planOf(command, observed, rules);
    if (!plan) return [];
    const run: Run = {
      plan,
      held: observed.held,
      placed: observed.placed,
      withdrawing: false,
      copy: 'current',
    };
    return [effect('read', 'starts, and reads the host', goesOn(host, run))];
  }

  function send(run: Run, host: HostId, { observed, next }: Coming): Effect {
    if (typeof next === 'string') throw new Error(`a run that has ended as ${next} sends nothing`);
    const { title, patch } = next;
    const before = withObject(observed, hostOf(host).object);
    const after = idOf(applyMergePatch<HostObject>(before.object, patch.payload));
    const { held, placed } = withObject(before, hostOf(after).object);
    const then = goesOn(after, { ...run, held, placed, copy: 'current' });
    const isWindow = run.plan.order === 'documented' && patch.part === 'status';
    return {
      ...effect('request', title.toLowerCase(), then),
      author: isWindow ? 'window' : 'ours',
      broken: [...brokenBy(before, hostOf(after), run.plan), ...then.broken],
    };
  }

  /** Continues a run with its copy to its next request or to its end. */
  function goesOn(host: HostId, run: Run): Landing {
    const decision = comingOf(run, host);
    const { observed, next } = decision;
    if (next === 'done') return { host, run: OFF, broken: brokenAtEnd(observed, run.plan) };
    if (next === 'refused')
      return run.withdrawing ? { host, run: OFF, broken: [] } : goesOn(host, { ...run, withdrawing: true });
    const number = numberOf({ ...run, held: observed.held, placed: observed.placed });
    decided[number] ??= [];
    decided[number][host] = decision;
    return { host, run: number, broken: [] };
  }

  function comingOf(run: Run, host: HostId): Coming {
    const copy = hostOf(typeof run.copy === 'number' ? run.copy : host);
    const placed = copy.placed ?? run.placed;
    const seen = { ...copy, held: run.held || copy.held, ...(placed !== undefined && { placed }) };
    return coming(run, seen, rules);
  }

  return {
    effects(run, host) {
      effects[run] ??= [];
      effects[run][host] ??= effectsOn(host, run);
      return effects[run][host];
    },
    overtaken(number, host) {
      const run = runs[number];
      if (run?.copy !== 'current') return number;
      if (!rules.versions) return numberOf({ ...run, copy: host });
      overtaken[number] ??= numberOf({ ...run, copy: 'outdated' });
      return overtaken[number];
    },
  };
}

const effect = (kind: Effect['kind'], what: string, then: Landing): Effect => ({
  kind,
  what,
  author: 'ours',
  ...then,
});
