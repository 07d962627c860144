import { isFields } from '../objects/model.ts';

type Step = (values: unknown[]) => unknown[];

/**
 * Compiles a JSONPath of a printer column (`.a.b`, `['a']`, `[0]`, `[*]`, `[?(@.type=="Ready")]`; `\.` is a dot in a
 * key). The function it gives finds all values in an object; missing keys give none. A path that can't be read
 * finds nothing.
 */
export function jsonPath(path: string): (object: unknown) => unknown[] {
  const steps = stepsOf(path);
  return (object) => steps.reduce<unknown[]>((values, step) => step(values), [object]);
}

function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
  let rest = path;
  while (rest !== '') {
    const found = tokens
      .map(({ pattern, step }) => ({ match: pattern.exec(rest), step }))
      .find(({ match }) => match);
    if (!found?.match) return [() => []];
    steps.push(found.step(found.match));
    rest = rest.slice(found.match[0].length);
  }
  return steps;
}

const tokens: { pattern: RegExp; step(match: RegExpExecArray): Step }[] = [
  { pattern: /^\.?\[\*\]|^\.\*/, step: () => (values) => values.flatMap(membersOf) },
  {
    pattern: /^\.?\[(-?\d+)\]/,
    step:
      ([, index]) =>
      (values) =>
        values.flatMap((value) => present(itemsOf(value).at(Number(index)))),
  },
  { pattern: /^\.?\[(['"])(.*?)\1\]/, step: ([, , key = '']) => member(key) },
  {
    pattern: /^\.?\[\?\(\s*@(\S*?)\s*(==|!=)\s*(['"]?)(.*?)\3\s*\)\]/,
    step: ([, path = '', operator, , wanted]) => {
      const find = jsonPath(path);
      const holds = (item: unknown) => find(item).some((value) => String(value) === wanted);
      return (values) => values.flatMap(itemsOf).filter((item) => holds(item) === (operator === '=='));
    },
  },
  {
    pattern: /^\.((?:\\.|[^.[\\])+)/,
    step: ([, key = '']) => member(key.replaceAll(/\\(.)/g, '$1')),
  },
];

const member =
  (key: string): Step =>
  (values) =>
    values.flatMap((value) => (isFields(value) ? present(value[key]) : []));

const present = (value: unknown): unknown[] => (value === undefined ? [] : [value]);

const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const membersOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : isFields(value) ? Object.values(value) : [];
