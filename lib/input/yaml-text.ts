import { isPrintable, printableYaml } from '../words/text.ts';

/**
 * Data as YAML on which readers of YAML 1.2 agree, with what could control a terminal escaped.
 *
 * @param isOlder whether readers of YAML 1.1, such as Helm, read it too: they take more words for booleans and numbers.
 */
export async function yamlText(value: unknown, { isOlder = false } = {}): Promise<string> {
  // A CommonJS package that is bundled and imported dynamically has only its default export.
  const { Document, visit } = (await import('yaml')).default;
  // A shared object would become an alias, which not all parsers accept.
  const document = new Document(value, {
    aliasDuplicateObjects: false,
    ...(isOlder && { compat: 'yaml-1.1' }),
  });
  visit(document, {
    Scalar: (_key, node) => {
      const { value: text } = node;
      // Only quoted text has escapes, and yaml's block scalars lose leading white space.
      if (typeof text === 'string' && (!isPrintable(text) || /^\s/.test(text))) node.type = 'QUOTE_DOUBLE';
    },
  });
  return printableYaml(document.toString({ lineWidth: 0 }));
}
