import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../http/status.ts';
import { isFields } from '../objects/model.ts';
import type { Place, Schema } from './types.ts';

/** Findings of the rules that bound a value of its kind: lengths and patterns, numbers, counts of items and members. */
export function limitFindings(value: unknown, schema: Schema, { field, text }: Place): Finding[] {
  const broken = (detail: string): Finding => ({
    reason: 'FieldValueInvalid',
    field,
    value,
    detail: `${text} in body ${detail}`,
  });
  if (typeof value === 'string') return stringFindings(value, schema, { field, broken });
  if (typeof value === 'number') return numberFindings(value, schema).map(broken);
  if (Array.isArray(value)) {
    const findings = countFindings(value.length, {
      min: schema.minItems,
      max: schema.maxItems,
      what: 'items',
    });
    if (schema.uniqueItems && hasTwins(value)) findings.push("shouldn't contain duplicates");
    return findings.map((one) => (typeof one === 'string' ? broken(one) : { ...one, field }));
  }
  if (isFields(value)) {
    const { minProperties: min, maxProperties: max } = schema;
    const findings = countFindings(Object.keys(value).length, { min, max, what: 'properties' });
    return findings.map((one) => (typeof one === 'string' ? broken(one) : { ...one, field }));
  }
  return [];
}

function stringFindings(
  value: string,
  { maxLength, minLength, pattern }: Schema,
  { field, broken }: { field: string; broken(detail: string): Finding },
): Finding[] {
  const length = [...value].length;
  if (maxLength !== undefined && length > maxLength) {
    const detail = `may not be more than ${maxLength} byte${maxLength === 1 ? '' : 's'}`;
    return [{ reason: 'FieldValueTooLong', field, detail }];
  }
  if (minLength !== undefined && length < minLength) {
    return [broken(`should be at least ${minLength} chars long`)];
  }
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) {
    return [broken(`should match '${pattern}'`)];
  }
  return [];
}

function numberFindings(value: number, schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const findings: string[] = [];
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) {
    findings.push(`should be a multiple of ${multipleOf}`);
  }
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)) {
    findings.push(`should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`);
  }
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum)) {
    findings.push(`should be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`);
  }
  return findings;
}

interface Bounds {
  min: number | undefined;
  max: number | undefined;
  what: string;
}

function countFindings(count: number, { min, max, what }: Bounds): (string | Omit<Finding, 'field'>)[] {
  if (min !== undefined && count < min) return [`should have at least ${min} ${what}`];
  if (max === undefined || count <= max) return [];
  const detail = `must have at most ${max} item${max === 1 ? '' : 's'}`;
  return [{ reason: 'FieldValueTooMany', value: count, detail }];
}

const hasTwins = (items: unknown[]): boolean =>
  items.some((item, index) => items.slice(index + 1).some((other) => isDeepStrictEqual(item, other)));
