import { sanitize } from './sanitize.ts';

/** What else may keep a host in the error, as lines below a report. */
export const causeLines = (causes: readonly string[]): string[] =>
  causes.length > 0 ? ['Other possible causes:', ...causes.map((cause) => `  - ${sanitize(cause)}`)] : [];
