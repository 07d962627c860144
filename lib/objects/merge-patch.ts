import { isDeepStrictEqual } from 'node:util';
import mergePatch from 'json-merge-patch';
import { fieldsOf } from './fields.ts';

/** Applies a JSON merge patch (RFC 7396) as an API server does. Changes neither argument. */
export const applyMergePatch = <T>(target: T, patch: unknown): T =>
  mergePatch.apply(structuredClone(target), structuredClone(patch)) as T;

/** A field whose value differs from what a merge patch sets. Undefined means absent. */
export interface Difference {
  /** `metadata.annotations["kubectl-bmh/repair"]`. */
  path: string;
  asked: unknown;
  found: unknown;
}

/** The fields that a JSON merge patch would change. An empty object in the patch changes nothing. */
export function* differencesOf(object: unknown, patch: unknown, at = ''): Generator<Difference> {
  const parts = fieldsOf(patch);
  if (!parts) {
    if (!isDeepStrictEqual(object, patch)) yield { path: at, asked: patch, found: object };
    return;
  }
  const fields = fieldsOf(object) ?? {};
  for (const [name, part] of Object.entries(parts)) {
    yield* differencesOf(fields[name], part ?? undefined, fieldPath(at, name));
  }
}

/** The path of a field of the object at `at`: `metadata.labels`, `metadata.labels["a/b"]`. */
export const fieldPath = (at: string, name: string): string =>
  /^\w+$/.test(name) ? `${at && `${at}.`}${name}` : `${at}[${JSON.stringify(name)}]`;

/** Whether a JSON merge patch would change anything. Called often, so it makes no copy. */
export const patchChanges = (object: unknown, patch: unknown): boolean =>
  differencesOf(object, patch).next().done === false;
