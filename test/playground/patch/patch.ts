import jsonPatch from 'fast-json-patch';
import mergePatch from 'json-merge-patch';
import { badRequest, invalid, Refusal, unsupportedMediaType } from '../http/status.ts';
import { type Fields, isFields } from '../objects/model.ts';
import type { Resource } from '../resources/types.ts';
import { withMetadata } from '../schema/metadata.ts';
import { strategicMerge } from './strategic.ts';

const APPLY = 'application/apply-patch+yaml';
const JSON_PATCH = 'application/json-patch+json';
const MERGE = 'application/merge-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';

/** The media type of a patch for a resource. Throws a 415 that names the types that the resource takes. */
export function patchType(
  contentType: string | undefined,
  { custom, appliable = false }: Pick<Resource, 'appliable' | 'custom'>,
): string {
  const patches = custom ? [JSON_PATCH, MERGE] : [JSON_PATCH, MERGE, STRATEGIC];
  const type = typeOf(contentType);
  if (patches.includes(type) || (appliable && type === APPLY)) return type;
  // The real server takes server-side apply for all resources. Where this one does not, it says so.
  throw unsupportedMediaType(type === APPLY ? patches : [...patches, APPLY]);
}

/** Whether a patch is a server-side apply. */
export const isApply = (contentType: string | undefined): boolean => typeOf(contentType) === APPLY;

const typeOf = (contentType = ''): string => contentType.split(';')[0]?.trim() ?? '';

/**
 * The object that a patch makes of another, which is left as it is.
 * Throws a 400 for an invalid patch, a 422 for one that cannot be applied.
 */
export function patched(
  object: Fields,
  patch: string,
  { type, resource }: { type: string; resource: Resource },
): Fields {
  const parsed = parse(patch);
  if (type === JSON_PATCH) return withJsonPatch(object, parsed);
  if (!isFields(parsed)) throw badRequest('Invalid JSON Patch');
  if (type === STRATEGIC) return strategicMerge(object, parsed, withMetadata(resource.schema));
  return mergePatch.apply(structuredClone(object), parsed) as Fields;
}

function parse(patch: string): unknown {
  try {
    return JSON.parse(patch);
  } catch (error) {
    throw badRequest(`error decoding patch: ${(error as Error).message}`);
  }
}

function withJsonPatch(object: Fields, operations: unknown): Fields {
  if (!Array.isArray(operations))
    throw badRequest('error decoding patch: the patch is not a list of operations');
  try {
    const result = jsonPatch.applyPatch(structuredClone(object), operations, true, false).newDocument;
    if (isFields(result)) return result;
  } catch {
    const message = 'the server rejected our request due to an error in our request';
    throw new Refusal(422, 'Invalid', message, { details: {} });
  }
  throw invalid('', '', '', [{ reason: 'FieldValueInvalid', field: 'patch', detail: 'not an object' }]);
}
