import { missingRights } from '../../procedure/guard.ts';
import { around, entry } from './entry.ts';
import type { Guard } from './guard.ts';
import { ownership, standing, untouchable } from './standing.ts';
import { growing, retaining, taking } from './taking.ts';
import { warnings } from './warnings.ts';

/** Every guard of volumes, by when it is asked. */
export interface Guards {
  /** Before every write. */
  untouchable: Guard[];
  ownership: Guard[];
  /** Before a resize is begun. */
  entry: Guard[];
  around: Guard[];
  /** Before a run; a dry run only says it. */
  rights: Guard[];
  /** Before every step of a resize. */
  standing: Guard[];
  /** Before whatever makes a StatefulSet or its pods go away. */
  taking: Guard[];
  /** While `--retain-volumes` has the claims released from their owners. */
  retaining: Guard[];
  /** While the storage grows the volumes. */
  growing: Guard[];
  /** Said before a run; they stop nothing. */
  warnings: Guard[];
}

export const GUARDS: Guards = {
  untouchable,
  ownership,
  entry,
  around,
  rights: [missingRights('an instance from a run that could be begun and not be finished')],
  standing,
  taking,
  retaining,
  growing,
  warnings,
};

/** The guards in the order in which they are asked. */
export const listed = (guards: Guards = GUARDS): Guard[] => Object.values(guards).flat();
