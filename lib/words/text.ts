/** Most texts have nothing to escape; this finds out fastest. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;

/**
 * Characters that control a terminal or are invisible on it: controls (C0 except tab and line feed, DEL, C1), marks of text
 * direction, line and paragraph separators, lone surrogates and zero-width characters. And the two that YAML forbids beside them.
 */
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffe\uffff]/gu;

/** Escapes external text for a terminal: unsafe characters become visible, such as `\x1b`. */
export const printable = (text: string): string => (PLAIN.test(text) ? text : text.replace(UNSAFE, escaped));

/** The same for text that must stay on one line, such as a table cell. */
export const oneLine = (text: string): string => printable(text).replace(/[\t\n]/g, escaped);

/** Whether `printable` would leave the text unchanged. */
export const isPrintable = (text: string): boolean => PLAIN.test(text) || text.search(UNSAFE) === -1;

/** The same for JSON, with JSON's escapes: it keeps its meaning. */
export const printableJson = (json: string): string =>
  json.replace(UNSAFE, (character) =>
    Array.from({ length: character.length }, (_, index) => `\\u${hex(character.charCodeAt(index), 4)}`).join(
      '',
    ),
  );

/** The same for YAML, which has no surrogate pairs. Text to escape must be in double quotes. */
export const printableYaml = (yaml: string): string =>
  yaml.replace(UNSAFE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
  });

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\u{${hex(code, 5)}}`;
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** The first 120 characters of a text that anyone may have written, for a cell of a table. */
export const briefly = (text: string): string => text.replace(/^(.{117}).{4,}$/su, '$1...');

/** `1 replica`, `2 replicas`. */
export const countText = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** The first three names, and how many more there are. */
export function listed(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return more > 1 ? `${names.slice(0, SHOWN).join(', ')} and ${more} more` : names.join(', ');
}

const SHOWN = 3;

/** Orders texts by code units: the same on every machine. */
export const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
