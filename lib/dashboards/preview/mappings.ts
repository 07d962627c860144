import { fieldsOf } from '../../objects/fields.ts';
import { colorOf } from './colors.ts';

/** What is shown in place of a value. */
interface Shown {
  text: string | undefined;
  color: string | undefined;
}

/** What the value mappings of `fieldConfig.defaults` show for a value; undefined if none is for it. */
export function mappedValue(mappings: unknown, value: number | undefined): Shown | undefined {
  for (const mapping of Array.isArray(mappings) ? mappings : []) {
    const { type, options } = fieldsOf(mapping) ?? {};
    const found = resultOf(type, fieldsOf(options) ?? {}, value);
    if (found)
      return {
        text: textIn(found.text),
        color: found.color === undefined ? undefined : colorOf(found.color),
      };
  }
  return undefined;
}

function resultOf(type: unknown, options: Record<string, unknown>, value: number | undefined) {
  if (type === 'value') return fieldsOf(value === undefined ? undefined : ownField(options, String(value)));
  const { from, to, match, result } = options;
  if (type === 'range' && value !== undefined)
    return value >= numberOr(from, Number.NEGATIVE_INFINITY) &&
      value <= numberOr(to, Number.POSITIVE_INFINITY)
      ? fieldsOf(result)
      : undefined;
  const isEmpty = value === undefined;
  if (
    type === 'special' &&
    ((isEmpty && /^(null|null\+nan|empty)$/.test(String(match))) ||
      (Number.isNaN(value) && /nan$/.test(String(match))))
  )
    return fieldsOf(result);
  return undefined;
}

const ownField = (fields: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;
const numberOr = (value: unknown, absent: number): number => (typeof value === 'number' ? value : absent);
const textIn = (text: unknown): string | undefined =>
  typeof text === 'string' && text !== '' ? text : undefined;
