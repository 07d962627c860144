import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf } from './fields.ts';
import { LAST_APPLIED } from './manifest-metadata.ts';

type Maybe = KubeObject | undefined;

/**
 * Two versions of a Secret as they may be printed: of each key only the size and, as in `kubectl diff`, whether it changes, and
 * nothing of a field that a Secret does not have. Other objects are returned as they are.
 */
export function maskedSecrets([before, after]: readonly [Maybe, Maybe]): [Maybe, Maybe] {
  return [
    before && maskedSecret(before, (field, key) => mark(before, after, { field, key, word: 'before' })),
    after && maskedSecret(after, (field, key) => mark(after, before, { field, key, word: 'after' })),
  ];
}

const isSecret = ({ kind }: { kind?: unknown }): boolean => kind === 'Secret';

function maskedSecret<T extends KubeObject>(object: T, markOf: (field: string, key: string) => string): T {
  if (!isSecret(object)) return object;
  const { annotations } = object.metadata;
  const masked = Object.entries(object).map(([field, value]) => {
    if (isShown(field, value)) return [field, value];
    const files = FIELDS.has(field) ? valuesOf(object, field) : undefined;
    return [
      field,
      files ? Object.fromEntries(Object.keys(files).map((key) => [key, markOf(field, key)])) : HIDDEN,
    ];
  });
  const isKept = annotations?.[LAST_APPLIED] === undefined;
  return {
    ...Object.fromEntries(masked),
    ...(!isKept && {
      metadata: { ...object.metadata, annotations: { ...annotations, [LAST_APPLIED]: HIDDEN } },
    }),
  };
}

/** A field that has none of the content. In any other, a wrong indentation may have put some. */
const isShown = (field: string, value: unknown): boolean =>
  field === 'metadata' ||
  (field === 'immutable' ? typeof value === 'boolean' : TEXTS.has(field) && typeof value === 'string');

const TEXTS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'type']);
const FIELDS: ReadonlySet<string> = new Set(['data', 'stringData']);
const HIDDEN = '***';

const valuesOf = (object: Maybe, field: string): Record<string, unknown> | undefined =>
  fieldsOf(fieldsOf(object)?.[field]);

/** `*** (120 bytes)`, or `*** (120 bytes, before)` where the other version has another value. */
function mark(
  object: KubeObject,
  other: Maybe,
  { field, key, word }: { field: string; key: string; word: string },
): string {
  const value = valuesOf(object, field)?.[key];
  const twin = valuesOf(other, field)?.[key];
  if (typeof value !== 'string') return HIDDEN;
  const size = Buffer.byteLength(value, field === 'data' ? 'base64' : 'utf8');
  return `${HIDDEN} (${size} bytes${twin === undefined || twin === value ? '' : `, ${word}`})`;
}
