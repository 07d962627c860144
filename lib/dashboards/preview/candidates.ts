import { jsonIn } from '../../input/json.ts';
import { containerOf } from '../container.ts';
import { definitionOf } from '../definition.ts';
import { jsonObjects, yamlObjects } from '../lint/read-files.ts';

/** A dashboard of a file, plain or in a container. */
export interface Candidate {
  /** The file of the container that it is in; undefined if it is in none. */
  key: string | undefined;
  value: unknown;
}

/** The dashboards in a JSON or YAML file. @throws {YamlSyntaxError} */
export const candidatesIn = (text: string): Candidate[] =>
  (jsonObjects(text) ?? yamlObjects(text)).flatMap(({ value }): Candidate[] => {
    const container = containerOf(value);
    if (!container) return definitionOf(value) ? [{ key: undefined, value }] : [];
    return container.files.flatMap(({ key, text: content }) => {
      const held = content === undefined ? undefined : jsonIn(content);
      return definitionOf(held) ? [{ key, value: held }] : [];
    });
  });
