/**
 * What can end a command: each kind has one exit code. `no-cluster`: nobody has named a server, and none is where kubectl looks
 * by default, so that nothing was asked of any cluster.
 */
export type ErrorKind = 'usage' | 'refusal' | 'api' | 'no-cluster' | 'timeout' | 'aborted';

export const exitCodes: Record<ErrorKind, number> = {
  usage: 1,
  refusal: 1,
  api: 1,
  'no-cluster': 1,
  timeout: 124,
  aborted: 130,
};

/** A word that is none of those there are: what it may have been meant as is shown. */
export interface Unknown {
  word: string;
  among: readonly string[];
  /** What is typed before each of them: the dashes of a flag. */
  lead?: string;
}

/**
 * An end that a person can act on. `message` is printed as it stands (it starts with `error: ` or with one of
 * kubectl's own openings such as `Error from server (NotFound): `), `mend` on the line after it.
 * Anything else that is thrown is a defect of this program and is reported as one.
 */
export class CommandError extends Error {
  readonly kind: ErrorKind;
  readonly hint: string | undefined;
  readonly unknown: Unknown | undefined;

  constructor(
    kind: ErrorKind,
    message: string,
    { hint, cause, unknown }: { hint?: string; cause?: unknown; unknown?: Unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'CommandError';
    this.kind = kind;
    this.hint = hint;
    this.unknown = unknown;
  }
}

/** Wrong words or flags: exit 1. */
export const usageError = (message: string, hint?: string, unknown?: Unknown): CommandError =>
  new CommandError('usage', `error: ${message}`, {
    ...(hint !== undefined && { hint }),
    ...(unknown && { unknown }),
  });

/** What an error says, as a part of a sentence. */
export const asPart = ({ message }: CommandError): string => message.replace(/^error: /, '');

/**
 * A failure that a command can say and go on without.
 *
 * @throws what is no such failure: an interruption, and a defect.
 */
export function sayable(error: unknown): CommandError {
  if (error instanceof CommandError && error.kind !== 'aborted') return error;
  throw error;
}
