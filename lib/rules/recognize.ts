import { fieldsOf, textOf } from '../objects/fields.ts';
import { type Expression, readExpression } from '../promql/read.ts';
import type { Rules } from './check.ts';
import { rulesOf } from './placed.ts';

/** How deep manifests may be embedded in each other: a rule in a ConfigMap in a List. */
export const DEEPEST = 2;

/** The rules of an object or a plain rule file; undefined if a value is neither. */
export function rulesIn(value: unknown): Rules | undefined {
  const fields = fieldsOf(value);
  if (!fields) return undefined;
  const kind = textOf(fields.kind);
  if (kind === 'MetricsRule' || kind === 'PrometheusRule') {
    const { namespace, name, labels } = fieldsOf(fields.metadata) ?? {};
    return {
      kind,
      apiVersion: fields.apiVersion,
      namespace,
      name,
      labels: fieldsOf(labels) ?? {},
      ...rulesAt(fieldsOf(fields.spec)?.groups, ['spec', 'groups']),
    };
  }
  if (fields.kind !== undefined || !Array.isArray(fields.groups) || fields.groups.some(isForeign))
    return undefined;
  return { labels: {}, ...rulesAt(fields.groups, ['groups']) };
}

/** Whether a group is in the language of another product: vmalert's groups have a type. */
const isForeign = (group: unknown): boolean => {
  const type = fieldsOf(group)?.type;
  return typeof type === 'string' && type !== 'prometheus';
};

const rulesAt = (
  groups: unknown,
  groupsPath: string[],
): Pick<Rules, 'groups' | 'groupsPath' | 'rules' | 'expressionOf'> => ({
  groups,
  groupsPath,
  rules: rulesOf({ groups, groupsPath }),
  expressionOf: expressions(),
});

function expressions(): Rules['expressionOf'] {
  const known = new Map<string, Expression>();
  return (text) => {
    const expression = known.get(text) ?? readExpression(text);
    known.set(text, expression);
    return expression;
  };
}

/** Whether an object may hold rules in its texts. The lines of a Secret are never shown. */
export const mayEmbed = (value: unknown): boolean => fieldsOf(value)?.kind !== 'Secret';

/** Whether a text in another object looks like a rule object or a rule file. */
export const looksLikeRules = (text: string): boolean => /^[ \t]*["']?groups["']?:/m.test(text);
