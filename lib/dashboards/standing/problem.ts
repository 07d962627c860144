import type { Command } from '../../words/finding.ts';

/** Why a dashboard is not shown, or not as it is meant, in the order of importance. */
export const REASONS = [
  'no-sidecar',
  'label-missing',
  'label-of-other-names',
  'label-value',
  'namespace-not-searched',
  'kind-not-searched',
  'name-not-searched',
  'not-allowed',
  'no-pod',
  'pod-not-ready',
  'log-error',
  'file-removed',
  'no-dashboard',
  'key-not-json',
  'not-text',
  'invalid-json',
  'wrapped',
  'v2-schema',
  'no-title',
  'invalid-uid',
  'same-file',
  'duplicate-uid',
  'duplicate-title',
  'folder-not-read',
  'folder-ignored',
  'read-once',
  'large',
] as const;

export type DashboardReason = (typeof REASONS)[number];

/** One thing that keeps a dashboard from being shown, or that is worth knowing. */
export interface Problem {
  reason: DashboardReason;
  /** A note: the dashboard is shown all the same. */
  isNote?: true;
  /** The file that it is about; absent: the whole container. */
  file?: string;
  /** What is seen, with the values that show it: a sentence without a full stop. */
  evidence: string;
  /** What to do. */
  fix: string;
  /** The command that does it, or that shows more, without connection flags. `into`: the command that reads its output. */
  next?: Pick<Command, 'words' | 'namespace'> & { into?: string[] };
}

/** Orders the most important first. */
export const byImportance = (one: Problem, other: Problem): number =>
  REASONS.indexOf(one.reason) - REASONS.indexOf(other.reason);
