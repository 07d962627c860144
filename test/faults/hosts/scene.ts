import type { Stage } from '../../support/stage.ts';
import type * as faults from '../scene.ts';
import type { HostProcedure } from './procedures.ts';

/** A broken host of its own, on a stage where the operator runs. */
export interface Place {
  stage: Stage;
  namespace: string;
  name: string;
}

/** One case while it is played: the host, and what has happened to it. */
export interface HostScene extends faults.Scene, Place {
  procedure: HostProcedure;
  /** Whether another user removed the pause while the two addresses differed, with what the documented order leaves. */
  sawWindow: boolean;
}
