import { isScalar } from 'yaml';
import { scalarSource } from '../input/source-map.ts';
import type { LintFinding } from '../lint/finding.ts';
import { isText } from '../lint/placed.ts';
import { placesIn } from '../lint/places.ts';
import type { FirstRule, Run, Source } from './check.ts';
import { CHECKS } from './checks.ts';
import { contextOf, ruleKey } from './first-rules.ts';
import { type RuleObject, ruleObjectsIn } from './rule-objects.ts';

/** A finding in a text. */
export type RuleFinding = Omit<LintFinding, 'path'>;

/**
 * The findings in a YAML or JSON file by their places, and the number of its rule objects.
 *
 * @throws {YamlSyntaxError}
 */
export function findingsIn(
  text: string,
  source: Source = { path: '', read: () => text },
  run: Run = { first: new Map() },
): { objects: number; findings: RuleFinding[] } {
  const objects = ruleObjectsIn(text);
  const context = contextOf(objects, source, run);
  const placeOf = placesIn(text);
  const findings = objects.flatMap((object) => {
    const offsetOf = offsetsIn(object);
    return CHECKS.flatMap(({ name, severity, fix, check }) =>
      check(object, context).map(({ path, message, at, other, fix: own = fix }) => ({
        check: name,
        severity,
        message: other ? `${message}; first at ${firstPlace(other)}` : message,
        fix: own,
        ...placeOf((at === undefined ? undefined : offsetWithin(object, { path, at })) ?? offsetOf(path)),
      })),
    );
  });
  return { objects: objects.length, findings: findings.toSorted(byPlace) };
}

const byPlace = (one: RuleFinding, other: RuleFinding): number =>
  one.line - other.line || one.column - other.column;

/** `path:line`; the path alone if the file was changed or cannot be read again. */
function firstPlace({ source, key }: FirstRule): string {
  let lines = LINES.get(source);
  if (!lines) {
    lines = ruleLines(source);
    LINES.set(source, lines);
  }
  const line = lines.get(key);
  return line === undefined ? source.path : `${source.path}:${line}`;
}

/** One reading for all rules of a file: each of them may be defined again. */
const LINES = new WeakMap<Source, ReadonlyMap<string, number>>();

function ruleLines({ read }: Source): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  try {
    const text = read();
    const placeOf = placesIn(text);
    for (const object of ruleObjectsIn(text)) {
      const offsetOf = offsetsIn(object);
      for (const rule of object.rules) {
        const key = ruleKey(object, rule) ?? '';
        if (!lines.has(key))
          lines.set(
            key,
            placeOf(offsetOf([...rule.path, isText(rule.fields.alert) ? 'alert' : 'record'])).line,
          );
      }
    }
  } catch {
    // The rule was read a moment ago: without its line, the finding still holds.
  }
  return lines;
}

/** Finds where a field of an object is in the file: its first value, or that of the closest field around it if it is not there. */
function offsetsIn({ leaves, sourceMap }: RuleObject): (path: readonly string[]) => number {
  const first = new Map<string, number>();
  for (const { path, node } of leaves)
    for (let length = path.length; node?.range && length >= 0; length -= 1) {
      const key = JSON.stringify(path.slice(0, length));
      // A longer path that is known has all shorter ones.
      if (first.has(key)) break;
      first.set(key, node.range[0]);
    }
  return (path) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const at = first.get(JSON.stringify(path.slice(0, length)));
      if (at !== undefined) return sourceMap.offset(at);
    }
    return sourceMap.offset(0);
  };
}

/** Where in the file a character of a field's text is; undefined if the text is not written literally. */
function offsetWithin(
  { leaves, sourceMap }: RuleObject,
  { path, at }: { path: readonly string[]; at: number },
): number | undefined {
  const key = JSON.stringify(path);
  const leaf = leaves.find((one) => JSON.stringify(one.path) === key);
  return leaf && isScalar(leaf.node) ? scalarSource(leaf.node, sourceMap)?.offset(at) : undefined;
}
