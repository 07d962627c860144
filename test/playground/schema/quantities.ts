import { isFields } from '../objects/model.ts';
import { formatQuantity, parseQuantity } from './quantity.ts';
import { memberSchema, type Schema } from './types.ts';

/** The format of a schema whose values are quantities. */
export const QUANTITY = 'quantity';

/**
 * Writes, in place, every quantity that a schema tells of as the API server stores it: `1024Mi` is `1Gi`, the number 5
 * is `"5"`.
 *
 * @throws RangeError where a text is no quantity.
 */
export function settleQuantities(value: unknown, schema: Schema): void {
  if (Array.isArray(value)) {
    if (schema.items) for (const item of value) settleQuantities(item, schema.items);
    return;
  }
  if (!isFields(value)) return;
  for (const [key, member] of Object.entries(value)) {
    const known = memberSchema(schema, key);
    if (known === undefined) continue;
    if (known.format !== QUANTITY) settleQuantities(member, known);
    else if (typeof member === 'string' || typeof member === 'number')
      value[key] = formatQuantity(parseQuantity(String(member)));
  }
}
