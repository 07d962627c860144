/** Control characters (C0 but for tab and line feed, DEL, C1) and the marks that turn the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text from outside as it may be printed on a terminal: what could steer it becomes a visible escape such as `\x1b`. */
export const printable = (text: string): string => text.replace(UNSAFE, escaped);

/** The same for text that has to stay on one line, such as a cell of a table. */
export const oneLine = (text: string): string => printable(text).replace(/[\t\n]/g, escaped);

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}
