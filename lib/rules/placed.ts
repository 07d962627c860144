import { type Placed, placed } from '../lint/placed.ts';

/** Where the groups of an object are, and what is there. */
interface Groups {
  groups: unknown;
  groupsPath: string[];
}

export const groupsOf = ({ groups, groupsPath }: Groups): Placed[] => placed(groups, groupsPath);

export const rulesOf = (object: Groups): Placed[] =>
  groupsOf(object).flatMap(({ fields, path }) => placed(fields.rules, [...path, 'rules']));
