import { type Document, isMap, isScalar, isSeq, type Scalar } from 'yaml';
import { fieldsOf } from '../fields.ts';
import { parseDocuments } from '../yaml-documents.ts';
import { type Leaf, leavesOf } from '../yaml-leaves.ts';
import { YamlSyntaxError } from '../yaml-syntax-error.ts';
import { type Region, scalarRegion, wholeFile } from './region.ts';

/** An object of the API, or other data, as it stands in a file. */
export interface FileObject {
  /** As data: aliases followed, merge keys taken in. */
  value: unknown;
  /** Its values, with paths from the object itself. */
  leaves: Leaf[];
  /** The text that the ranges of its nodes count in. */
  region: Region;
}

/**
 * The objects of a file of YAML or JSON: one a document, the items of a `List` each by itself, and those that lie in the
 * object before them as text, such as a manifest in a ConfigMap or a patch in a Kustomization. Throws a `YamlSyntaxError`.
 */
export const objectsIn = (text: string): FileObject[] => objectsOf(wholeFile(text), DEEPEST);

/** Text in text in text: nobody writes more. */
const DEEPEST = 3;

function objectsOf(region: Region, depth: number): FileObject[] {
  const { documents, lineCounter } = parseDocuments(region.text, { merge: true });
  return documents.flatMap((document) => {
    const { line } = lineCounter.linePos(document.range[0]);
    return itemsOf(document, dataOf(document, line)).flatMap(({ value, root }) => {
      const object = { value, leaves: leavesOf(document, root), region };
      return [object, ...(depth > 0 && !isSecret(object) ? inTexts(object, depth - 1) : [])];
    });
  });
}

function itemsOf(document: Document.Parsed, value: unknown): { value: unknown; root: unknown }[] {
  const { kind, items } = fieldsOf(value) ?? {};
  const nodes = isMap(document.contents) ? document.contents.get('items', true) : undefined;
  const isList = typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items) && isSeq(nodes);
  if (!isList) return [{ value, root: document.contents }];
  return nodes.items.map((root, index) => ({ value: items[index], root }));
}

/** @param line where the document begins. */
function dataOf(document: Document.Parsed, line: number): unknown {
  try {
    return document.toJS({ maxAliasCount: ALIASES });
  } catch (error) {
    // Aliases without an anchor or an end, or merged with what is no map.
    const message = error instanceof Error ? error.message : String(error);
    throw new YamlSyntaxError(`the document at line ${line}: ${message}`, { cause: error });
  }
}

/** How many values aliases may stand for in all: yaml's own limit, which guards memory, is soon met by plain lists. */
const ALIASES = 10_000;

/** Whether nothing of an object may be shown, in findings or else. */
export const isSecret = ({ value }: Pick<FileObject, 'value'>): boolean => fieldsOf(value)?.kind === 'Secret';

/** The objects that the texts of an object are. */
const inTexts = ({ leaves, region }: FileObject, depth: number): FileObject[] =>
  leaves.flatMap(({ node }) => {
    if (!isScalar(node) || !isManifest(node.value)) return [];
    const inner = scalarRegion(node as Scalar, region);
    if (!inner) return [];
    try {
      return objectsOf(inner, depth);
    } catch (error) {
      if (error instanceof YamlSyntaxError) return [];
      throw error;
    }
  });

/** Whether a text is one of objects that have a kind: others, such as scripts, are texts all the same. */
const isManifest = (value: unknown): value is string =>
  typeof value === 'string' && /^["']?kind["']?:\s/m.test(value) && value.includes('\n');
