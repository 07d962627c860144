import { OFF, type RunId, type State } from '../state.ts';
import type { Command } from './command.ts';
import { recordIn } from './promises.ts';
import type { Effect, Runner } from './run.ts';
import { controlled, type VolumesSystem } from './system.ts';
import { isMeddled, SIZES, type WorldId, worldOf } from './world.ts';

/** A world and its one remaining run, once everything but the controllers has stopped. */
interface Alone {
  world: WorldId;
  run: RunId;
}

/**
 * The first of these states from which an undisturbed command, started again whenever it ends, can reach a state without a
 * path to its goal. From all others it reaches its goal, as long as every controller eventually acts.
 */
export function endless(
  { runners, partsOf }: Pick<VolumesSystem, 'runners' | 'partsOf'>,
  commands: readonly Command[],
  states: readonly State[],
): State | undefined {
  for (const [index, command] of commands.entries()) {
    const runner = runners[index];
    if (!runner || command.endless) continue;
    const aloneIn = (state: State): Alone => {
      const { subject: world, runs } = partsOf(state);
      return { world, run: runs[index] ?? OFF };
    };
    const stuck = stuckOf(runner, command, states.map(aloneIn));
    if (stuck !== undefined) return states.find((state) => keyOf(aloneIn(state)) === stuck);
  }
  return undefined;
}

function stuckOf(runner: Runner, command: Command, start: Alone[]): string | undefined {
  const all = new Map(start.map((alone) => [keyOf(alone), alone]));
  const before = new Map<string, string[]>();
  const good: string[] = [];
  for (const [key, alone] of all) {
    const { stray, lost } = worldOf(alone.world);
    if (lost || (stray && alone.run === OFF)) good.push(key);
    if (lost) continue;
    const effects = stray && alone.run === OFF ? [] : going(runner, alone);
    if (effects.some((effect) => isGoal(effect, command))) good.push(key);
    for (const next of [...operated(runner, alone), ...effects]) {
      const to = keyOf(next);
      if (!all.has(to)) all.set(to, { world: next.world, run: next.run });
      before.set(to, [...(before.get(to) ?? []), key]);
    }
  }
  const reaching = new Set(good);
  for (const key of reaching) for (const former of before.get(key) ?? []) reaching.add(former);
  return start.map(keyOf).find((key) => !reaching.has(key));
}

const going = (runner: Runner, { world, run }: Alone): Effect[] =>
  runner.effects(run, world).filter(({ kind }) => kind !== 'misfortune');

const operated = (runner: Runner, { world, run }: Alone): Alone[] =>
  controlled(world).map(({ to }) => ({ world: to, run: runner.overtaken(run, world, to) }));

/** It is done, or it refuses because of another writer, another unfinished run, or a smaller size. */
function isGoal({ end, world }: Effect, { goal, options }: Command): boolean {
  if (end === undefined || end === 'done') return end === 'done';
  const found = worldOf(world);
  const record = recordIn(found.record);
  const isOther =
    record !== undefined &&
    (record.goal !== goal ||
      record.size !== options.size ||
      record.mode !== options.mode ||
      (options.retentionSize !== undefined && record.retentionSize !== options.retentionSize));
  const asked = found.replicas.flat().map(({ claim }) => claim?.asked ?? 0);
  const isBigger = Math.max(found.spec.size, ...asked) > SIZES.indexOf(options.size);
  return isMeddled(found) || found.stray === true || isOther || isBigger;
}

const keyOf = ({ world, run }: Alone): string => `${world} ${run}`;
