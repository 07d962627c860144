import { isDeepStrictEqual } from 'node:util';
import { load, YAMLException } from 'js-yaml';
import { isText } from '../lint/placed.ts';
import { secondsOf } from '../objects/duration.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { itemsOf } from '../versions/install.ts';
import type { LoadedRule } from './loaded.ts';
import { groupsOf, rulesOf } from './placed.ts';
import type { StoredRule } from './rule-facts.ts';

/** Whether a rule file has the expressions of a rule object, in their order. */
export function hasExpressions({ groups }: StoredRule, text: string): boolean {
  const expressions = (all: unknown): string[] =>
    rulesOf({ groups: all, groupsPath: [] }).map(({ fields }) => textOf(fields.expr));
  try {
    return isDeepStrictEqual(expressions(fieldsOf(load(text))?.groups), expressions(groups));
  } catch (error) {
    // The file is not the operator's.
    if (error instanceof YAMLException) return false;
    throw error;
  }
}

/**
 * Whether the loaded rules are those of the object. Prometheus prints expressions in a form of its own, so they are not compared, and
 * the operator may add labels.
 */
export function isCurrent({ groups }: StoredRule, loaded: readonly LoadedRule[] | undefined): boolean {
  // Prometheus lists the groups of a file, not the file.
  if (!loaded) return groupsOf({ groups, groupsPath: [] }).length === 0;
  const wanted = rulesOf({ groups, groupsPath: [] });
  return (
    wanted.length === loaded.length &&
    // Prometheus sorts its groups by name.
    wanted.length === matched(groups, loaded)
  );
}

function matched(groups: unknown, loaded: readonly LoadedRule[]): number {
  const byGroup = Map.groupBy(loaded, ({ group }) => group);
  return groupsOf({ groups, groupsPath: [] }).reduce((sum, { fields }) => {
    const own = byGroup.get(textOf(fields.name)) ?? [];
    return sum + itemsOf(fields.rules).filter((rule, at) => isSame(rule, own[at])).length;
  }, 0);
}

function isSame(rule: Record<string, unknown>, loaded: LoadedRule | undefined): boolean {
  if (!loaded || textOf(rule.alert || rule.record) !== loaded.name) return false;
  const [labels, annotations] = [fieldsOf(rule.labels) ?? {}, fieldsOf(rule.annotations) ?? {}];
  return (
    isText(rule.alert) === (loaded.type === 'alerting') &&
    (secondsOf(rule.for ?? 0) ?? loaded.duration) === loaded.duration &&
    Object.entries(labels).every(([key, value]) => loaded.labels[key] === value) &&
    Object.entries(annotations).every(([key, value]) => loaded.annotations[key] === value) &&
    Object.keys(annotations).length === Object.keys(loaded.annotations).length
  );
}
