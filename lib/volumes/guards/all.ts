import { missingRights } from '../../procedure/guard.ts';
import { currentState, ownership, untouchable } from './current-state.ts';
import { deletion, growing, retaining } from './deletion.ts';
import { context, entry } from './entry.ts';
import type { Guard } from './guard.ts';
import { warnings } from './warnings.ts';

/** Every guard of volumes, by when it is checked. */
export const GUARDS = {
  /** Before every write. */
  untouchable,
  ownership,
  /** Before a resize starts. */
  entry,
  context,
  /** Before a run; a dry run only reports it. */
  rights: [missingRights('starting a run that lacks the rights to finish')],
  /** Before every step of a resize. */
  currentState,
  /** Before a step that deletes a StatefulSet or its pods. */
  deletion,
  /** While `--retain-volumes` releases the claims from their owners. */
  retaining,
  /** While the storage grows the volumes. */
  growing,
  /** Printed before a run; they stop nothing. */
  warnings,
} satisfies Record<string, Guard[]>;

export type Guards = Record<keyof typeof GUARDS, Guard[]>;

/** The guards in the order in which they are checked. */
export const listed = (guards: Guards = GUARDS): Guard[] => Object.values(guards).flat();
