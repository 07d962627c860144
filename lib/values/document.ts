import { LineCounter, parseAllDocuments } from 'yaml';
import { type Leaf, leavesOf } from './leaves.ts';
import { ValuesSyntaxError } from './syntax-error.ts';

/** A file as it was read: its text, and the leaves of each document in it. */
export interface ValuesText {
  text: string;
  documents: Leaf[][];
  /** The line of a leaf, from 1. */
  lineOf(leaf: Leaf | undefined): number;
}

/** Reads a file of YAML documents; throws a `ValuesSyntaxError`. */
export function readDocuments(text: string): ValuesText {
  const lineCounter = new LineCounter();
  const documents = [...parseAllDocuments(text, { lineCounter, prettyErrors: false, logLevel: 'error' })];
  for (const { errors } of documents) {
    const [error] = errors;
    if (!error) continue;
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new ValuesSyntaxError(`line ${line}, column ${col}: ${error.message}`, { cause: error });
  }
  return {
    text,
    documents: documents.map((document) => leavesOf(document)),
    lineOf: (leaf) => lineCounter.linePos(leaf?.node?.range?.[0] ?? 0).line,
  };
}
