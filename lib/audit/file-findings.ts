import type { Span } from '../input/source-map.ts';
import type { Leaf } from '../input/yaml-leaves.ts';
import { type FileObject, inTexts, isSecret, objectsIn } from './file-objects.ts';
import type { FilePlace, Finding } from './finding.ts';
import { type Generated, generatedObject, type Reference } from './generators.ts';
import { type Expectation, findingsIn } from './judge.ts';
import { placesIn, spanOfLeaf, spanOfObject, spansOf } from './locate.ts';
import { type Fault, isEncrypted, keyOf, unrecognizedFindings, unresolvedIn } from './unresolved.ts';

/** A finding in a file, with what is needed to fix it there. */
export interface Located {
  finding: Finding & { file: FilePlace };
  /** The value that contains the address. */
  leaf: Leaf | undefined;
  /** Every occurrence of the address in that value; empty if it is not written there literally. */
  spans: Span[];
  /** Whether the value is outside the known fields. */
  isUnrecognized: boolean;
}

/** A part of a file that cannot be checked. */
export interface Unresolved extends Fault {
  /** Where it begins, from 1. */
  line: number;
}

export interface FileFindings {
  /** In the order of their places. */
  located: Located[];
  unresolved: Unresolved[];
  /** How many objects were checked. */
  judged: number;
  /** All values of the file; several share a node if aliases refer to it. */
  leaves: Leaf[];
  /** The files that its Kustomizations generate objects from, with the line that refers to each. */
  references: (Reference & { line: number })[];
  /** The lines, from 1, that Secrets are on. */
  secretLines: ReadonlySet<number>;
}

export interface FileOptions {
  /** As findings call the file. */
  name: string;
  expectation: Expectation;
  /** Whether Secrets are checked as well. */
  secrets: boolean;
  /** What Kustomize generates from the file, if it is not a manifest itself. */
  generated?: Generated | undefined;
}

/**
 * Checks every object of a file, and finds addresses of images by IP outside of provisioning objects.
 *
 * @throws {YamlSyntaxError}
 */
export function findingsOfFile(
  text: string,
  { name, expectation, secrets, generated }: FileOptions,
): FileFindings {
  const objects = generated ? objectsFrom(text, generated) : objectsIn(text);
  const placeOf = placesIn(text);
  const lineOf = (leaf: Leaf | undefined, { sourceMap }: FileObject): number =>
    placeOf(name, spanOfLeaf(leaf, sourceMap)).line;
  const checked = objects
    .filter((object) => secrets || !isSecret(object))
    .map((object) => ({
      object,
      findings: findingsOf(object, name, expectation),
      faults: unresolvedIn(object),
    }));
  const found = checked.flatMap(({ object, findings }) => {
    const leaves = new Map(object.leaves.map((leaf) => [keyOf(leaf.path), leaf]));
    return findings.map(({ finding, isUnrecognized }): Located => {
      const leaf = leaves.get(keyOf(finding.path));
      const spans = leaf ? spansOf(finding.value, leaf, object.sourceMap) : [];
      const file = placeOf(name, spans[0] ?? spanOfLeaf(leaf, object.sourceMap));
      return { finding: { ...finding, file }, leaf, spans, isUnrecognized };
    });
  });
  return {
    located: withoutDuplicates(found).toSorted(byPlace),
    unresolved: checked.flatMap(({ object, faults }) =>
      faults.map(({ leaf, ...fault }) => ({ ...fault, line: lineOf(leaf, object) })),
    ),
    // A document that is only text, such as a README, is one value without findings: it does not count.
    judged: checked.filter(
      ({ object: { value }, findings, faults }) =>
        findings.length > 0 || (typeof value === 'object' && value !== null && faults.length === 0),
    ).length,
    leaves: objects.flatMap(({ leaves }) => leaves),
    references: objects.flatMap((object) =>
      (object.references ?? []).map((one) => ({ ...one, line: lineOf(one.leaf, object) })),
    ),
    secretLines: linesOf(objects.filter(isSecret).map((secret) => placeOf(name, spanOfObject(secret)))),
  };
}

function objectsFrom(text: string, generated: Generated): FileObject[] {
  const object = generatedObject(text, generated);
  return [object, ...(isSecret(object) ? [] : inTexts(object))];
}

function findingsOf(
  object: FileObject,
  name: string,
  expectation: Expectation,
): { finding: Finding; isUnrecognized: boolean }[] {
  if (isEncrypted(object.value)) return [];
  const known = findingsIn(object.value, expectation);
  const unrecognized = isSecret(object) ? [] : unrecognizedFindings(object, name, expectation);
  return [
    ...known.map((finding) => ({ finding, isUnrecognized: false })),
    ...unrecognized.map((finding) => ({ finding, isUnrecognized: true })),
  ];
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

/**
 * Drops an unrecognized finding in a text if the text is a manifest that has the same finding itself. A value that several
 * aliases refer to keeps its finding for each of them.
 */
function withoutDuplicates(found: Located[]): Located[] {
  const keyAt = ({ finding, spans }: Located): string => `${finding.rule} ${spans[0]?.start}`;
  const ownLast = found.toSorted((one, other) => Number(other.isUnrecognized) - Number(one.isUnrecognized));
  const nodes = new Map(ownLast.map((one) => [keyAt(one), one.leaf?.node]));
  return found.filter(
    (one) => !one.isUnrecognized || one.spans.length === 0 || nodes.get(keyAt(one)) === one.leaf?.node,
  );
}
