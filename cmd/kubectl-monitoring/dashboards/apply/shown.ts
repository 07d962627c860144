import { isDeepStrictEqual } from 'node:util';
import { jsonIn } from '../../../../lib/input/json.ts';
import type { KubeObject } from '../../../../lib/kube/api/types.ts';
import { fieldsOf } from '../../../../lib/objects/fields.ts';
import { maskedSecrets } from '../../../../lib/objects/masked-secret.ts';
import type { Write } from '../../../shared/change/write.ts';

/** A write without the content of a Secret. */
export function shownWrite(write: Write): Write {
  const [before, after] = maskedSecrets([write.before, write.after]);
  const [, body] = maskedSecrets([undefined, write.request.body as KubeObject]);
  return { ...write, before, after, request: { ...write.request, body } };
}

/** A write with the JSON of the files that it changes, so that a diff shows the fields of dashboards and no long lines. */
export function comparedWrite(write: Write): Write {
  const { before, after } = write;
  if (!before || !after) return write;
  const [one, other] = [dataOf(before), dataOf(after)] as const;
  for (const key of Object.keys(one)) {
    const [old, now] = [jsonOf(one[key]), jsonOf(other[key])] as const;
    // Where only the layout of the JSON changes, the texts show it.
    if (!old || !now || isDeepStrictEqual(old, now)) continue;
    one[key] = old;
    other[key] = now;
  }
  return { ...write, before: withData(before, one), after: withData(after, other) };
}

/** A copy of its data. */
const dataOf = (object: KubeObject): Record<string, unknown> => ({ ...fieldsOf(fieldsOf(object)?.data) });

const withData = (object: KubeObject, data: unknown): KubeObject => ({ ...object, data }) as KubeObject;

/** The object in a text; undefined if there is none. */
const jsonOf = (text: unknown): Record<string, unknown> | undefined =>
  typeof text === 'string' ? fieldsOf(jsonIn(text)) : undefined;
