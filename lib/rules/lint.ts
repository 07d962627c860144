import { linesOf } from '../input/source-map.ts';
import { type Check, SEVERITIES, type Severity } from './check.ts';
import { CHECKS } from './checks.ts';
import { type RuleObject, ruleObjectsIn } from './rule-objects.ts';

/** A finding in a text. Lines and columns count from 1, in UTF-16 units. */
export interface RuleFinding extends Pick<Check, 'severity' | 'fix'> {
  check: string;
  message: string;
  line: number;
  column: number;
  /** The line of the file that it is in. */
  source: string;
}

/**
 * The findings in a YAML or JSON file by their places, and the number of its rule objects.
 *
 * @throws {YamlSyntaxError}
 */
export function lintText(text: string): { objects: number; findings: RuleFinding[] } {
  const objects = ruleObjectsIn(text);
  const placeOf = placesIn(text);
  const findings = objects.flatMap((object) => {
    const offsetOf = offsetsIn(object);
    return CHECKS.flatMap(({ name, severity, fix, check }) =>
      check(object).map(({ path, message }) => ({
        check: name,
        severity,
        message,
        fix,
        ...placeOf(offsetOf(path)),
      })),
    );
  });
  return { objects: objects.length, findings: findings.toSorted(byPlace) };
}

/** Whether findings make the exit code 1. */
export const isFailing = (findings: readonly Pick<RuleFinding, 'severity'>[], least: Severity): boolean =>
  findings.some(({ severity }) => SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least));

const byPlace = (one: RuleFinding, other: RuleFinding): number =>
  one.line - other.line || one.column - other.column;

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

/** Finds lines and columns in a text by offset. */
export function placesIn(text: string): (offset: number) => Pick<RuleFinding, 'line' | 'column' | 'source'> {
  const lines = linesOf(text);
  return (offset) => {
    const { line, col: column } = lines.linePos(offset);
    const end = (lines.lineStarts[line] ?? text.length + 1) - 1;
    const source = text.slice(offset - column + 1, text[end - 1] === '\r' ? end - 1 : end);
    return { line, column, source };
  };
}
