import { fieldsOf } from '../objects/fields.ts';

export type Fields = Record<string, unknown>;

/** A group or a rule, with its path from the object. */
export interface Placed {
  fields: Fields;
  path: string[];
}

/** Where the groups of an object are, and what is there. */
interface Groups {
  groups: unknown;
  groupsPath: string[];
}

export const groupsOf = ({ groups, groupsPath }: Groups): Placed[] => placed(groups, groupsPath);

export const rulesOf = (object: Groups): Placed[] =>
  groupsOf(object).flatMap(({ fields, path }) => placed(fields.rules, [...path, 'rules']));

const placed = (list: unknown, above: string[]): Placed[] =>
  (Array.isArray(list) ? list : []).flatMap((one, at) => {
    const fields = fieldsOf(one);
    return fields ? [{ fields, path: [...above, String(at)] }] : [];
  });

/** Whether a value is a text that is not blank. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
