/** What came of a request, as far as its pace goes: the server took it, or wanted to be asked less (429). */
export type Taking = 'taken' | 'refused';

/** How many requests may be under way at a time, as far as the server's refusals say. */
export interface Pace {
  /** Its whole part counts; Infinity while nothing was refused. */
  limit: number;
  /** How often it was lowered. */
  lowered: number;
}

export const UNLIMITED: Pace = { limit: Number.POSITIVE_INFINITY, lowered: 0 };

/** A request that has been answered. */
interface Answered {
  /** `lowered` of the pace at which it began. */
  begun: number;
  /** How many were under way when it was answered, itself among them. */
  underWay: number;
}

/**
 * The pace after an answer: half of what was under way after a refusal, one more after as many were taken as the limit
 * has. What began before the limit was last lowered was sent at the old pace, and says nothing of the new one.
 */
export function paceAfter(pace: Pace, taking: Taking, { begun, underWay }: Answered): Pace {
  const { limit, lowered } = pace;
  if (begun < lowered) return pace;
  if (taking === 'taken') return pace === UNLIMITED ? pace : { limit: limit + 1 / limit, lowered };
  return { limit: Math.max(1, Math.floor(Math.min(limit, underWay) / 2)), lowered: lowered + 1 };
}
