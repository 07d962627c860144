import { type Document, LineCounter, parseAllDocuments } from 'yaml';
import { YamlSyntaxError } from './yaml-syntax-error.ts';

/** A file of YAML documents as it was parsed, with the places of its lines. */
export interface Parsed {
  documents: Document.Parsed[];
  lineCounter: LineCounter;
}

/**
 * Parses a file of YAML documents, of which JSON is one; throws a `YamlSyntaxError`.
 *
 * @param merge whether `<<` takes other maps in when a document is turned into data.
 */
export function parseDocuments(text: string, { merge = false } = {}): Parsed {
  const lineCounter = new LineCounter();
  const documents = [
    ...parseAllDocuments(text, { lineCounter, merge, prettyErrors: false, logLevel: 'error' }),
  ];
  for (const { errors } of documents) {
    const [error] = errors;
    if (!error) continue;
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new YamlSyntaxError(`line ${line}, column ${col}: ${error.message}`, { cause: error });
  }
  return { documents, lineCounter };
}
