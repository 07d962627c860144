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
  try {
    const session = await openSession({ ...values, requestTimeout: values.requestTimeout ?? LIMIT }, host);
    try {
      return await read(session);
    } finally {
      session.client.close();
    }
  } catch (error) {
    host.interrupted.throwIfAborted();
    const failure = reportable(error);
    if (failure.kind === 'usage') throw failure;
    const { warn } = speechOf(values, host);
    warn(oneLine(`the cluster could not be read (${asPart(failure)}): ${advice}`));
    return undefined;
  }
}
