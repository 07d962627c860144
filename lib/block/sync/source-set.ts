import { isDeepStrictEqual } from 'node:util';
import { type SourceObject, sourceObjectsIn } from './source-objects.ts';

/** A file of a source, by its path from the folder or in the archive. */
export interface SourceText {
  path: string;
  text: string;
}

/** What a source has, each object once. */
export interface SourceSet {
  objects: (SourceObject & { path: string })[];
  /** Kinds of what is neither rules nor dashboards, one for each object. */
  others: string[];
  /** What cannot be used, each as a sentence without a full stop. */
  faults: string[];
  /** Two objects with one name that are not the same: only one of them can be in the chart. */
  clash?: { name: string; paths: [string, string] };
}

/**
 * Collects the objects of a source's files.
 *
 * @throws what `onError` makes of a YamlSyntaxError in a file.
 */
export function sourceSet(
  files: readonly SourceText[],
  onError: (path: string, error: unknown) => never,
): SourceSet {
  const set: SourceSet = { objects: [], others: [], faults: [] };
  const known = new Map<string, SourceSet['objects'][number]>();
  for (const { path, text } of files) {
    const { objects, others, faults } = parsed(text, (error) => onError(path, error));
    for (const other of others) set.others.push(other);
    for (const fault of faults) set.faults.push(`${path}: ${fault}`);
    for (const object of objects) {
      const key = `${object.type} ${object.name}`;
      const twin = known.get(key);
      if (!twin) {
        known.set(key, { ...object, path });
        set.objects.push({ ...object, path });
      } else if (!isDeepStrictEqual([twin.content, twin.folder], [object.content, object.folder]))
        set.clash ??= { name: object.name, paths: [twin.path, path] };
    }
  }
  return set;
}

function parsed(text: string, onError: (error: unknown) => never): ReturnType<typeof sourceObjectsIn> {
  try {
    return sourceObjectsIn(text);
  } catch (error) {
    return onError(error);
  }
}
