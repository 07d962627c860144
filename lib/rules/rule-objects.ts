import { isScalar, type Scalar } from 'yaml';
import { type SourceMap, scalarSource, wholeFile } from '../input/source-map.ts';
import { parseDocuments, YamlSyntaxError } from '../input/yaml-documents.ts';
import { dataOf, type Leaf, leavesOf, rootsOf } from '../input/yaml-leaves.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';

/** A rule object, or a plain rule file of Prometheus, as it was found in a file. */
export interface RuleObject {
  /** Undefined: a plain rule file, which has no labels. */
  kind?: 'MetricsRule' | 'PrometheusRule';
  labels: Record<string, unknown>;
  groups: unknown;
  /** Where the groups are: `spec.groups`, or `groups` in a plain file. */
  groupsPath: string[];
  /** Its values with paths from the object itself, and the text that their ranges refer to. */
  leaves: Leaf[];
  sourceMap: SourceMap;
}

/** How deep manifests may be embedded in each other: a rule in a ConfigMap in a List. */
const DEEPEST = 2;

/**
 * The rule objects of a YAML or JSON file: of each document, each item of a List, and each text that is a manifest or a rule
 * file, such as in a ConfigMap.
 *
 * @throws {YamlSyntaxError}
 */
export const ruleObjectsIn = (text: string): RuleObject[] => objectsOf(wholeFile(text), DEEPEST);

function objectsOf(sourceMap: SourceMap, depth: number): RuleObject[] {
  return parseDocuments(sourceMap.text).documents.flatMap(({ contents }) =>
    rootsOf(contents).flatMap((root) => {
      const leaves = leavesOf(root);
      const value = dataOf(root);
      const object = ruleObject(value, { leaves, sourceMap });
      if (object) return [object];
      // The lines of a Secret are never shown.
      return depth === 0 || fieldsOf(value)?.kind === 'Secret'
        ? []
        : leaves.flatMap(({ node }) => embedded(node, { sourceMap, depth }));
    }),
  );
}

function ruleObject(value: unknown, where: Pick<RuleObject, 'leaves' | 'sourceMap'>): RuleObject | undefined {
  const fields = fieldsOf(value);
  if (!fields) return undefined;
  const kind = textOf(fields.kind);
  if (kind === 'MetricsRule' || kind === 'PrometheusRule') {
    const labels = fieldsOf(fieldsOf(fields.metadata)?.labels) ?? {};
    const groups = fieldsOf(fields.spec)?.groups;
    return { kind, labels, groups, groupsPath: ['spec', 'groups'], ...where };
  }
  const isPlain = fields.kind === undefined && Array.isArray(fields.groups);
  return isPlain ? { labels: {}, groups: fields.groups, groupsPath: ['groups'], ...where } : undefined;
}

function embedded(
  node: Leaf['node'],
  { sourceMap, depth }: { sourceMap: SourceMap; depth: number },
): RuleObject[] {
  if (!isScalar(node) || typeof node.value !== 'string' || !RULES.test(node.value)) return [];
  const inner = scalarSource(node as Scalar, sourceMap);
  if (!inner) return [];
  try {
    return objectsOf(inner, depth - 1);
  } catch (error) {
    if (error instanceof YamlSyntaxError) return [];
    throw error;
  }
}

/** Whether a text in another object looks like a rule object or a rule file. */
const RULES = /^\s*["']?groups["']?:/m;
