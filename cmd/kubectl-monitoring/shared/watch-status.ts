import type { Host } from '../../../lib/cli/command.ts';
import { isDocument } from '../../../lib/cli/output.ts';
import type { Session } from '../../../lib/cluster/session.ts';
import { CommandError, exitCodes } from '../../../lib/words/errors.ts';
import { renderUnread, writeResult } from '../../shared/render.ts';
import { MONITORING } from './plugin.ts';
import { isUnreachable } from './unreachable.ts';

/** What is watched, at one moment. */
export interface Snapshot {
  /** The rendered text; --watch compares it to detect changes. */
  text: string;
  exitCode: number;
  /** Writes it on stdout in the format asked for. */
  write(): Promise<void>;
}

/** What a command shows, as text and as data. */
export interface Shown extends Pick<Snapshot, 'text' | 'exitCode'> {
  data(): object;
}

interface Showing {
  session: Session;
  output: string | undefined;
  watch: boolean;
  /** What the data is called. */
  kind: string;
  /** What is checked, for the warning. */
  what: string;
}

/**
 * Shows a state of the cluster, once or with --watch, and closes the session. A cluster that cannot be queried is unknown.
 *
 * @returns the exit code.
 */
export async function showStatus(
  look: () => Promise<Shown>,
  host: Host,
  { session, output, watch, kind, what }: Showing,
): Promise<number> {
  const snapshot = async (): Promise<Snapshot> => {
    const { text, exitCode, data } = await look();
    return {
      text,
      exitCode,
      async write() {
        await writeResult(host, output, data);
        if (!isDocument(output)) host.stdout.write(text);
      },
    };
  };
  try {
    if (watch) return await watchStatus(snapshot, host, { output, warn: session.warn, what });
    const { write, exitCode } = await snapshot();
    await write();
    return exitCode;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return renderUnread(error, host, { output, plugin: MONITORING, kind });
  } finally {
    session.client.close();
  }
}

/** Milliseconds between two snapshots. */
const PAUSE = 5_000;

/** Clears the screen and moves the cursor to the top left. */
const CLEARED = '\x1b[2J\x1b[H';

/**
 * Takes snapshots until interrupted, and prints each one that differs from the one before. A server that fails meanwhile is a
 * warning, once per message.
 *
 * @param what what is checked, for the warning.
 * @returns the exit code of an interruption: nothing else ends it.
 * @throws {CommandError} if the first snapshot fails.
 */
export async function watchStatus(
  look: () => Promise<Snapshot>,
  { stdout, clock, interrupted }: Pick<Host, 'stdout' | 'clock' | 'interrupted'>,
  { output, warn, what }: { output: string | undefined; warn(text: string): void; what: string },
): Promise<number> {
  let shown: string | undefined;
  let said: string | undefined;
  const lost = (error: unknown): undefined => {
    if (!(error instanceof CommandError) || interrupted.aborted || shown === undefined) throw error;
    const { message } = error;
    if (message !== said) warn(`${what} cannot be checked, retrying (${message})`);
    said = message;
  };
  try {
    for (;;) {
      const seen = await look().catch(lost);
      if (seen) said = undefined;
      if (seen && seen.text !== shown) {
        stdout.write(
          leadOf(output, clock.now(), { first: shown === undefined, terminal: stdout.isTTY === true }),
        );
        await seen.write();
        shown = seen.text;
      }
      await clock.after(PAUSE, interrupted);
      interrupted.throwIfAborted();
    }
  } catch (error) {
    if (interrupted.aborted) return exitCodes.aborted;
    throw error;
  }
}

/** What precedes a snapshot: its time, or `---` between YAML documents. */
function leadOf(
  output: string | undefined,
  now: Date,
  { first, terminal }: { first: boolean; terminal: boolean },
): string {
  if (!isDocument(output)) {
    const before = terminal ? CLEARED : first ? '' : '\n';
    return `${before}${now.toISOString().replace(/\.\d+Z$/, 'Z')}\n`;
  }
  return first || output === 'json' ? '' : '---\n';
}
