import type { Edit, ValuesEdit } from '../../../lib/values/plan-edit.ts';
import type { Subject, ValuesPlan } from '../shared/values/values.ts';

/** The sizes of volumes in values files. */
export const VOLUMES: Subject = {
  what: 'these volumes',
  value: 'size',
  done: 'The volumes have grown',
  suits: (text) => text.includes('volumeClaimTemplate'),
};

/** Loads what plans the edit of a file for a new size. */
export const planSizes = (options: ValuesEdit) => async (): Promise<(text: string) => Edit> => {
  const { planEdit } = await import('../../../lib/values/plan-edit.ts');
  return (text) => planEdit(text, options);
};

/** Of a run that writes no values files. */
export const NO_VALUES: ValuesPlan = {
  subject: VOLUMES,
  given: false,
  commit: false,
  files: [],
  warnings: [],
};
