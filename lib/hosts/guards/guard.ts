import type * as procedure from '../../procedure/guard.ts';
import type { Target } from '../image.ts';
import type { Observed } from '../observed.ts';
import type { Goal, Order } from '../record.ts';

/** What a run is for, as far as guards judge it. */
export interface Aim {
  goal: Goal;
  /** The addresses of the repair, whether they are to be brought in or taken out again. */
  target: Target;
  order: Order;
}

/** One thing that can stand against a change of a host, judged by what is observed alone. */
export interface Guard extends procedure.Guard<Observed, Aim> {
  /** Whether the operator wipes the host if it is resumed while this holds: then not even our own pause is taken back. */
  wipes?: boolean;
}
