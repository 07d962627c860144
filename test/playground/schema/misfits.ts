import { itemElement } from '../fields/compare.ts';
import { pathText } from '../fields/path-set.ts';
import { isFields } from '../objects/model.ts';
import { memberSchema, type Schema } from './types.ts';

/** What of an applied object its schema has no place for, as the real server says it: `.spec.x: expected map, got …`. */
export function misfits(value: unknown, schema: Schema | undefined, path = ''): string[] {
  if (schema === undefined || value === null) return [];
  const says = (text: string) => [`${path}: ${text}`];
  if (schema['x-kubernetes-int-or-string']) return [];
  switch (schema.type) {
    case 'object':
      if (!isFields(value)) return says(`expected map, got &{${goText(value)}}`);
      return Object.keys(value)
        .sort()
        .flatMap((key) => {
          const known = memberSchema(schema, key);
          const isOpen =
            schema['x-kubernetes-preserve-unknown-fields'] || schema.additionalProperties === true;
          if (known === undefined && !isOpen) return [`${path}.${key}: field not declared in schema`];
          return misfits(value[key], known, `${path}.${key}`);
        });
    case 'array':
      if (!Array.isArray(value)) return says(`expected list, got &{${goText(value)}}`);
      return itemMisfits(value, schema, path);
    case 'integer':
    case 'number':
      return typeof value === 'number' ? [] : says(`expected numeric (int or float), got ${goType(value)}`);
    case 'string':
    case 'boolean': {
      if (typeof value === schema.type) return [];
      const shown =
        schema.type === 'string' ? `&value.valueUnstructured{Value:${goText(value)}}` : `&{${goText(value)}}`;
      return says(`expected ${schema.type}, got ${shown}`);
    }
    default:
      return [];
  }
}

function itemMisfits(items: unknown[], schema: Schema, path: string): string[] {
  const type = schema['x-kubernetes-list-type'] ?? 'atomic';
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const elements = items.map((item) => itemElement(item, schema));
  return items.flatMap((item, index) => {
    const element = elements[index] ?? '';
    if (type === 'atomic') return misfits(item, schema.items, `${path}[${index}]`);
    if (type === 'map' && (element === 'k:{}' || !isFields(item))) {
      const named = keys.map((key) => JSON.stringify(key)).join(' ');
      const lacks = `an element that omits all key fields [${named}] (and doesn't have default values for any key fields)`;
      return [
        `${path}: element ${index}: associative list with keys ${isFields(item) ? `has ${lacks}` : 'may not have non-map elements'}`,
      ];
    }
    const name = pathText(element);
    const twin = elements.indexOf(element) < index ? [`${path}: duplicate entries for key ${name}`] : [];
    return [...twin, ...misfits(item, schema.items, `${path}${name}`)];
  });
}

const goType = (value: unknown): string =>
  Array.isArray(value)
    ? '[]interface {}'
    : isFields(value)
      ? 'map[string]interface {}'
      : typeof value === 'boolean'
        ? 'bool'
        : typeof value;

/** A value as Go prints it. */
function goText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (isFields(value))
    return `map[${Object.entries(value)
      .map(([key, member]) => `${key}:${goText(member)}`)
      .join(' ')}]`;
  return String(value);
}
