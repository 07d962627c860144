/** Every verdict of both programs on an object or a run, those first that need attention first. */
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

/** A verdict as people read it: `at risk`. */
export const verdictText = (verdict: string): string => verdict.replaceAll('-', ' ');

/** The verdict on several objects: the one that needs attention first; `none` where there are none. */
export const worstVerdict = (verdicts: readonly Verdict[], none: Verdict = 'unchanged'): Verdict =>
  VERDICTS.find((verdict) => verdicts.includes(verdict)) ?? none;
