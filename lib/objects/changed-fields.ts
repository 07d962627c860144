import { isDeepStrictEqual } from 'node:util';
import { fieldPath } from './merge-patch.ts';

/** A field that differs between two versions of an object. Undefined means absent. */
export interface ChangedField {
  /** `metadata.annotations["kubectl-bmh/repair"]`, `spec.containers[0].image`. */
  path: string;
  from: unknown;
  to: unknown;
}

/** The innermost fields that differ, in the order of the objects. */
export function* changedFields(from: unknown, to: unknown, at = ''): Generator<ChangedField> {
  if (isDeepStrictEqual(from, to)) return;
  const [before, after] = [partsOf(from), partsOf(to)];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  // A value in place of an object, or an empty object, has no fields to name.
  if (names.size === 0 || (!before && from !== undefined) || (!after && to !== undefined)) {
    yield { path: at, from, to };
    return;
  }
  const isList = Array.isArray(from ?? to);
  for (const name of names)
    yield* changedFields(before?.[name], after?.[name], isList ? `${at}[${name}]` : fieldPath(at, name));
}

const partsOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
