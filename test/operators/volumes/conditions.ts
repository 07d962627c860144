import type { Claim, Condition } from './objects.ts';

const OF_RESIZE = ['Resizing', 'FileSystemResizePending', 'ControllerResizeError', 'NodeResizeError'];

/** A condition that holds since `now`. */
export const condition = (type: string, now: string, message?: string): Condition => ({
  type,
  status: 'True',
  lastTransitionTime: now,
  ...(message !== undefined && { message }),
});

/** Whether the claim has a condition of that type. */
export const hasCondition = ({ status: { conditions = [] } }: Claim, type: string): boolean =>
  conditions.some((one) => one.type === type);

/** The claim's conditions and this one, unless it has one of that type already. */
export const withCondition = (claim: Claim, added: Condition): Condition[] => [
  ...(claim.status.conditions ?? []),
  ...(hasCondition(claim, added.type) ? [] : [added]),
];

/** The claim's conditions without those of a resize. */
export const otherConditions = ({ status: { conditions = [] } }: Claim): Condition[] =>
  conditions.filter(({ type }) => !OF_RESIZE.includes(type));
