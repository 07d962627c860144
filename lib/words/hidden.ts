/**
 * Hides a secret in a text, also where its characters are escaped as in JSON, HTML, an address or a form, and in capitals.
 */
export const hidden = (text: string, secret: string): string =>
  secret === '' ? text : text.replace(new RegExp([...secret].map(formsOf).join(''), 'giu'), '***');

/** The forms of one character, as a regular expression. */
function formsOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const bytes = [...Buffer.from(character)].map((byte) => `%${hex(byte, 2)}`);
  const units = Array.from(
    { length: character.length },
    (_, at) => `\\\\u${hex(character.charCodeAt(at), 4)}`,
  );
  const names = [`#0*${code}`, `#x0*${hex(code)}`, ...(NAMES.get(character) ?? [])];
  const forms = [
    bytes.join(''),
    units.join(''),
    ...(code < 0x100 ? [`\\\\x${hex(code, 2)}`] : []),
    `(?:&|&amp;|\\\\u0026)(?:${names.join('|')});`,
    ...(SHORT.get(character) ?? []),
    // A text in a text has several.
    `\\\\{0,3}\\u{${hex(code)}}`,
  ];
  return `(?:${forms.join('|')})`;
}

/** The names of characters in HTML. */
const NAMES = new Map([
  ['&', ['amp']],
  ['<', ['lt']],
  ['>', ['gt']],
  ['"', ['quot']],
  ["'", ['apos']],
]);

/** Forms that only these characters have. */
const SHORT = new Map([
  [' ', ['\\+']],
  ['\n', ['\\\\{1,3}n']],
  ['\r', ['\\\\{1,3}r']],
  ['\t', ['\\\\{1,3}t']],
]);

const hex = (code: number, digits = 1): string => code.toString(16).padStart(digits, '0');
