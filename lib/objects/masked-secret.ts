import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf } from './fields.ts';
import { LAST_APPLIED } from './manifest-metadata.ts';

type Maybe = KubeObject | undefined;

/**
 * Two versions of a Secret as they may be printed: of each key only the size and, as in `kubectl diff`, whether it changes. Other
 * objects are returned as they are.
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
  const masked = Object.fromEntries(
    FIELDS.flatMap((field) => {
      const files = valuesOf(object, field);
      return files
        ? [[field, Object.fromEntries(Object.keys(files).map((key) => [key, markOf(field, key)]))]]
        : [];
    }),
  );
  const isKept = annotations?.[LAST_APPLIED] === undefined;
  return {
    ...object,
    ...masked,
    ...(!isKept && {
      metadata: { ...object.metadata, annotations: { ...annotations, [LAST_APPLIED]: HIDDEN } },
    }),
  };
}

const FIELDS = ['data', 'stringData'];
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
