import type { Platform } from '../../../scripts/plugins.ts';

/** What the header of an executable says of it, and what was put into it. */
export interface Executable extends Platform {
  /** What the SEA start-up code of Node finds as its program, by the way it has on that system. */
  seaResource: Buffer | undefined;
}
