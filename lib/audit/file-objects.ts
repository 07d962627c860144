import { isMap, isScalar, isSeq, type Scalar } from 'yaml';
import { parseDocuments, YamlSyntaxError } from '../input/yaml-documents.ts';
import { dataOf, leavesOf } from '../input/yaml-leaves.ts';
import { fieldsOf } from '../objects/fields.ts';
import { generatorsIn, type Held, type Reference } from './generators.ts';
import { type SourceMap, scalarSource, wholeFile } from './source-map.ts';

/** An object of the API, or other data, as it stands in a file. */
export interface FileObject extends Held {
  /** The files that a Kustomization makes objects of. */
  references?: Reference[];
}

/**
 * The objects of a file of YAML or JSON: one a document, the items of a `List` each by itself, and those that lie in the
 * object before them as text, such as a manifest in a ConfigMap or a patch in a Kustomization, or are made of its literals. Throws a `YamlSyntaxError`.
 */
export const objectsIn = (text: string): FileObject[] => objectsOf(wholeFile(text), DEEPEST);

/** Text in text in text: nobody writes more. */
const DEEPEST = 3;

function objectsOf(sourceMap: SourceMap, depth: number): FileObject[] {
  const { documents, lineCounter } = parseDocuments(sourceMap.text);
  return documents.flatMap(({ contents, range }) => {
    try {
      return rootsOf(contents).flatMap((root) => {
        // Leaves are counted, so that data is made only of what is not too much.
        const leaves = leavesOf(root);
        const whole = { value: dataOf(root), leaves, sourceMap };
        const { objects, references, others } = generatorsIn(whole);
        const object = { ...whole, leaves: others, references };
        return [object, ...objects, ...(depth > 0 && !isSecret(object) ? inTexts(object, depth - 1) : [])];
      });
    } catch (error) {
      if (!(error instanceof YamlSyntaxError)) throw error;
      const { line } = lineCounter.linePos(range[0]);
      throw new YamlSyntaxError(`document at line ${line}: ${error.message}`, { cause: error });
    }
  });
}

/** The items of a list, or the document itself. */
function rootsOf(contents: unknown): unknown[] {
  const [kind, items] = isMap(contents) ? [contents.get('kind'), contents.get('items', true)] : [];
  return typeof kind === 'string' && kind.endsWith('List') && isSeq(items) ? items.items : [contents];
}

/** Whether nothing of an object may be shown, in findings or else. */
export const isSecret = ({ value }: Pick<FileObject, 'value'>): boolean => fieldsOf(value)?.kind === 'Secret';

/** The objects that the texts of an object are. */
export const inTexts = ({ leaves, sourceMap }: FileObject, depth = DEEPEST): FileObject[] =>
  leaves.flatMap(({ node }) => {
    if (!isScalar(node) || !isManifest(node.value)) return [];
    const inner = scalarSource(node as Scalar, sourceMap);
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
