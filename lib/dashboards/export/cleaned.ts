/** A dashboard without what belongs to the UI that it comes from. */
export interface Cleaned {
  dashboard: Record<string, unknown>;
  /** What was changed that a user may not expect: sentences. */
  changes: string[];
  /** What was left that has to be looked at: sentences. */
  doubts: string[];
}
