import { parseDocuments } from '../input/yaml-documents.ts';
import { type Leaf, leavesOf } from '../input/yaml-leaves.ts';

/** A file as it was read: its text, and the leaves of each document in it. */
export interface ValuesText {
  text: string;
  documents: Leaf[][];
  /** The line of a leaf, from 1. */
  lineOf(leaf: Leaf | undefined): number;
}

/** Reads a file of YAML documents; throws a `YamlSyntaxError`. */
export function readDocuments(text: string): ValuesText {
  const { documents, lineCounter } = parseDocuments(text);
  return {
    text,
    documents: documents.map(({ contents }) => leavesOf(contents)),
    lineOf: (leaf) => lineCounter.linePos(leaf?.node?.range?.[0] ?? 0).line,
  };
}
