import { fieldsOf } from '../../objects/fields.ts';
import type { GivenContainer } from './check.ts';

/** The bytes that the API server counts for the size of a ConfigMap or Secret: those of the values, decoded. */
export function contentSize({ kind, fields }: Pick<GivenContainer, 'kind' | 'fields'>): number {
  const text = (field: string): number => sum(fields[field], (value) => Buffer.byteLength(value));
  const encoded = (field: string): number =>
    sum(fields[field], (value) => Buffer.byteLength(value, 'base64'));
  return kind === 'Secret' ? encoded('data') + text('stringData') : text('data') + encoded('binaryData');
}

function sum(values: unknown, size: (value: string) => number): number {
  return Object.values(fieldsOf(values) ?? {}).reduce<number>(
    (total, value) => total + (typeof value === 'string' ? size(value) : 0),
    0,
  );
}

/** The bytes of all annotations after `kubectl apply`, which adds one with the object as compact JSON. */
export function appliedSize({ fields }: Pick<GivenContainer, 'fields'>): number {
  const metadata = fieldsOf(fields.metadata) ?? {};
  const { [APPLIED]: _before, ...annotations } = fieldsOf(metadata.annotations) ?? {};
  // kubectl adds the namespace, here that of most contexts.
  const copy = JSON.stringify({ ...fields, metadata: { namespace: 'default', ...metadata, annotations } });
  // It writes these as six characters, and a line feed at the end.
  const escaped =
    copy.match(/[<>&\u2028\u2029]/g)?.reduce((total, one) => total + 6 - Buffer.byteLength(one), 0) ?? 0;
  const own = Object.entries(annotations).reduce(
    (total, [key, value]) =>
      total + Buffer.byteLength(key) + (typeof value === 'string' ? Buffer.byteLength(value) : 0),
    0,
  );
  return own + APPLIED.length + Buffer.byteLength(copy) + escaped + 1;
}

const APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
