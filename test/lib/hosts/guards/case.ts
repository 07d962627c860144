import type { RepairOptions } from '../../../../lib/hosts/decide.ts';
import type { RunOptions, repair } from './runs.ts';
import type { World } from './world.ts';

/** A world in which a single guard prevents a harm. */
export interface Case {
  /** What is seen where the guard is left out, in words. */
  harm: string;
  world(): World;
  /** `repair` when absent. */
  run?: typeof repair;
  options?: Pick<RunOptions, 'options' | 'others' | 'killedAfter'>;
  /** What others do after the run, whatever it has done; then the operator works. */
  afterwards?(world: World): void | Promise<void>;
  /** Whether the harm is there at last. It looks at the world alone, never at what a guard says. */
  isHarmed(world: World): boolean;
  /** The guard that stops the run, where this one only forbids to take the pause back then. */
  stoppedBy?: string;
  /** What a warning's reader does before the run. */
  heeded?: { change?(world: World): void; options?: Partial<RepairOptions> };
}

/** Cases by the name of their guard. */
export type Cases = Record<string, Case>;
