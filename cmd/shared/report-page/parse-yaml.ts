import { type Document, visit } from 'yaml';
import { parseDocuments, YamlSyntaxError } from '../../../lib/input/yaml-documents.ts';
import { dataOf } from '../../../lib/input/yaml-leaves.ts';
import { parseableText } from '../text-file.ts';
import { type Parsed, SEVERAL } from './no-result.ts';

/** The value of a YAML text with one document. */
export function parsedYaml(content: string): Parsed {
  const text = parseableText(Buffer.from(content));
  if (typeof text !== 'string') return { fault: text.reason, hint: 'Save the result as JSON, with -o json.' };
  try {
    const [document, another] = parseDocuments(text).documents;
    if (another) return SEVERAL;
    if (document && hasAlias(document)) return { fault: 'has YAML aliases, which no result has' };
    return { value: dataOf(document?.contents) };
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    return { fault: `is not valid YAML: ${error.message}` };
  }
}

/** A few aliases of aliases expand to more than fits into the memory. */
function hasAlias(document: Document): boolean {
  let found = false;
  visit(document, {
    Alias() {
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}
