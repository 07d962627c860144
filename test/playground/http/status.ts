import type { Status } from '../../../lib/kube/api/types.ts';

/** A resource as refusals name it: `nodes`, or `baremetalhosts.metal3.io`. */
export interface GroupResource {
  group: string;
  plural: string;
}

/** A refusal that is answered as a `Status` body. */
export class Refusal extends Error {
  readonly body: Status & { metadata: { continue?: string } };

  constructor(code: number, reason: string, message: string, rest: Partial<Refusal['body']> = {}) {
    super(message);
    this.body = { metadata: {}, status: 'Failure', message, ...(reason && { reason }), ...rest, code };
  }
}

/** One finding about an object: the parts of a cause in a 422, `value` being the offending value. */
export interface Finding {
  reason: keyof typeof openings;
  field: string;
  value?: unknown;
  detail?: string;
}

const openings = {
  FieldValueRequired: 'Required value',
  FieldValueInvalid: 'Invalid value',
  FieldValueTypeInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  FieldValueDuplicate: 'Duplicate value',
};

/** What a finding says without its field: `Invalid value: -1: must be positive`. */
function findingText({ reason, value, detail }: Finding): string {
  const valueless = ['FieldValueRequired', 'FieldValueForbidden', 'FieldValueTooLong'].includes(reason);
  const parts = [openings[reason]];
  if (!valueless && value !== undefined) parts.push(JSON.stringify(value));
  if (detail) parts.push(detail);
  return parts.join(': ');
}

const qualified = ({ group, plural }: GroupResource): string =>
  group === '' ? plural : `${plural}.${group}`;

/** `details` as they go on the wire: empty members are left out. */
function details(name: string | undefined, group: string, kind: string): NonNullable<Status['details']> {
  return { ...(name && { name }), ...(group && { group }), ...(kind && { kind }) };
}

export const badRequest = (message: string): Refusal => new Refusal(400, 'BadRequest', message);

export const unauthorized = (): Refusal => new Refusal(401, 'Unauthorized', 'Unauthorized');

export const notFound = (resource: GroupResource, name: string): Refusal =>
  new Refusal(404, 'NotFound', `${qualified(resource)} "${name}" not found`, {
    details: details(name, resource.group, resource.plural),
  });

/** A path that no resource is served at, in a group version that exists. */
export const noSuchResource = (): Refusal =>
  new Refusal(404, 'NotFound', 'the server could not find the requested resource', { details: {} });

export const methodNotAllowed = (): Refusal =>
  new Refusal(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {
    details: {},
  });

/** The same, as custom resources word it. */
export const notSupported = (resource: GroupResource, verb: string): Refusal =>
  new Refusal(
    405,
    'MethodNotAllowed',
    `${verb} is not supported on resources of kind "${qualified(resource)}"`,
    {
      details: details('', resource.group, resource.plural),
    },
  );

export const alreadyExists = (resource: GroupResource, name: string, generated = false): Refusal =>
  new Refusal(
    409,
    'AlreadyExists',
    `${qualified(resource)} "${name}" already exists${generated ? ', the server was not able to generate a unique name for the object' : ''}`,
    {
      details: {
        ...details(name, resource.group, resource.plural),
        ...(generated && { retryAfterSeconds: 1 }),
      },
    },
  );

export const conflict = (resource: GroupResource, name: string, why: string): Refusal =>
  new Refusal(409, 'Conflict', `Operation cannot be fulfilled on ${qualified(resource)} "${name}": ${why}`, {
    details: details(name, resource.group, resource.plural),
  });

export const forbidden = (resource: GroupResource, name: string, why: string): Refusal =>
  new Refusal(
    403,
    'Forbidden',
    resource.plural === '' && resource.group === ''
      ? `forbidden: ${why}`
      : `${qualified(resource)} ${name === '' ? '' : `"${name}" `}is forbidden: ${why}`,
    { details: details(name, resource.group, resource.plural) },
  );

export const expired = (message: string, next?: string): Refusal =>
  new Refusal(410, 'Expired', message, { metadata: { ...(next && { continue: next }) } });

export const unsupportedMediaType = (accepted: readonly string[]): Refusal =>
  new Refusal(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  );

export const notAcceptable = (accepted: readonly string[]): Refusal =>
  new Refusal(406, 'NotAcceptable', `only the following media types are accepted: ${accepted.join(', ')}`);

/** 422 with one cause a finding. Equal findings are said once in the message, though each has its cause. */
export function invalid(group: string, kind: string, name: string, findings: Finding[]): Refusal {
  const said = [...new Set(findings.map((finding) => `${finding.field}: ${findingText(finding)}`))];
  const subject = group === '' ? kind : `${kind}.${group}`;
  return new Refusal(
    422,
    'Invalid',
    `${subject} "${name}" is invalid: ${said.length === 1 ? said[0] : `[${said.join(', ')}]`}`,
    {
      details: {
        ...details(name, group, kind),
        causes: findings.map((finding) => ({
          reason: finding.reason,
          message: findingText(finding),
          field: finding.field,
        })),
      },
    },
  );
}
