import { fieldsOf } from '../objects/fields.ts';
import type { Matcher } from './alert-facts.ts';
import { checkedMatcher, parseMatchers } from './matchers.ts';

/** Values of a configuration, read as Alertmanager reads them. `where` is their path, for errors: `route.routes[0].matchers`. */

/** An entry of a list, with its path. */
export interface Entry {
  value: unknown;
  where: string;
}

/** The entries of a list, none if it is absent. @throws {SyntaxError} if it is not a list. */
export function listAt(value: unknown, where: string): Entry[] {
  if (!Array.isArray(value ?? [])) throw new SyntaxError(`${where} is not a list`);
  return ((value ?? []) as unknown[]).map((entry, at) => ({ value: entry, where: `${where}[${at}]` }));
}

/** The fields of a map, none if it is absent. @throws {SyntaxError} if it is not a map. */
export function mapAt(value: unknown, where: string): Record<string, unknown> {
  const fields = fieldsOf(value ?? {});
  if (!fields) throw new SyntaxError(`${where} is not a map`);
  return fields;
}

/** A text; empty if it is absent. @throws {SyntaxError} if it is a list or a map. */
export function textAt(value: unknown, where: string): string {
  if (typeof value === 'object' && value !== null) throw new SyntaxError(`${where} is not a text`);
  return value === undefined || value === null ? '' : String(value);
}

/** The texts in a list. @throws {SyntaxError} */
export const textsAt = (value: unknown, where: string): string[] =>
  listAt(value, where).map((entry) => textAt(entry.value, entry.where));

/**
 * The matchers of a route, or of a side of an inhibition rule, in all of the forms that there were: `match`, `match_re`, `matchers`,
 * and the same behind a prefix.
 *
 * @throws {SyntaxError}
 */
export function matchersAt(
  fields: Record<string, unknown>,
  prefix: '' | 'source_' | 'target_',
  where: string,
): Matcher[] {
  const mapped = (key: string, op: Matcher['op']): Matcher[] =>
    Object.entries(mapAt(fields[key], `${where}.${key}`)).map(([name, value]) => {
      const matcher: Matcher = { name, op, value: textAt(value, `${where}.${key}.${name}`) };
      return within(`${where}.${key}`, () => checkedMatcher(matcher));
    });
  const key = `${prefix}matchers`;
  return [
    ...mapped(`${prefix}match`, '='),
    ...mapped(`${prefix}match_re`, '=~'),
    ...listAt(fields[key], `${where}.${key}`).flatMap((entry) => {
      const text = textAt(entry.value, entry.where);
      return within(entry.where, () => parseMatchers(text));
    }),
  ];
}

function within<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError) throw new SyntaxError(`${where}: ${error.message}`);
    throw error;
  }
}
