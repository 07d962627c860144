import type { Host } from '../../../lib/cli/command.ts';
import { openSession, type Session, type SessionFlags, speechOf } from '../../../lib/cluster/session.ts';
import { asPart, reportable } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';

/** What a file for the cluster would not be worth waiting for longer: it is written without it then. */
const LIMIT = '5s';

interface Ground<T> {
  read(session: Session): Promise<T>;
  /** What the user has to check if the cluster cannot be read. */
  advice: string;
}

/**
 * What a new file has to fit in the cluster; undefined if that is not to be read (`--offline`), or with a warning if it cannot be.
 *
 * @throws {CommandError} for wrong flags.
 */
export async function readGround<T>(
  values: SessionFlags & { offline: boolean },
  host: Host,
  { read, advice }: Ground<T>,
): Promise<T | undefined> {
  if (values.offline) return undefined;
  return unlessUnreached({ ...values, requestTimeout: values.requestTimeout ?? LIMIT }, host, {
    read,
    warning: (reason) => `the cluster could not be read (${reason}): ${advice}`,
  });
}

/**
 * What is read of a cluster that a command can do without; undefined, with a warning, if it cannot be read.
 *
 * @param warning what is said then, by the reason.
 * @throws {CommandError} for wrong flags.
 */
export async function unlessUnreached<T>(
  values: SessionFlags,
  host: Host,
  { read, warning }: { read(session: Session): Promise<T>; warning(reason: string): string },
): Promise<T | undefined> {
  try {
    const session = await openSession(values, host);
    try {
      return await read(session);
    } finally {
      session.client.close();
    }
  } catch (error) {
    host.interrupted.throwIfAborted();
    const failure = reportable(error);
    if (failure.kind === 'usage') throw failure;
    speechOf(values, host).warn(oneLine(warning(asPart(failure))));
    return undefined;
  }
}
