import { badRequest, type Finding, invalid, unsupportedMediaType } from '../http/status.ts';
import { type Fields, isFields, type Obj } from '../objects/model.ts';
import { groupVersion, type Resource } from '../resources/types.ts';
import { setDefaults } from '../schema/defaults.ts';
import { metadataSchema } from '../schema/metadata.ts';
import { prune } from '../schema/prune.ts';
import { settleQuantities } from '../schema/quantities.ts';
import { validate } from '../schema/validate.ts';
import { PROTOBUF, readProtobuf } from './messages.ts';

/** A request's body. */
export interface Body {
  bytes: Buffer;
  contentType: string | undefined;
}

/** Parses a body of JSON, YAML or protobuf. Throws a 415 for another type, a 400 for what can't be read. */
export async function parseBody({ bytes, contentType = 'application/json' }: Body): Promise<unknown> {
  const type = contentType.split(';')[0]?.trim();
  if (type === PROTOBUF) return readProtobuf(bytes);
  const text = bytes.toString('utf8');
  try {
    if (type === 'application/json') return JSON.parse(text);
    if (type === 'application/yaml') return (await import('yaml')).parse(text);
  } catch (error) {
    throw badRequest(`couldn't get version/kind; json parse error: ${(error as Error).message}`);
  }
  throw unsupportedMediaType(['application/json', 'application/yaml']);
}

/**
 * The object that a body of a POST or PUT holds, as the resource's type has it. `unknown` are the paths of what was
 * dropped. Throws a 400 for an object of another kind or version, or one whose built-in type it does not fit.
 */
export function decode(parsed: unknown, resource: Resource): { object: Obj; unknown: string[] } {
  const { kind, version } = resource;
  const expected = groupVersion(resource);
  const unrecognized = `the object provided is unrecognized (must be of type ${kind})`;
  const sent = JSON.stringify(parsed);
  if (!isFields(parsed)) throw badRequest(`${unrecognized}: not an object (${sent})`);
  if (resource.custom && !('kind' in parsed)) {
    const start = sent.length > 30 ? `${sent.slice(0, 30)} ...` : sent;
    throw badRequest(`${unrecognized}: Object 'Kind' is missing in '${sent}' (${start})`);
  }
  const object: Fields = { apiVersion: expected, kind, ...structuredClone(parsed) };
  if (object.apiVersion !== expected) {
    throw badRequest(
      `the API version in the data (${object.apiVersion}) does not match the expected API version (${expected})`,
    );
  }
  if (object.kind !== kind && !resource.custom) {
    throw badRequest(
      `${object.kind} in version "${version}" cannot be handled as a ${kind}: converting (${object.kind}) to (${kind}): unknown conversion`,
    );
  }
  try {
    return coerce(object, resource);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${error.message}`);
  }
}

/** The same of what a patch makes of an object. What does not fit is the patch's fault: 422. */
export function coercePatched(result: Fields, resource: Resource): ReturnType<typeof coerce> {
  const value = JSON.stringify(result);
  try {
    return coerce(result, resource);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const finding: Finding = { reason: 'FieldValueInvalid', field: 'patch', value, detail: error.message };
    throw invalid('', '', '', [finding]);
  }
}

/** A field whose value is not of its type. */
class Misfit extends Error {}

/** Brings any JSON object into the resource's type: known fields only, defaults filled in, metadata as it is stored. */
function coerce(object: Fields, resource: Resource): { object: Obj; unknown: string[] } {
  const metadata = isFields(object.metadata) ? object.metadata : {};
  object.metadata = metadata;
  const unknown = [
    ...prune(metadata, metadataSchema).map((field) => `metadata.${field}`),
    ...prune(object, resource.schema),
  ];
  settle(object, resource);
  holdTypes(object, resource);
  return { object: settled(object, resource), unknown };
}

/** The same of what an apply makes of an object. Null stays in a custom resource: its schema says whether it may. */
export function coerceApplied(result: Fields, resource: Resource): Obj {
  const object = { metadata: {}, ...structuredClone(result) };
  return resource.custom ? settled(object, resource) : coercePatched(object, resource).object;
}

function settled(object: Fields, resource: Resource): Obj {
  const metadata = object.metadata as Fields;
  for (const [field, value] of Object.entries(metadata)) if (isEmpty(value)) delete metadata[field];
  setDefaults(object, resource.schema);
  resource.defaults?.(object as Obj);
  return object as Obj;
}

/** How unknown fields of a POST or PUT are said: dropped in silence, with warnings, or not at all. */
export function reportUnknown(
  unknown: string[],
  { resource, validation, warn }: { resource: Resource; validation: string; warn(text: string): void },
): void {
  if (validation === 'Warn') for (const field of unknown) warn(unknownField(field));
  if (validation !== 'Strict' || unknown.length === 0) return;
  const { kind, version } = resource;
  throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${strictError(unknown)}`);
}

export const unknownField = (field: string): string => `unknown field "${field}"`;

export const strictError = (unknown: string[]): string =>
  `strict decoding error: ${unknown.map(unknownField).join(', ')}`;

/** Metadata, and built-in types as a whole, must fit as they are read: their schema is no matter of a 422. */
function holdTypes(object: Fields, { kind, schema, custom }: Resource): void {
  const wrong = [
    ...validate(object.metadata, metadataSchema, { place: { field: 'metadata', text: 'metadata' } }),
    ...(custom ? [] : validate(object, schema)),
  ].find(({ reason }) => reason === 'FieldValueTypeInvalid');
  if (wrong === undefined) return;
  throw new Misfit(`json: cannot unmarshal ${goType(wrong)} into Go struct field ${kind}.${wrong.field}`);
}

/** Brings quantities into the form that they are stored in. */
function settle(object: Fields, { schema, custom }: Resource): void {
  if (custom) return;
  try {
    settleQuantities(object, schema);
  } catch (error) {
    throw error instanceof RangeError ? new Misfit(error.message) : error;
  }
}

function goType({ value }: Finding): unknown {
  if (value === 'boolean') return 'bool';
  return value === 'integer' ? 'number' : value;
}

/** Empty members of metadata are as good as absent: they are not stored. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  value === 0 ||
  (typeof value === 'object' && Object.keys(value).length === 0);
