import { isTooDeep, jsonIn, TOO_DEEP } from '../../../lib/input/json.ts';
import { fieldsOf } from '../../../lib/objects/fields.ts';
import { LIST, type NoResult, type Parsed, SEVERAL } from './no-result.ts';

/** A result of either program as it was saved. Its other fields may have any type. */
export interface SavedResult extends Record<string, unknown> {
  apiVersion: string;
  kind: string;
}

/**
 * The result in a JSON or YAML text.
 *
 * @param isJson whether the text cannot be YAML, as its name says; what begins as JSON does is not read as YAML either.
 */
export async function resultIn(
  text: string,
  { isJson }: { isJson: boolean },
): Promise<{ result: SavedResult } | NoResult> {
  const parsed =
    isJson || /^\s*[{[]/.test(text)
      ? await parsedJson(text)
      : (await import('./parse-yaml.ts')).parsedYaml(text);
  if ('fault' in parsed) return parsed;
  if (Array.isArray(parsed.value)) return LIST;
  const { apiVersion, kind, ...fields } = fieldsOf(parsed.value) ?? {};
  if (typeof apiVersion === 'string' && API_VERSIONS.has(apiVersion) && typeof kind === 'string')
    return { result: { apiVersion, kind, ...fields } };
  return { fault: 'is not a result of "kubectl bmh" or "kubectl monitoring"' };
}

const API_VERSIONS = new Set(['bmh.kubectl/v1', 'monitoring.kubectl/v1']);

async function parsedJson(text: string): Promise<Parsed> {
  const value = jsonIn(text);
  if (value !== undefined) return { value };
  if (isTooDeep(text)) return { fault: `is ${TOO_DEEP}` };
  // Only loaded on errors.
  const { jsonErrorIn } = await import('../../../lib/input/json-error.ts');
  const error = jsonErrorIn(text);
  if (!error) return { fault: 'is not valid JSON' };
  const { line, column, offset, message } = error;
  return text[offset] === '{' && jsonIn(text.slice(0, offset)) !== undefined
    ? SEVERAL
    : { fault: `is not valid JSON: line ${line}, column ${column}: ${message}` };
}
