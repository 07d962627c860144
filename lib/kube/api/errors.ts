import { jsonIn } from '../../input/json.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { CommandError, type ErrorKind, exitCodes } from '../../words/errors.ts';
import { oneLine, printable } from '../../words/text.ts';
import type { RawAnswer, Status } from './types.ts';

/** A refusal by the server: its Status, and a message in kubectl's words. */
export class ApiError extends CommandError {
  readonly status: Status;
  readonly code: number;

  constructor(said: Status, code: number, hint?: string) {
    const status = readStatus(said);
    super('api', messageOf(status), { hint: hint ?? hintOf(status) });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

/** Admission changed a write, or would change one that was sent as a dry run. */
export class NotKept extends CommandError {}

const hasCode = (error: unknown, code: number): boolean => error instanceof ApiError && error.code === code;

/** The object changed since it was read, or already exists. */
export const isConflict = (error: unknown): boolean => hasCode(error, 409);
export const isNotFound = (error: unknown): boolean => hasCode(error, 404);
export const isForbidden = (error: unknown): boolean => hasCode(error, 403);
/** What a request finds; undefined if it is not there. */
export const unlessMissing = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
/** The resourceVersion from which a watch or a list should continue is too old. */
export const isGone = (error: unknown): boolean => hasCode(error, 410);

/** Whether a request was refused permanently: the server changed nothing and would refuse the same request again. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError
    ? (error.code >= 400 && error.code < 500 && ![408, 429].includes(error.code)) || isMistyped(error)
    : error instanceof CommandError && error.kind === 'refusal';

/** Whether the same request may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.code >= 500 || error.code === 429
    : error instanceof CommandError && (error.kind === 'api' || error.kind === 'timeout');

/** A server-side apply with a field of another type than the schema's is an internal error to the API server. */
const isMistyped = ({ status }: ApiError): boolean => MISTYPED.test(status.message ?? '');
const MISTYPED = /^failed to create typed patch object /;

/** Whether the server could not be reached or did not answer, so that it is not known whether it received the request. */
export function isUnreachable(error: unknown): error is CommandError {
  if (error instanceof ApiError) return [502, 503, 504].includes(error.code);
  if (!(error instanceof CommandError) || error instanceof NotKept) return false;
  const { kind, cause } = error;
  if (kind === 'timeout') return true;
  if (cause instanceof ApiError) return cause.status.reason === FAILURE && kind === 'api';
  return kind === 'api' && AWAY.has(textOf((cause as NodeJS.ErrnoException | undefined)?.code));
}

/** Codes of a network or a server that is away for a while, unlike those of a wrong certificate. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'UNANSWERED',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** The refusal in an HTTP response: the Status in its body, or one derived from its code, as in kubectl. */
export function refusalOf(code: number, body: string): ApiError {
  const status = parseStatus(body);
  if (status)
    return new ApiError({ ...status, reason: status.reason || reasonOf(code) }, status.code ?? code);
  const excerpt = excerptOf(body);
  const message = `the server answered ${code}${excerpt && `: ${excerpt}`}`;
  return new ApiError({ status: 'Failure', code, reason: reasonOf(code), message }, code);
}

/** The API server's own refusal in a response that may come from a backend behind it; undefined if absent. */
export function refusalIn({ status, body }: Pick<RawAnswer, 'status' | 'body'>): ApiError | undefined {
  return status >= 400 && parseStatus(body) !== undefined ? refusalOf(status, body) : undefined;
}

/** The message of a refusal in one line: that of its Status, or the beginning of its body. */
export const saidIn = (body: string): string => oneLine(parseStatus(body)?.message ?? excerptOf(body));

const excerptOf = (body: string): string => oneLine(body.slice(0, EXCERPT).trim());

/** How much of an unexpected body is printed, in characters. */
const EXCERPT = 200;

/** A failure to reach the server as a Status, for the proxy to respond with; `failureIn` reads it back. */
export const failureStatus = ({ kind, message, hint }: CommandError): Status => ({
  status: 'Failure',
  code: 502,
  reason: FAILURE,
  message,
  details: {
    kind,
    ...(hint !== undefined && { causes: [{ reason: 'Hint', message: hint }] }),
  },
});

/** The failure that our proxy reported; any other error is returned unchanged. */
export function failureIn(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status.reason !== FAILURE) return error;
  const { message = '', details } = error.status;
  const hint = details?.causes?.[0]?.message;
  const kind = details?.kind ?? '';
  return new CommandError(isKind(kind) ? kind : 'api', printable(message), {
    ...(hint !== undefined && { hint: oneLine(hint) }),
    cause: error,
  });
}

const isKind = (word: string): word is ErrorKind => Object.hasOwn(exitCodes, word);

const FAILURE = 'ServerUnreachable';

function parseStatus(body: string): Status | undefined {
  const parsed = fieldsOf(jsonIn(body));
  return parsed?.kind === 'Status' ? readStatus(parsed) : undefined;
}

type Raw = { [Field in 'code' | 'details' | 'message' | 'reason']?: unknown };

/** A Status with fields of the right types, whatever the server sent. */
function readStatus({ code, details, message, reason, ...rest }: object & Raw): Status {
  const { kind, name, causes } = fieldsOf(details) ?? {};
  const found = Array.isArray(causes)
    ? causes.map((cause) => texts(cause, ['reason', 'message', 'field']))
    : undefined;
  return {
    ...rest,
    ...texts({ message, reason }, ['message', 'reason']),
    ...(typeof code === 'number' && { code }),
    ...(fieldsOf(details) && {
      details: { ...texts({ kind, name }, ['kind', 'name']), ...(found && { causes: found }) },
    }),
  };
}

/** The given fields of an object as strings; absent ones are left out. */
function texts<K extends string>(object: unknown, names: readonly K[]): { [Name in K]?: string } {
  const fields = fieldsOf(object) ?? {};
  const found = names.filter((name) => fields[name] !== undefined && fields[name] !== null);
  return Object.fromEntries(found.map((name) => [name, textOf(fields[name])])) as { [Name in K]?: string };
}

const reasons: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Expired',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

const reasonOf = (code: number): string => reasons[code] ?? (code >= 500 ? 'InternalError' : 'Unknown');

/** kubectl's words for a refusal. */
function messageOf(status: Status): string {
  const reason = oneLine(String(status.reason));
  const message = printable(status.message ?? '');
  if (reason === 'Unauthorized') return `error: You must be logged in to the server (${message})`;
  const said = `Error from server (${reason}): ${message}`;
  if (reason !== 'Invalid' || !status.details) return said;
  const causes = (status.details.causes ?? [])
    .map(({ field, message }) => oneLine([field, message].filter(Boolean).join(': ')))
    .filter(Boolean);
  // kubectl omits the webhook here. What its details name is up to the webhook, and its message may have the causes.
  if (DENIED.test(message))
    return withCauses(
      said,
      causes.filter((cause) => !message.includes(cause)),
    );
  const { kind, name } = status.details;
  const subject = kind || name ? `The ${oneLine(`${kind ?? ''} "${name ?? ''}"`)}` : 'The request';
  return withCauses(`${subject} is invalid`, causes);
}

function withCauses(said: string, causes: readonly string[]): string {
  if (causes.length < 2) return [said, ...causes].join(': ');
  return [`${said}: `, ...causes].join('\n* ');
}

const DENIED = /^admission webhook "[^"]*" denied the request/;

const hints: Record<string, string> = {
  Unauthorized: 'Log in to the cluster again, or choose another user (--context, --user, --token).',
  Forbidden: 'Ask the cluster administrator for this permission, or choose another user (--context, --user).',
  NotFound: 'Check the name, the namespace (-n) and the cluster (--context).',
  Conflict: 'Another client changed the object. Run the same command again.',
  AlreadyExists: 'Check the existing object, then run the same command again.',
  Invalid: 'Correct the values named above; the API server changed nothing.',
  BadRequest: 'The API server changed nothing. Run with -v=6 to see which request it refused.',
};

/** Hints for refusals by admission, by the API server's message, whatever the code. */
const admission: [said: RegExp, hint: string][] = [
  [
    DENIED,
    'This is not a missing permission: an admission webhook rejected the request. Do what it says, or ask its owner.',
  ],
  [
    /\bValidatingAdmissionPolicy '[^']*' .*denied request: /s,
    'This is not a missing permission: an admission policy rejected the request. Do what it says, or ask its owner.',
  ],
  [
    /^\S+ ".*" is forbidden: exceeded quota: /s,
    'Free up quota in this namespace, or ask the cluster administrator to raise it (kubectl describe quota).',
  ],
  [MISTYPED, 'Correct the value named above; the API server changed nothing.'],
  [
    /\bfailed calling webhook "[^"]*": /,
    "Check that the webhook's service is running, or ask its owner. Then run the same command again.",
  ],
];

function hintOf({ reason = '', message = '' }: Status): string {
  return (
    admission.find(([words]) => words.test(message))?.[1] ??
    (Object.hasOwn(hints, reason) ? hints[reason] : undefined) ??
    'Wait until the API server is healthy, then run the same command again.'
  );
}
