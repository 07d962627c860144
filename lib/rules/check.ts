import type { RuleObject } from './rule-objects.ts';

/** Critical: the rule is not loaded or cannot fire. Warning: it may be missed or misread. */
export type Severity = 'critical' | 'warning' | 'info';

/** From the most severe to the least. */
export const SEVERITIES: readonly Severity[] = ['critical', 'warning', 'info'];

/** What a check found in an object: the field, as a path from the object itself, and what is wrong with it. */
export interface Fault {
  path: string[];
  message: string;
}

/** A check of rule objects, as data. */
export interface Check {
  name: string;
  severity: Severity;
  /** Completes "Prevents: …". */
  prevents: string;
  /** What to do about a finding. */
  fix: string;
  check(object: RuleObject): Fault[];
}
