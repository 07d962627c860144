import { isScalar, type Scalar } from 'yaml';
import { type SourceMap, scalarSource, wholeFile } from '../input/source-map.ts';
import { parseDocuments, YamlSyntaxError } from '../input/yaml-documents.ts';
import { dataOf, type Leaf, leavesOf, rootsOf } from '../input/yaml-leaves.ts';
import type { Rules } from './check.ts';
import { DEEPEST, looksLikeRules, mayEmbed, rulesIn } from './recognize.ts';

/** Rules as they were found in a file. */
export interface RuleObject extends Rules {
  /** Its values with paths from the object itself, and the text that their ranges refer to. */
  leaves: Leaf[];
  /** Its node. */
  root: unknown;
  sourceMap: SourceMap;
}

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
      const rules = rulesIn(value);
      if (rules) return [{ ...rules, leaves, root, sourceMap }];
      return depth === 0 || !mayEmbed(value)
        ? []
        : leaves.flatMap(({ node }) => embedded(node, { sourceMap, depth }));
    }),
  );
}

function embedded(
  node: Leaf['node'],
  { sourceMap, depth }: { sourceMap: SourceMap; depth: number },
): RuleObject[] {
  if (!isScalar(node) || typeof node.value !== 'string' || !looksLikeRules(node.value)) return [];
  const inner = scalarSource(node as Scalar, sourceMap);
  if (!inner) return [];
  try {
    return objectsOf(inner, depth - 1);
  } catch (error) {
    if (error instanceof YamlSyntaxError) return [];
    throw error;
  }
}
