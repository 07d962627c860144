import { isScalar, type Scalar } from 'yaml';
import { type SourceMap, scalarSource, wholeFile } from '../input/source-map.ts';
import { parseDocuments, YamlSyntaxError } from '../input/yaml-documents.ts';
import { dataOf, leavesOf, rootsOf } from '../input/yaml-leaves.ts';
import { fieldsOf } from '../objects/fields.ts';
import { generatorsIn, type Held, type Reference } from './generators.ts';

/** An API object, or other data, in a file. */
export interface FileObject extends Held {
  /** The files that a Kustomization generates objects from. */
  references?: Reference[];
}

/**
 * The objects of a YAML or JSON file: each document, or each item of a `List`, followed by the objects inside it: those
 * generated from its literals, and those embedded as text, such as a manifest in a ConfigMap or a patch in a Kustomization.
 *
 * @throws {YamlSyntaxError}
 */
export const objectsIn = (text: string): FileObject[] => objectsOf(wholeFile(text), DEEPEST);

/** How deep manifests may be embedded in each other. */
const DEEPEST = 3;

function objectsOf(sourceMap: SourceMap, depth: number): FileObject[] {
  const { documents, lineCounter } = parseDocuments(sourceMap.text);
  return documents.flatMap(({ contents, range }) => {
    try {
      return rootsOf(contents).flatMap((root) => {
        // First, because it limits the number of values.
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

/** Whether the contents of an object must never be shown. */
export const isSecret = ({ value }: Pick<FileObject, 'value'>): boolean => fieldsOf(value)?.kind === 'Secret';

/** The objects embedded as text in an object. */
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

/** Whether a text looks like a manifest, and not like a script or other text. */
const isManifest = (value: unknown): value is string =>
  typeof value === 'string' && /^["']?kind["']?:\s/m.test(value) && value.includes('\n');
