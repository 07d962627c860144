import { isMap, isScalar, type Node } from 'yaml';
import { parseDocuments } from '../input/yaml-documents.ts';
import { dataOf } from '../input/yaml-leaves.ts';
import { isText } from '../lint/placed.ts';
import { fieldsOf } from '../objects/fields.ts';
import { printableYaml } from '../words/text.ts';
import { ruleObjectsIn } from './rule-objects.ts';

/** A file of promtool's unit tests. */
export interface TestFile {
  /** How many entries `tests` has. */
  count: number;
  /** The entries of `rule_files`: paths and globs from the folder of the file. Empty if promtool has to say what is wrong with them. */
  ruleFiles: readonly string[];
  /** The text with other rule files: all other bytes, and the numbers of the lines, stay as they are. */
  withRuleFiles(names: readonly string[]): string;
}

/** The unit tests in a file; undefined if it has no `tests`. @throws {YamlSyntaxError} */
export function testFileIn(text: string): TestFile | undefined {
  const contents = parseDocuments(text).documents[0]?.contents;
  const tests = isMap(contents) ? fieldsOf(dataOf(contents))?.tests : undefined;
  if (!isMap(contents) || tests === undefined) return undefined;
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === 'rule_files');
  const listed = pair && dataOf(pair.value);
  const ruleFiles = Array.isArray(listed) && listed.every(isText) ? listed : [];
  return {
    count: Array.isArray(tests) ? tests.length : 0,
    ruleFiles,
    withRuleFiles(names) {
      const start = (pair?.key as Node | null | undefined)?.range?.[0];
      const end = (pair?.value as Node | null | undefined)?.range?.[1];
      if (ruleFiles.length === 0 || start === undefined || end === undefined) return text;
      const lines = text.slice(start, end).replaceAll(/[^\n]/g, '');
      return `${text.slice(0, start)}"rule_files": ${JSON.stringify(names)}${lines}${text.slice(end)}`;
    },
  };
}

/** Whether a file of a folder is meant as unit tests, without reading it as YAML. */
export const looksLikeTests = (text: string): boolean =>
  /(?:^|[\s{,])["']?tests["']?\s*:/.test(text) &&
  /(?:^|[\s{,])["']?(?:rule_files|evaluation_interval)["']?\s*:/.test(text);

/**
 * Rule files as promtool reads them, one for each rule object; undefined if the file itself is one.
 *
 * @throws {YamlSyntaxError}
 */
export function unwrapped(text: string): string[] | undefined {
  const objects = ruleObjectsIn(text);
  const isPlain = objects.every(({ kind, sourceMap }) => kind === undefined && sourceMap.text === text);
  if (objects.length > 0 && isPlain) return undefined;
  return objects.map(({ groups }) => printableYaml(JSON.stringify({ groups: forPrometheus(groups) })));
}

/** Without the field of Thanos, which the operator leaves out for Prometheus, too. */
const forPrometheus = (groups: unknown): unknown =>
  Array.isArray(groups)
    ? groups.map((group) => {
        const { partial_response_strategy: _, ...rest } = fieldsOf(group) ?? {};
        return fieldsOf(group) ? rest : group;
      })
    : groups;
