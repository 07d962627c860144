import mergePatch from 'json-merge-patch';

/** `target` as an API server would have it after the JSON merge patch `patch` (RFC 7396); neither is changed. */
export const applyMergePatch = <T>(target: T, patch: unknown): T =>
  mergePatch.apply(structuredClone(target), structuredClone(patch)) as T;
