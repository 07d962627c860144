/** What can end a command: each kind has one exit code. `mend` is the one line that says what to do next. */
export type ErrorKind = 'usage' | 'refusal' | 'api' | 'timeout' | 'aborted';

export const exitCodes: Record<ErrorKind, number> = {
  usage: 1,
  refusal: 1,
  api: 1,
  timeout: 124,
  aborted: 130,
};

/**
 * An end that a person can act on. `message` is printed as it stands (it starts with `error: ` or with one of
 * kubectl's own openings such as `Error from server (NotFound): `), `mend` on the line after it.
 * Anything else that is thrown is a defect of this program and is reported as one.
 */
export class CommandError extends Error {
  readonly kind: ErrorKind;
  readonly mend: string | undefined;

  constructor(kind: ErrorKind, message: string, { mend, cause }: { mend?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'CommandError';
    this.kind = kind;
    this.mend = mend;
  }
}

/** Wrong words or flags: exit 1. */
export const usageError = (message: string, mend?: string): CommandError =>
  new CommandError('usage', `error: ${message}`, { ...(mend !== undefined && { mend }) });
