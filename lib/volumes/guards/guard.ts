import type * as procedure from '../../procedure/guard.ts';
import type { Observed } from '../observed.ts';
import type { Goal, Mode } from '../record.ts';

/** The target of a run, as guards check it. */
export interface Target {
  goal: Goal;
  /** A Kubernetes quantity. */
  size: string;
  mode: Mode;
  /** Whether the retention policy is Retain for the duration of the run. */
  retain: boolean;
  /** The retentionSize to set; absent if it stays as it is. */
  retentionSize?: string | undefined;
  /** Whether to grow the claims of scaled-down replicas, too. */
  includeOrphaned: boolean;
}

/** A reason not to resize, found in the observation alone. */
export type Guard = procedure.Guard<Observed, Target>;
