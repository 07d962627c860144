/** What can end a command. Each kind has one exit code. `no-cluster`: no server is configured, and none is at kubectl's default address. */
export type ErrorKind = 'usage' | 'refusal' | 'api' | 'no-cluster' | 'timeout' | 'aborted';

export const exitCodes: Record<ErrorKind, number> = {
  usage: 1,
  refusal: 1,
  api: 1,
  'no-cluster': 1,
  timeout: 124,
  aborted: 130,
};

/** A word that is not a known one; near misses are suggested. */
export interface UnknownWord {
  word: string;
  among: readonly string[];
  /** A prefix of each: the dashes of a flag. */
  lead?: string;
}

/**
 * An error that the user can act on. `message` is printed unchanged: it starts with `error: ` or with one of kubectl's own
 * prefixes such as `Error from server (NotFound): `. `hint` is printed on the line after it. Any other thrown error is reported as a bug.
 */
export class CommandError extends Error {
  readonly kind: ErrorKind;
  readonly hint: string | undefined;
  readonly unknown: UnknownWord | undefined;

  constructor(
    kind: ErrorKind,
    message: string,
    {
      hint,
      cause,
      unknown,
    }: { hint?: string | undefined; cause?: unknown; unknown?: UnknownWord | undefined } = {},
  ) {
    super(message, { cause });
    this.name = 'CommandError';
    this.kind = kind;
    this.hint = hint;
    this.unknown = unknown;
  }
}

/** Invalid arguments or flags. */
export const usageError = (message: string, hint?: string, unknown?: UnknownWord): CommandError =>
  new CommandError('usage', `error: ${message}`, { hint, unknown });

/** The message as a part of a sentence. */
export const asPart = ({ message }: CommandError): string => message.replace(/^error: /, '');

/**
 * The error as one that a command can report and continue after.
 *
 * @throws {unknown} if it is not: an interruption or a bug.
 */
export function reportable(error: unknown): CommandError {
  if (error instanceof CommandError && error.kind !== 'aborted') return error;
  throw error;
}
