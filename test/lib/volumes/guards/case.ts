import type { ResizeOptions } from '../../../../lib/volumes/decide.ts';
import type { RunOptions, resize } from '../world/runs.ts';
import type { World } from '../world/world.ts';

/** A world in which one guard alone stands between a run and a harm. */
export interface Case {
  /** What is seen where the guard is left out, in words. */
  harm: string;
  world(): World | Promise<World>;
  /** `resize` when absent. */
  run?: typeof resize;
  options?: Omit<RunOptions, 'guards'>;
  /** What other writers do after the run; then the controllers work. */
  afterwards?(world: World): void | Promise<void>;
  /** Whether the harm is there at last. It looks at the world alone, never at what a guard says. */
  isHarmed(world: World): boolean;
  /** What a warning's reader does before the run. */
  heeded?: { change?(world: World): void | Promise<void>; options?: Partial<ResizeOptions> };
}

/** Cases by the name of their guard. */
export type Cases = Record<string, Case>;
