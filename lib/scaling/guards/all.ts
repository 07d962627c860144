import { missingRights } from '../../procedure/guard.ts';
import { deletion } from './deletion.ts';
import { during, untouchable } from './during.ts';
import { entry } from './entry.ts';
import type { Guard } from './guard.ts';
import { rules } from './rules.ts';
import { warnings } from './warnings.ts';

/** Every guard of a change of replicas, by when it is checked. */
export const GUARDS = {
  /** Before every write, and while the run waits. */
  untouchable,
  during,
  /** Before the number is set. */
  entry: [...rules, ...entry],
  deletion,
  /** Before a run; a dry run only reports it. */
  rights: [missingRights('starting a run that lacks the rights to finish')],
  /** Printed before a run; they stop nothing. */
  warnings,
} satisfies Record<string, Guard[]>;

export type Guards = Record<keyof typeof GUARDS, Guard[]>;

/** The guards in the order in which they are checked. */
export const listed = (guards: Guards = GUARDS): Guard[] => Object.values(guards).flat();
