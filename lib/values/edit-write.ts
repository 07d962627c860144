import { fieldsOf } from '../objects/fields.ts';
import { isPrintable, oneLine, printableYaml } from '../words/text.ts';
import type { Layout } from './edit-layout.ts';
import type { Quote } from './edit-nodes.ts';

/** Whether a value has entries, which may need lines of their own. */
export const hasEntries = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** The lines of a value at a path of keys. The comment is above the last key. */
export function entryLines(
  [key = '', ...inner]: readonly string[],
  value: unknown,
  { column, layout, comment = [] }: { column: number; layout: Layout; comment?: readonly string[] },
): string[] {
  const pad = ' '.repeat(column);
  const name = `${pad}${keyText(key)}:`;
  if (inner.length > 0)
    return [name, ...entryLines(inner, value, { column: column + layout.step, layout, comment })];
  const above = commentLines(comment, column);
  if (!hasEntries(value)) return [...above, `${name} ${inlineText(value)}`];
  return [...above, name, ...contentLines(value, column + stepOf(value, layout), layout)];
}

export const stepOf = (value: unknown, { step, listStep }: Layout): number =>
  Array.isArray(value) ? listStep : step;

/** The lines of a map or a list that has entries. */
export function contentLines(value: unknown, column: number, layout: Layout): string[] {
  if (!Array.isArray(value))
    return Object.entries(fieldsOf(value) ?? {}).flatMap(([key, inner]) =>
      entryLines([key], inner, { column, layout }),
    );
  const pad = ' '.repeat(column);
  return value.flatMap((item: unknown): string[] => {
    if (!hasEntries(item)) return [`${pad}- ${inlineText(item)}`];
    const [first = '', ...others] = contentLines(item, column + DASH, layout);
    return [`${pad}- ${first.slice(column + DASH)}`, ...others];
  });
}

/** The width of `- `. */
const DASH = 2;

/** Comments may contain names from elsewhere: each stays on its line. */
export const commentLines = (comment: readonly string[], column: number): string[] =>
  comment.map((line) => `${' '.repeat(column)}# ${oneLine(line)}`.trimEnd());

/** A scalar, or an empty map or list. Texts get these quotes where they allow it. */
export function inlineText(
  value: unknown,
  { quote = '', isFlow = false }: { quote?: Quote | undefined; isFlow?: boolean } = {},
): string {
  if (typeof value === 'string') return stringText(value, quote, isFlow);
  if (Array.isArray(value)) return '[]';
  return fieldsOf(value) ? '{}' : String(value);
}

/** Any value, in brackets if it has entries. All texts get these quotes where they allow it, and keys as well if it is `"`, as in JSON. */
export function flowText(value: unknown, quote: Quote = ''): string {
  if (!hasEntries(value)) return inlineText(value, { quote, isFlow: true });
  if (Array.isArray(value)) return `[${value.map((item) => flowText(item, quote)).join(', ')}]`;
  const entries = Object.entries(fieldsOf(value) ?? {}).map(([key, inner]) => flowEntry(key, inner, quote));
  return `{${entries.join(', ')}}`;
}

/** A key and its value inside brackets. */
export const flowEntry = (key: string, value: unknown, quote: Quote): string =>
  `${quote === '"' ? doubleQuoted(key) : keyText(key)}: ${flowText(value, quote)}`;

const keyText = (key: string): string => (isPlainKey(key) ? key : doubleQuoted(key));

const isPlainKey = (key: string): boolean => /^[A-Za-z_][\w./-]*$/.test(key) && !WORD.test(key);

function stringText(text: string, quote: Quote, isFlow: boolean): string {
  if (quote === '' && isPlain(text, isFlow)) return text;
  // Without quotes of its own, a text with " is easier to read in '.
  const isSingle = quote === "'" || (quote === '' && text.includes('"') && !/['\\]/.test(text));
  return isSingle && isPrintable(text) && !/[\t\n\uFFFE\uFFFF]/.test(text)
    ? `'${text.replaceAll("'", "''")}'`
    : doubleQuoted(text);
}

/** Go reads no halves of surrogate pairs, and no raw characters that are not printable. */
const doubleQuoted = (text: string): string =>
  printableYaml(JSON.stringify(text.toWellFormed())).replace(
    /[\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );

/** Whether a text without quotes is that text to every reader, of YAML 1.1 and 1.2. */
const isPlain = (text: string, isFlow: boolean): boolean =>
  (isFlow ? PLAIN_IN_FLOW : PLAIN).test(text) &&
  !/:(?: |$)| $/.test(text) &&
  !WORD.test(text) &&
  !NUMBER.test(text);

const PLAIN = /^[A-Za-z0-9_/][A-Za-z0-9_ ./:@%+=()<>~*&!?;,$\\^|'-]*$/;
const PLAIN_IN_FLOW = /^[A-Za-z0-9_/][A-Za-z0-9_ ./@%+=()<>~$\\^-]*$/;

/** What some reader takes for a boolean or null. */
const WORD = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

/** What some reader may take for a number, a time or a number in base 60. */
const NUMBER = /^[0-9][0-9_.:,eEtTzZ +-]*$|^0[xob]/i;
