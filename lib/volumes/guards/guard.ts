import type * as procedure from '../../procedure/guard.ts';
import type { Observed } from '../observed.ts';
import type { Goal, Mode } from '../record.ts';

/** What a run is for, as far as guards judge it. */
export interface Aim {
  goal: Goal;
  /** The size asked for, a Kubernetes quantity. */
  size: string;
  mode: Mode;
  /** Whether the retention policy is to be set to Retain for the time of the run. */
  retain: boolean;
  /** The retentionSize that it is to have afterwards; absent where that stays as it is. */
  retentionSize?: string | undefined;
  /** Whether claims of replicas that were scaled away are to be grown too. */
  includeLeftovers: boolean;
}

/** One thing that can stand against a resize, judged by what is observed alone. */
export type Guard = procedure.Guard<Observed, Aim>;
