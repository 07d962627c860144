import type { Fault } from '../fault.ts';
import type { HostScene } from './scene.ts';

/** One thing that goes wrong in the life of a host. */
export interface HostFault extends Fault<HostScene> {
  /** The guard that may refuse the same command afterwards, until the user overrides it. */
  accept?: string;
  /** The writer whom a run that it leaves unfinished has to name. */
  names?: string;
  /** The addresses, beside the goal's, that others may have left the host with. */
  leaves?: readonly string[];
  /** The writer in the way of the same command reverts its change; `says` is what the command has to have said. */
  gives?: { says: string; way(scene: HostScene): Promise<unknown> };
}
