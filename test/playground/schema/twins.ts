import { itemElement } from '../fields/compare.ts';
import type { Finding } from '../http/status.ts';
import { isFields } from '../objects/model.ts';
import { memberSchema, type Schema } from './types.ts';

/** Findings of items that are there twice: values in lists that are sets, keys in lists that are maps. */
export function twinFindings(value: unknown, schema: Schema | undefined, field = ''): Finding[] {
  if (schema === undefined) return [];
  if (Array.isArray(value)) {
    const inside = value.flatMap((item, index) => twinFindings(item, schema.items, `${field}[${index}]`));
    return [...twinsOf(value, schema, field), ...inside];
  }
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const named = schema.properties?.[key] !== undefined;
    const path = named ? (field === '' ? key : `${field}.${key}`) : `${field}[${key}]`;
    return twinFindings(member, memberSchema(schema, key), path);
  });
}

function twinsOf(items: unknown[], schema: Schema, field: string): Finding[] {
  const type = schema['x-kubernetes-list-type'];
  if (type !== 'set' && type !== 'map') return [];
  const elements = items.map((item) => itemElement(item, schema));
  // Only the second of its kind is named, however many there are.
  const twins = elements.flatMap((element, index) => {
    const earlier = elements.slice(0, index).filter((other) => other === element);
    return earlier.length === 1 ? [{ element, index }] : [];
  });
  return twins.map(({ element, index }) => ({
    reason: 'FieldValueDuplicate',
    field: `${field}[${index}]`,
    value: type === 'set' ? items[index] : JSON.parse(element.slice(element.indexOf(':') + 1)),
  }));
}
