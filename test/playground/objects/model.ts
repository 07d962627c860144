import type { ObjectMeta, OwnerReference } from '../../../lib/kube/api/types.ts';

/** Any JSON object. */
export type Fields = Record<string, unknown>;

export interface Meta extends ObjectMeta {
  generateName?: string;
  ownerReferences?: (OwnerReference & { blockOwnerDeletion?: boolean })[];
  finalizers?: string[];
  deletionGracePeriodSeconds?: number;
}

/** A stored object, or one on its way to the store. A stored one is never changed in place. */
export interface Obj {
  apiVersion: string;
  kind: string;
  metadata: Meta;
  [field: string]: unknown;
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of keys, or undefined where the path ends early. */
export function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>((found, key) => (isFields(found) ? found[key] : undefined), value);
}

/** The string at a path of keys, or `''`. */
export function text(value: unknown, ...keys: string[]): string {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : '';
}

/** The list at a path of keys, or an empty one. */
export function list(value: unknown, ...keys: string[]): unknown[] {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found : [];
}

/** Now, as Kubernetes writes times: RFC 3339 in UTC, whole seconds. */
export const now = (): string => `${new Date().toISOString().slice(0, 19)}Z`;
