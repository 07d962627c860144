import { RE2JS } from 're2js';
import type { Labels, Matcher } from './alert-facts.ts';
import { classicMatchers } from './classic-matchers.ts';
import { utf8Matchers } from './utf8-matchers.ts';

/**
 * Matchers as Alertmanager reads them: `severity="critical", team=~"a|b"`, braces optional. None in an empty text. As Alertmanager
 * does, it takes what the classic grammar takes, and what only the one of 0.27 takes (`"a b"="c"`) by that.
 *
 * @throws {SyntaxError} with what is wrong, and where.
 */
export function parseMatchers(text: string): Matcher[] {
  const classic = classicMatchers(text);
  if (classic?.every(({ op, value }) => !isRegular(op) || faultIn(value) === undefined)) return classic;
  return utf8Matchers(text).map(checkedMatcher);
}

/** The matcher. @throws {SyntaxError} if its regular expression is not valid. */
export function checkedMatcher(matcher: Matcher): Matcher {
  const { op, name, value } = matcher;
  const fault = isRegular(op) ? faultIn(value) : undefined;
  if (fault === undefined) return matcher;
  throw new SyntaxError(`the regular expression of the label ${JSON.stringify(name)} is not valid: ${fault}`);
}

/** Whether all matchers match. Their regular expressions have to be valid: what reads matchers refuses others. */
export const isMatch = (matchers: readonly Matcher[], labels: Labels): boolean =>
  matchers.every(({ name, op, value }) => {
    const actual = labelValue(labels, name);
    const isEqual = isRegular(op) ? expressionOf(value).test(actual) : actual === value;
    return isEqual !== op.startsWith('!');
  });

/** The value of a label; empty if there is none of this name. */
export const labelValue = (labels: Labels, name: string): string =>
  Object.hasOwn(labels, name) ? (labels[name] ?? '') : '';

/** A matcher as Alertmanager prints it: `severity="critical"`. A name that is not a classic one is in quotes. */
export const matcherText = ({ name, op, value }: Matcher): string =>
  `${RESERVED.test(name) ? quoted(name) : name}${op}${quoted(value)}`;

/** Characters that a name without quotes cannot have. */
const RESERVED = /[\s{}!=~,\\"'`]/;

/** Matchers as `parseMatchers` reads them: `severity="critical", team=~"a|b"`. */
export const matchersText = (matchers: readonly Matcher[]): string => matchers.map(matcherText).join(', ');

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')}"`;

const isRegular = (op: Matcher['op']): boolean => op.endsWith('~');

function faultIn(value: string): string | undefined {
  try {
    expressionOf(value);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return message.replace(/^error parsing regexp: /, '').replace(/`\^\(\?:(.*)\)\$`$/s, '"$1"');
  }
}

/** Compiled expressions: routes have few, and many alerts are compared with each. */
const compiled = new Map<string, RE2JS>();

/** How many are remembered. */
const MOST_COMPILED = 1_000;

/** Written as Alertmanager writes it, so that `a)|(b` means the same. */
function expressionOf(value: string): RE2JS {
  const before = compiled.get(value);
  if (before) return before;
  const expression = RE2JS.compile(`^(?:${value})$`);
  if (compiled.size < MOST_COMPILED) compiled.set(value, expression);
  return expression;
}
