/** Every way in which a command, an object or a run can come out. No command has words of its own for that. */
export const VERDICTS = [
  'interrupted',
  'failed',
  'timed-out',
  'blocked',
  'at-risk',
  'degraded',
  'findings',
  'unknown',
  'declined',
  'in-progress',
  'repaired',
  'resized',
  'undone',
  'paused',
  'resumed',
  'applied',
  'unchanged',
  'healthy',
  'clean',
] as const;

export type Verdict = (typeof VERDICTS)[number];

/** A verdict as people read it: `at risk`. */
export const verdictText = (verdict: string): string => verdict.replaceAll('-', ' ');

/** The verdict on several objects: the one that needs attention first; `unchanged` where there are none. */
export const worstVerdict = (verdicts: readonly Verdict[]): Verdict =>
  VERDICTS.find((verdict) => verdicts.includes(verdict)) ?? 'unchanged';
