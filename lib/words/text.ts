/** What a text without anything to escape is made of: most texts are, and this is told fastest. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;

/**
 * Characters that steer a terminal or are not seen on it: controls (C0 but for tab and line feed, DEL, C1), marks that turn
 * the direction of text, separators of lines and paragraphs, lone surrogates, and what has no width.
 */
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text from outside as it may be printed on a terminal: what could steer it becomes a visible escape such as `\x1b`. */
export const printable = (text: string): string => (PLAIN.test(text) ? text : text.replace(UNSAFE, escaped));

/** The same for text that has to stay on one line, such as a cell of a table. */
export const oneLine = (text: string): string => printable(text).replace(/[\t\n]/g, escaped);

/** Whether a text has characters that `printable` would escape. */
export const isPrintable = (text: string): boolean => PLAIN.test(text) || text.search(UNSAFE) === -1;

/** The same text of JSON with escapes of JSON for what `printable` would escape: it means what it meant. */
export const printableJson = (json: string): string =>
  json.replace(UNSAFE, (character) =>
    Array.from({ length: character.length }, (_, index) => `\\u${hex(character.charCodeAt(index), 4)}`).join(
      '',
    ),
  );

/** The same text of YAML; YAML has no pairs of surrogates. What is escaped has to stand in double quotes. */
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
