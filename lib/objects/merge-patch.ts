import { isDeepStrictEqual } from 'node:util';
import mergePatch from 'json-merge-patch';
import { fieldsOf } from './fields.ts';

/** `target` as an API server would have it after the JSON merge patch `patch` (RFC 7396); neither is changed. */
export const applyMergePatch = <T>(target: T, patch: unknown): T =>
  mergePatch.apply(structuredClone(target), structuredClone(patch)) as T;

/** A part of a merge patch that an object does not have as the patch asks for it; undefined stands for what is absent. */
export interface Difference {
  /** `metadata.annotations["kubectl-bmh/repair"]`. */
  path: string;
  asked: unknown;
  found: unknown;
}

/** What a JSON merge patch would change, part by part. An empty object in the patch changes nothing. */
export function* differencesOf(object: unknown, patch: unknown, at = ''): Generator<Difference> {
  const parts = fieldsOf(patch);
  if (!parts) {
    if (!isDeepStrictEqual(object, patch)) yield { path: at, asked: patch, found: object };
    return;
  }
  const fields = fieldsOf(object) ?? {};
  for (const [name, part] of Object.entries(parts)) {
    const path = /^\w+$/.test(name) ? `${at && `${at}.`}${name}` : `${at}[${JSON.stringify(name)}]`;
    yield* differencesOf(fields[name], part ?? undefined, path);
  }
}

/** Whether a JSON merge patch changes what it is applied to: told without a copy of it, as it is asked again and again. */
export const patchChanges = (object: unknown, patch: unknown): boolean =>
  differencesOf(object, patch).next().done === false;
