import { missingRights } from '../../procedure/guard.ts';
import { currentState, ownership, untouchable } from './current-state.ts';
import { around, entry } from './entry.ts';
import type { Guard } from './guard.ts';
import { growing, retaining, taking } from './taking.ts';
import { warnings } from './warnings.ts';

/** Every guard of volumes, by when it is asked. */
export const GUARDS = {
  /** Before every write. */
  untouchable,
  ownership,
  /** Before a resize is begun. */
  entry,
  around,
  /** Before a run; a dry run only says it. */
  rights: [missingRights('an instance from a run that could be begun and not be finished')],
  /** Before every step of a resize. */
  currentState,
  /** Before whatever makes a StatefulSet or its pods go away. */
  taking,
  /** While `--retain-volumes` has the claims released from their owners. */
  retaining,
  /** While the storage grows the volumes. */
  growing,
  /** Said before a run; they stop nothing. */
  warnings,
} satisfies Record<string, Guard[]>;

export type Guards = Record<keyof typeof GUARDS, Guard[]>;

/** The guards in the order in which they are asked. */
export const listed = (guards: Guards = GUARDS): Guard[] => Object.values(guards).flat();
