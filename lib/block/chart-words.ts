/** What says where Helm gets a chart from. */
export interface ChartSource {
  /** Name of the chart, which is the key of its values as well. */
  chart: string;
  version: string;
  /** Where Helm finds it. */
  repository: string;
}

/** Which of these words Helm would not take; undefined if it takes all. */
export function wrongWord(words: Partial<ChartSource>): keyof ChartSource | undefined {
  for (const [name, isRight] of CHECKS) {
    const word = words[name];
    if (word !== undefined && !isRight(word)) return name;
  }
  return undefined;
}

const CHECKS: readonly [keyof ChartSource, (word: string) => boolean][] = [
  ['chart', (word) => word.length <= 250 && NAME.test(word)],
  ['version', (word) => word.length <= 250 && !/[^\x20-\x7e]/.test(word) && word.split('||').every(isRange)],
  ['repository', (word) => word.length <= 2048 && ADDRESS.test(word)],
];

/** A name that Helm takes for a chart, and that is safe as a part of a path. */
const NAME = /^[a-z0-9]+([-._]+[a-z0-9]+)*$/i;

/** Versions with operators, as Helm takes them: `>=1.0 <2`, `~1.2`, `1.x`, `1.2 - 2.0`. */
const isRange = (range: string): boolean =>
  range
    .trim()
    .replace(HYPHEN, ',')
    .replaceAll(OPERATOR, '$1')
    .split(/[\s,]+/)
    .every((part) => VERSION.test(part));

const HYPHEN = /\s+-\s+/;
const OPERATOR = /([<>=!~^])\s+/g;
const VERSION = /^[<>=!~^]{0,2}v?(\d+|[xX*])(\.(\d+|[xX*])){0,2}(-[\da-z.-]+)?(\+[\da-z.-]+)?$/i;

/** The address of a repository, or the name of one that Helm knows: `@name`. */
const ADDRESS = /^(?:(?:https?|oci|file):\/\/[\w.~:/?@!$&'()*+,;=%[\]-]+|@[\w.-]+)$/;

/** A word as YAML reads it as a text: quoted, if it could be read as anything else. */
export const yamlWord = (word: string): string =>
  PLAIN.test(word) && !YAML_WORDS.test(word) ? word : JSON.stringify(word);

const PLAIN = /^(?:[a-z][\w.-]*|\d+\.\d+\.\d+[\w.+-]*|(?:https?|oci|file):\/\/[\w.~/%@:-]*[\w/])$/i;
const YAML_WORDS = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
