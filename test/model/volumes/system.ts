import type { Step, System } from '../explore.ts';
import { OFF, packing, type State, type States } from '../state.ts';
import { type Change, controllers } from './controllers.ts';
import { others } from './others.ts';
import type { Rules } from './rules.ts';
import { type Runner, runnerOf } from './run.ts';
import type { Scenario } from './scenarios.ts';
import { idOf, isMeddled, type World, type WorldId, worldOf } from './world.ts';

/** The runs of a scenario, all transitions, and how a state is packed. */
export interface VolumesSystem extends System, States {
  runners: readonly Runner[];
}

export const LOST_BY_US = 'no claim is collected because of a run';
export const STOPPED_BY_US = 'no pod is stopped by an online resize';

/** How many states one of two runs may have, and a run alone. */
const MOST = [1, 2 ** 22, 2 ** 15];

export function systemOf({ commands, worlds }: Scenario, rules: Rules): VolumesSystem {
  const actors = commands.map((command) => ({ who: command.name, runner: runnerOf(command, rules) }));
  const states = packing(commands.length, MOST[commands.length] ?? 2);
  const isOnline = commands.every(({ goal, options }) => goal === 'undo' || options.mode === 'online');

  const after = (
    before: WorldId,
    world: WorldId,
    runs: readonly number[],
    index?: number,
    run = OFF,
  ): State =>
    states.stateOf(
      world,
      actors.map(({ runner }, place) =>
        place === index ? run : runner.overtaken(runs[place] ?? OFF, before, world),
      ),
    );

  function happens(id: WorldId, runs: readonly number[], { who, what, world, stopped, to }: Happening): Step {
    const loss = world.lost ? culprit(world) : undefined;
    return {
      who,
      what,
      to: after(id, to, runs),
      broken: [
        ...(loss === 'ours' ? [LOST_BY_US] : []),
        ...(isOnline && stopped && !isMeddled(world) ? [STOPPED_BY_US] : []),
      ],
      ...(loss !== undefined && { loss }),
    };
  }

  return {
    ...states,
    runners: actors.map(({ runner }) => runner),
    initial: worlds.map((world) =>
      states.stateOf(
        idOf(world),
        actors.map(() => OFF),
      ),
    ),
    steps(state) {
      const { subject: id, runs } = states.partsOf(state);
      const world = worldOf(id);
      if (world.lost) return [];
      const going = actors.flatMap(({ who, runner }, index) =>
        (world.stray && !runs[index] ? [] : runner.effects(runs[index] ?? OFF, id)).map(
          ({ what, world: next, run, broken, stray }): Step => ({
            who,
            what,
            to: after(id, next, runs, index, run),
            broken,
            ...(stray && { loss: 'stray' }),
          }),
        ),
      );
      return [...[...controlled(id), ...meddled(id)].map((change) => happens(id, runs, change)), ...going];
    },
  };
}

/** A change, and the number of the resulting world. */
type Happening = Change & { to: WorldId };

/** What the controllers can do in a world. */
export const controlled = happenings(controllers);
const meddled = happenings(others);

/** The changes that have an effect; computed once for each world. */
function happenings(changes: (world: World) => Change[]): (id: WorldId) => readonly Happening[] {
  const known: Happening[][] = [];
  return (id) => {
    known[id] ??= changes(worldOf(id))
      .map((change) => ({ ...change, to: idOf(change.world) }))
      .filter(({ to }) => to !== id);
    return known[id];
  };
}

/**
 * Who is to blame for a lost claim: a run whose observation showed the danger, or one without another writer of the
 * retention policy; `late`: another user changed the policy before the operator had caught up.
 */
function culprit({ author, meddling }: World): string {
  if (author === 'reckless') return 'ours';
  if (author === 'ours') return meddling.policy ? 'late' : 'ours';
  return 'others';
}
