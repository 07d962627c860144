import { isPrintable, printableJson, printableYaml } from '../words/text.ts';
import type { Output } from './command.ts';
import type { DOCUMENTS } from './flags.ts';

/** A value of `-o` that asks for data. */
export type DocumentFormat = Exclude<(typeof DOCUMENTS)[number], 'jsonpath='> | `jsonpath=${string}`;

export const isDocument = (format: string | undefined): format is DocumentFormat =>
  format === 'json' || format === 'yaml' || format?.startsWith(TEMPLATE) === true;

const TEMPLATE = 'jsonpath=';

/** @throws {CommandError} of usage, where the format is a template that is none. */
export async function templateOf(format: string): Promise<((data: object) => string) | undefined> {
  if (!format.startsWith(TEMPLATE)) return undefined;
  return (await import('./jsonpath.ts')).jsonPathTemplate(format.slice(TEMPLATE.length));
}

/**
 * Writes data as a document: indented JSON, YAML, or what a template makes of it. It says what it says without a character
 * that steers a terminal: JSON and YAML have escapes for those.
 */
export async function writeDocument(output: Output, format: DocumentFormat, value: unknown): Promise<void> {
  const template = await templateOf(format);
  if (template) {
    // As in kubectl, a template sees what JSON would show.
    output.write(template(JSON.parse(JSON.stringify(value)) as object));
    return;
  }
  if (format === 'json') {
    output.write(`${printableJson(JSON.stringify(value, null, 4))}\n`);
    return;
  }
  // A bundler gives a CommonJS package that is loaded so its default export alone.
  const { Document, visit } = (await import('yaml')).default;
  // A shared object would become an alias, which not all readers take.
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_key, node) => {
      const { value: text } = node;
      // Only a quoted text has escapes, and yaml's blocks lose white space that a text begins with.
      if (typeof text === 'string' && (!isPrintable(text) || /^\s/.test(text))) node.type = 'QUOTE_DOUBLE';
    },
  });
  output.write(printableYaml(document.toString({ lineWidth: 0 })));
}
