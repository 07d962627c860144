import { fieldsOf } from '../objects/fields.ts';

export type Fields = Record<string, unknown>;

/** Fields somewhere in an object, with their path from it. */
export interface Placed {
  fields: Fields;
  path: string[];
}

/** The entries of a list that have fields. */
export const placed = (list: unknown, above: readonly string[]): Placed[] =>
  (Array.isArray(list) ? list : []).flatMap((one, at) => {
    const fields = fieldsOf(one);
    return fields ? [{ fields, path: [...above, String(at)] }] : [];
  });

/** Whether a value is a text that is not blank. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
