/** Each text once, in their order, without empty ones. */
export const unique = (texts: readonly string[]): string[] =>
  [...new Set(texts)].filter((text) => text !== '');

/** How often each text is in a list, in the order of the list. */
export const countsOf = (texts: readonly string[]): [text: string, count: number][] =>
  [...Map.groupBy(texts, (text) => text)].map(([text, those]) => [text, those.length]);

/** The place of a text in a list; behind all of them if it is not there. */
export const rankIn = (list: readonly string[], text: string): number =>
  list.includes(text) ? list.indexOf(text) : list.length;
