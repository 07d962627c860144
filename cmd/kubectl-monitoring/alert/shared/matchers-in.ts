import type { Matcher } from '../../../../lib/alerts/alert-facts.ts';
import { givenMatchers } from '../../../../lib/alerts/given-matchers.ts';
import { usageError } from '../../../../lib/words/errors.ts';

/** The matchers that the arguments of a call are. @throws {CommandError} for an invalid one. */
export function matchersIn(args: readonly string[]): Matcher[] {
  try {
    return givenMatchers(args);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw usageError(
      error.message,
      `Use matchers such as severity=critical, namespace!=shop or 'node=~"worker-.*"'.`,
    );
  }
}
