import type { Finding } from './findings.ts';

/**
 * What to do about findings, each fix once: of several that differ by the name of their object, its field or its address alone, one
 * with `NAME`, `FIELD` or `ADDRESS` in their place.
 */
export function fixesOf(findings: readonly Finding[]): string[] {
  const byForm = Map.groupBy(findings, formOf);
  return unique(
    [...byForm].flatMap(([form, those]) => {
      const hints = unique(those.map(({ hint }) => hint));
      return hints.length > FEW_HINTS ? [form] : hints;
    }),
  );
}

/** As many are written out. */
const FEW_HINTS = 3;

function formOf({ hint, name, field, replacement }: Finding): string {
  const words: [string, string][] = [
    [replacement, 'ADDRESS'],
    [field, 'FIELD'],
  ];
  return words
    .reduce((text, [word, form]) => (word === '' ? text : text.replaceAll(word, form)), hint)
    .split(/(?<=[\s,;:/])|(?=[\s,;:/])/)
    .map((word) => (word === name ? 'NAME' : word))
    .join('');
}

/** The commands in a sentence: each ends with a part of it. */
export const commandsIn = (text: string): string[] =>
  [...text.matchAll(/\bkubectl [a-z][^;\n]*/g)].map(([command]) => command.replace(/[.,: ]+$/, ''));

/** Each text once, in their order, without empty ones. */
export const unique = (texts: readonly string[]): string[] =>
  [...new Set(texts)].filter((text) => text !== '');
