import { address, naming } from './address.ts';
import { currentState } from './current-state.ts';
import { entry } from './entry.ts';
import type { Guard } from './guard.ts';
import { ownership, rights } from './ownership.ts';
import { resume, undo } from './resume.ts';
import { untouchable } from './untouchable.ts';
import { warnings } from './warnings.ts';

/** Every guard of hosts, by when it is asked. */
export interface Guards {
  /** Before every write, including a pause. */
  untouchable: Guard[];
  /** Before a repair, about what it would write. */
  naming: Guard[];
  /** Before a new repair. */
  entry: Guard[];
  /** Before a run; a dry run only reports it. */
  rights: Guard[];
  /** Before every step inside the bracket. */
  currentState: Guard[];
  ownership: Guard[];
  /** The same, for repairs only and for undos only. */
  address: Guard[];
  undo: Guard[];
  /** Before the resume. */
  resume: Guard[];
  /** Before a run, as warnings that stop nothing. */
  warnings: Guard[];
}

export const GUARDS: Guards = {
  untouchable,
  naming,
  entry,
  rights,
  currentState,
  ownership,
  address,
  undo,
  resume,
  warnings,
};

/** The guards in the order in which they are asked. */
export const listed = (guards: Guards = GUARDS): Guard[] => Object.values(guards).flat();

/** The names that `--accept` takes: overridable checks, never one that protects the disk. */
export const overridableNames = (): string[] =>
  listed().flatMap(({ name, kind }) => (kind === 'overridable' ? [name] : []));
