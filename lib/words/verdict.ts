/**
 * Every verdict of both programs on an object or a run, the most severe first. At risk is the most severe: data will be lost if
 * nothing is done. A host may be wiped; a volume is full or will be. What is degraded does not work, and loses nothing.
 */
export const VERDICTS = [
  'at-risk',
  'failed',
  'interrupted',
  'timed-out',
  'degraded',
  'blocked',
  'findings',
  'unknown',
  'in-progress',
  'declined',
  'paused',
  'repaired',
  'resized',
  'undone',
  'resumed',
  'applied',
  'unchanged',
  'healthy',
  'clean',
] as const;

export type Verdict = (typeof VERDICTS)[number];

/** Exit codes of the commands that say how something stands. */
export const EXIT_CODES = { healthy: 0, 'at-risk': 1, degraded: 1, unknown: 2 } as const satisfies Partial<
  Record<Verdict, number>
>;

/** A verdict as people read it: `at risk`. */
export const verdictText = (verdict: string): string => verdict.replaceAll('-', ' ');

/** Orders the most severe first. */
export const bySeverity = (one: { verdict: Verdict }, other: { verdict: Verdict }): number =>
  VERDICTS.indexOf(one.verdict) - VERDICTS.indexOf(other.verdict);

/** The verdict on several objects: the one that needs attention first; `none` where there are none. */
export const worstVerdict = (verdicts: readonly Verdict[], none: Verdict = 'unchanged'): Verdict =>
  VERDICTS.find((verdict) => verdicts.includes(verdict)) ?? none;
