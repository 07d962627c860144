import { isScalar } from 'yaml';
import type { Leaf } from '../input/yaml-leaves.ts';
import { YamlSyntaxError } from '../input/yaml-syntax-error.ts';
import { blocksOf, type Owner } from './blocks.ts';
import { readDocuments, type ValuesText } from './document.ts';
import type { Note } from './value.ts';

/** Values that lie in a file as text, as in an Application's `helm.values: |` or in a ConfigMap: they are not edited. */
export function embeddedIn({ documents, lineOf }: ValuesText, owner: Owner): Note[] {
  return documents
    .flat()
    .filter((leaf) => describes(leaf, owner))
    .map((leaf) => ({
      path: leaf.path,
      line: lineOf(leaf),
      reason: 'holds values as text',
      mend: 'Write the new size there by hand, or make it a map (helm.valuesObject in an Application).',
    }));
}

function describes({ node }: Leaf, owner: Owner): boolean {
  if (!isScalar(node) || typeof node.value !== 'string' || !node.value.includes('\n')) return false;
  try {
    return readDocuments(node.value).documents.some((leaves) => blocksOf(leaves, owner).length > 0);
  } catch (error) {
    if (error instanceof YamlSyntaxError) return false;
    throw error;
  }
}
