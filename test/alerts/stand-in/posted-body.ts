import { fieldsOf } from '../../../lib/objects/fields.ts';

/** Why a request's body is refused, before its content is looked at. */
export interface BodyFault {
  /** Of API v2: 400 for what cannot be parsed, 422 for what has not the required shape. */
  code: 400 | 422;
  /** Of API v2: 602 is a missing field, 612 a list that is too short. */
  reason?: 602 | 612;
  /** Go's own words. */
  text: string;
}

export type Decoded<T> = { value: T } | { fault: BodyFault };

/** The objects of a body that is to be a list of alerts; `null` is an empty one. */
export function decodeAlerts(body: string, api: 'v1' | 'v2'): Decoded<Record<string, unknown>[]> {
  if (body === '' && api === 'v2') return missing('alerts in body');
  const decoded = decodeJson(body);
  if ('fault' in decoded) return decoded;
  if (decoded.value === null) return { value: [] };
  const type = api === 'v2' ? 'models.PostableAlerts' : '[]*types.Alert';
  if (!Array.isArray(decoded.value)) return mismatch(decoded.value, `value of type ${type}`);
  const items: Record<string, unknown>[] = [];
  for (const [at, item] of decoded.value.entries()) {
    const fields = fieldsOf(item) ?? {};
    for (const value of Object.values(fieldsOf(fields.labels) ?? {}))
      if (typeof value !== 'string')
        return mismatch(
          value,
          `struct field Alert.labels of type ${api === 'v2' ? 'string' : 'model.LabelValue'}`,
        );
    for (const time of [fields.startsAt, fields.endsAt])
      if (time !== undefined && Number.isNaN(Date.parse(String(time)))) return badTime(String(time));
    if (api === 'v2' && !fieldsOf(fields.labels)) return missing(`${at}.labels in body`);
    items.push(fields);
  }
  return { value: items };
}

/** The fields of a body that is to be a silence, each of which is there. */
export function decodeSilence(body: string): Decoded<Record<string, unknown>> {
  if (body === '') return missing('silence in body');
  const decoded = decodeJson(body);
  if ('fault' in decoded) return decoded;
  const fields = fieldsOf(decoded.value);
  if (!fields) return mismatch(decoded.value, 'value of type models.PostableSilence');
  for (const time of [fields.startsAt, fields.endsAt])
    if (time !== undefined && Number.isNaN(Date.parse(String(time)))) return badTime(String(time));
  for (const name of ['comment', 'createdBy', 'endsAt'])
    if (fields[name] === undefined) return missing(`${name} in body`);
  if (!Array.isArray(fields.matchers)) return missing('matchers in body');
  if (fields.matchers.length === 0)
    return { fault: { code: 422, reason: 612, text: 'matchers in body should have at least 1 items' } };
  for (const [at, matcher] of fields.matchers.entries())
    for (const name of ['isRegex', 'name', 'value'])
      if (fieldsOf(matcher)?.[name] === undefined) return missing(`matchers.${at}.${name} in body`);
  return fields.startsAt === undefined ? missing('startsAt in body') : { value: fields };
}

function decodeJson(body: string): Decoded<unknown> {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return { fault: { code: 400, text: body === '' ? 'EOF' : 'unexpected EOF' } };
  }
}

const missing = (what: string): { fault: BodyFault } => ({
  fault: { code: 422, reason: 602, text: `${what} is required` },
});

const mismatch = (value: unknown, into: string): { fault: BodyFault } => ({
  fault: { code: 400, text: `json: cannot unmarshal ${goKind(value)} into Go ${into}` },
});

const badTime = (text: string): { fault: BodyFault } => ({
  fault: {
    code: 400,
    text: `parsing time ${JSON.stringify(text)} as "2006-01-02": cannot parse ${JSON.stringify(text)} as "2006"`,
  },
});

const goKind = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
