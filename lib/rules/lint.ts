import { loadAll, YAMLException } from 'js-yaml';
import { isText } from '../lint/placed.ts';
import { fieldsOf } from '../objects/fields.ts';
import type { Expected, Rules, Run, Source } from './check.ts';
import { CHECKS } from './checks.ts';
import type { RuleFinding } from './findings.ts';
import { contextOf } from './first-rules.ts';
import type { Fixed } from './fix.ts';
import { DEEPEST, looksLikeRules, mayEmbed, rulesIn } from './recognize.ts';

/**
 * The findings in a YAML or JSON file by their places, and the number of its rule objects. Most files have no finding, so they are
 * read without places first, which is several times faster.
 *
 * @throws {YamlSyntaxError}
 */
export async function lintText(
  text: string,
  source: Source,
  run: Run,
): Promise<{ objects: number; findings: RuleFinding[] }> {
  const rules = ANCHOR.test(text) ? undefined : plainRules(text, DEEPEST);
  const context = contextOf(rules ?? [], source, run);
  if (rules?.every((object) => CHECKS.every(({ check }) => check(object, context).length === 0)))
    return { objects: rules.length, findings: [] };
  return (await import('./findings.ts')).findingsIn(text, source, run);
}

/**
 * Fixes what is mechanical in a YAML or JSON file. Most files have nothing to fix, so they are read without places first.
 *
 * @throws {YamlSyntaxError}
 */
export async function fixText(text: string, expected: Expected): Promise<Fixed> {
  const context = { ...expected, others: new Map() };
  const rules = ANCHOR.test(text) ? undefined : plainRules(text, DEEPEST);
  const isFixable = (object: Rules): boolean =>
    CHECKS.some(({ check }) => check(object, context).some(({ edit }) => edit !== undefined));
  if (rules && !rules.some(isFixable)) return { text, fixed: 0 };
  return (await import('./fix.ts')).fixObjects(text, context);
}

/** The expressions of a YAML or JSON file. @throws {YamlSyntaxError} */
export async function expressionsIn(text: string): Promise<string[]> {
  const plain = ANCHOR.test(text) ? undefined : plainRules(text, DEEPEST);
  const objects = plain ?? (await import('./rule-objects.ts')).ruleObjectsIn(text);
  return objects.flatMap(({ rules }) => rules.map(({ fields }) => fields.expr)).filter(isText);
}

/** An anchor may lead in circles, which only the reading with places can handle. */
const ANCHOR = /(?:^|[\s[{,:-])&[^\s&]/;

/** The rules of a file; undefined if it has to be read again to say what is wrong. */
function plainRules(text: string, depth: number): Rules[] | undefined {
  try {
    return loadAll(text).flatMap((document) => rulesBelow(document, depth));
  } catch (error) {
    if (error instanceof YAMLException) return undefined;
    throw error;
  }
}

function rulesBelow(value: unknown, depth: number): Rules[] {
  const fields = fieldsOf(value);
  const { kind, items } = fields ?? {};
  if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items))
    return items.flatMap((item) => rulesBelow(item, depth));
  const rules = rulesIn(value);
  if (rules) return [rules];
  return depth === 0 || !mayEmbed(value)
    ? []
    : textsIn(value)
        .filter(looksLikeRules)
        .flatMap((text) => plainRules(text, depth - 1) ?? []);
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];
