import type * as procedure from '../../procedure/guard.ts';
import type { Observed } from '../observed.ts';
import type { Target } from '../state.ts';

/** A reason not to scale, found in the observation alone. */
export type Guard = procedure.Guard<Observed, Target>;
