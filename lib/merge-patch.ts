import { isDeepStrictEqual } from 'node:util';
import mergePatch from 'json-merge-patch';
import { fieldsOf } from './fields.ts';

/** `target` as an API server would have it after the JSON merge patch `patch` (RFC 7396); neither is changed. */
export const applyMergePatch = <T>(target: T, patch: unknown): T =>
  mergePatch.apply(structuredClone(target), structuredClone(patch)) as T;

/**
 * Whether a JSON merge patch changes what it is applied to: told without a copy of it, as it is asked of a whole record again and
 * again. An empty object in the patch changes nothing.
 */
export function patchChanges(target: unknown, patch: unknown): boolean {
  const parts = fieldsOf(patch);
  if (!parts) return !isDeepStrictEqual(target, patch);
  const fields = fieldsOf(target) ?? {};
  return Object.entries(parts).some(([name, part]) =>
    part === null ? fields[name] !== undefined : patchChanges(fields[name], part),
  );
}
