import { SEVERITIES, type Severity } from '../words/finding.ts';

/** A check of files, as far as every report shows it. */
export interface LintCheck {
  /** A stable kebab-case word. */
  name: string;
  severity: Severity;
  /** Completes "Prevents: …". */
  prevents: string;
  /** What to do about a finding, without a capital letter and a full stop. */
  fix: string;
}

/** A place in a file. Lines and columns count from 1, in UTF-16 units. */
export interface Place {
  line: number;
  column: number;
  /** The line itself. */
  source: string;
}

/** A finding in a file. */
export interface LintFinding extends Pick<LintCheck, 'severity' | 'fix'>, Place {
  /** The name of its check. */
  check: string;
  message: string;
  /** The file, as the user calls it. */
  path: string;
}

/** What could not be checked or run, as the user would call it, and why. */
export interface Unread {
  path: string;
  reason: string;
  hint: string;
}

/** Whether findings make the exit code 1. */
export const isFailing = (findings: readonly Pick<LintFinding, 'severity'>[], least: Severity): boolean =>
  findings.some(({ severity }) => SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least));
