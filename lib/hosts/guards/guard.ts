import type * as procedure from '../../procedure/guard.ts';
import { NO_TARGET, type Target } from '../image.ts';
import type { Observed } from '../observed.ts';
import type { Goal, Order } from '../record.ts';

/** What a run is for, as far as guards need it. */
export interface Aim {
  goal: Goal;
  /** The addresses that the repair writes or the undo removes. */
  target: Target;
  order: Order;
}

/** A reason not to change a host, decided from the observation alone. */
export interface Guard extends procedure.Guard<Observed, Aim> {
  /** Whether resuming the host while this holds wipes it; then even this run's own pause stays. */
  wipes?: boolean;
}

/** For guards that check the current state only: no new address is written. */
export const NO_AIM: Aim & { accepted: ReadonlySet<string> } = {
  goal: 'repair',
  target: NO_TARGET,
  order: 'documented',
  accepted: new Set(),
};
