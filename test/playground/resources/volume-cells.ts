import { type Obj, text } from '../objects/model.ts';

/** The phase of a volume or a claim, unless it is on its way out. */
export const phaseCell = (object: Obj): string =>
  object.metadata.deletionTimestamp === undefined ? text(object, 'status', 'phase') : 'Terminating';

/** A text, or what tables of volumes and claims say instead of an empty one. */
export const unset = (value: string): string => value || '<unset>';
