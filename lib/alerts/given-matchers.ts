import type { Matcher } from './alert-facts.ts';
import { parseMatchers } from './matchers.ts';

/**
 * The matchers that a user gives as arguments, one or several in each. As for amtool, a first argument without an operator is the
 * name of an alert.
 *
 * @throws {SyntaxError} that names the argument and what is wrong with it.
 */
export const givenMatchers = (args: readonly string[]): Matcher[] =>
  args.flatMap((text, at) =>
    at === 0 && ALERT_NAME.test(text)
      ? [{ name: 'alertname', op: '=' as const, value: text }]
      : matchersIn(text),
  );

/** Text without any sign of a matcher, in which an alert's name may have spaces. */
const ALERT_NAME = /^[^={}!~,"'`\\]*[^\s={}!~,"'`\\][^={}!~,"'`\\]*$/;

function matchersIn(text: string): Matcher[] {
  try {
    const matchers = parseMatchers(text);
    if (matchers.length > 0) return matchers;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(`invalid matcher ${JSON.stringify(text)}: ${error.message}`);
  }
  throw new SyntaxError(`invalid matcher ${JSON.stringify(text)}: it is empty`);
}
