import type { Leaf } from '../input/yaml-leaves.ts';
import { type FileObject, inTexts, isSecret, objectsIn } from './file-objects.ts';
import type { FilePlace, Finding } from './finding.ts';
import { type Generated, generatedObject, type Reference } from './generators.ts';
import { type Expectation, findingsIn } from './judge.ts';
import { placesIn, spanOfLeaf, spanOfObject, spansOf } from './locate.ts';
import type { Span } from './source-map.ts';
import { type Fault, isEncrypted, keyOf, unrecognizedFindings, unresolvedIn } from './unresolved.ts';

/** A finding of a file, with what is needed to mend it there. */
export interface Located {
  finding: Finding & { file: FilePlace };
  /** The value that its address stands in. */
  leaf: Leaf | undefined;
  /** Where its address stands, as often as it does; empty where it isn't written there as it reads. */
  spans: Span[];
  /** Whether nobody can tell what becomes of the value. */
  isUnrecognized: boolean;
}

/** What of a file is not judged: the line where it begins, from 1, why, and what to do about it. */
export interface Unresolved extends Fault {
  line: number;
}

export interface FileFindings {
  /** In the order of their places. */
  located: Located[];
  unresolved: Unresolved[];
  /** How many objects anything can be told of. */
  judged: number;
  /** All values of the file; several with one node where aliases lead to it. */
  leaves: Leaf[];
  /** The files that its Kustomizations make objects of, and the line that names each. */
  references: (Reference & { line: number })[];
  /** The lines, from 1, that Secrets stand on. */
  secretLines: ReadonlySet<number>;
}

export interface FileOptions {
  /** As findings name the file. */
  name: string;
  expectation: Expectation;
  /** Whether Secrets are judged as well. */
  secrets: boolean;
  /** What is made of the file, where it is no manifest itself. */
  generated?: Generated | undefined;
}

/**
 * Judges every object of a file, and finds addresses of images by IP in what is no object of provisioning. Throws a
 * `YamlSyntaxError`.
 */
export function findingsOfFile(text: string, options: FileOptions): FileFindings {
  const objects = options.generated ? madeOf(text, options.generated) : objectsIn(text);
  const judged = objects.filter((object) => options.secrets || !isSecret(object));
  const placeOf = placesIn(text);
  const { name } = options;
  const found = judged.flatMap((object) => {
    const leaves = new Map(object.leaves.map((leaf) => [keyOf(leaf.path), leaf]));
    return judgedObject(object, options).map(({ finding, isUnrecognized }): Located => {
      const leaf = leaves.get(keyOf(finding.path));
      const spans = leaf ? spansOf(finding.value, leaf, object.sourceMap) : [];
      const file = placeOf(name, spans[0] ?? spanOfLeaf(leaf, object.sourceMap));
      return { finding: { ...finding, file }, leaf, spans, isUnrecognized };
    });
  });
  const unresolved = judged.flatMap((object) =>
    unresolvedIn(object).map(({ leaf, ...fault }) => ({
      ...fault,
      line: placeOf(name, spanOfLeaf(leaf, object.sourceMap)).line,
    })),
  );
  return {
    located: eachOnce(found).toSorted(byPlace),
    unresolved,
    judged: judged.filter((object) => isJudged(object, options)).length,
    leaves: objects.flatMap(({ leaves }) => leaves),
    references: objects.flatMap(({ references = [], sourceMap }) =>
      references.map((one) => ({ ...one, line: placeOf(name, spanOfLeaf(one.leaf, sourceMap)).line })),
    ),
    secretLines: linesOf(objects.filter(isSecret).map((secret) => placeOf(name, spanOfObject(secret)))),
  };
}

function madeOf(text: string, generated: Generated): FileObject[] {
  const object = generatedObject(text, generated);
  return [object, ...(isSecret(object) ? [] : inTexts(object))];
}

function linesOf(places: FilePlace[]): Set<number> {
  const lines = new Set<number>();
  let next = 0;
  for (const { line, endLine } of places.toSorted((one, other) => one.line - other.line)) {
    for (let at = Math.max(line, next); at <= endLine; at += 1) lines.add(at);
    next = Math.max(next, endLine + 1);
  }
  return lines;
}

const byPlace = ({ finding: { file: one } }: Located, { finding: { file: other } }: Located): number =>
  one.line - other.line || one.column - other.column;

/** Whether anything can be told of an object: a text that is meant for people is read as one value, which says nothing. */
const isJudged = (object: FileObject, options: FileOptions): boolean =>
  judgedObject(object, options).length > 0 ||
  (typeof object.value === 'object' && object.value !== null && unresolvedIn(object).length === 0);

function judgedObject(
  object: FileObject,
  { name, expectation }: FileOptions,
): { finding: Finding; isUnrecognized: boolean }[] {
  if (isEncrypted(object.value)) return [];
  const own = findingsIn(object.value, expectation).map((finding) => ({ finding, isUnrecognized: false }));
  const stray = isSecret(object) ? [] : unrecognizedFindings(object, name, expectation);
  return [...own, ...stray.map((finding) => ({ finding, isUnrecognized: true }))];
}

/**
 * A stray address inside a text is left out where the text is a manifest and the address is found in that. One value that
 * aliases lead to is found in each place.
 */
function eachOnce(found: Located[]): Located[] {
  const keyAt = ({ finding, spans }: Located): string => `${finding.rule} ${spans[0]?.start}`;
  const ownFirst = found.toSorted((one, other) => Number(other.isUnrecognized) - Number(one.isUnrecognized));
  const nodes = new Map(ownFirst.map((one) => [keyAt(one), one.leaf?.node]));
  return found.filter(
    (one) => !one.isUnrecognized || one.spans.length === 0 || nodes.get(keyAt(one)) === one.leaf?.node,
  );
}
