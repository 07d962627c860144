import { isPrintable, printableJson, printableYaml } from '../words/text.ts';
import type { Output } from './command.ts';

/**
 * Writes data as a document: indented JSON, or YAML. It says what it says without a character that steers a terminal: both
 * have escapes for those.
 */
export async function writeDocument(output: Output, format: 'json' | 'yaml', value: unknown): Promise<void> {
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
