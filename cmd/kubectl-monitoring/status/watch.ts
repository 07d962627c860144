import type { Host } from '../../../lib/cli/command.ts';
import type { DocumentFormat } from '../../../lib/cli/output.ts';
import { CommandError, exitCodes } from '../../../lib/words/errors.ts';

/** One look at the block. */
export interface Look {
  /** What a person sees of it; two looks that differ in nothing else say the same. */
  text: string;
  exitCode: number;
  /** Writes it on stdout in the format asked for. */
  write(): Promise<void>;
}

/** How long nothing is asked between two looks, in milliseconds. */
const PAUSE = 5_000;

/** Clears the screen, and goes to its beginning. */
const CLEARED = '\x1b[2J\x1b[H';

/**
 * Looks again and again, and shows each look that says something else than the one before, until a person interrupts. A server
 * that can't be asked meanwhile is a warning, once.
 *
 * @returns the exit code of an interruption: nothing else ends it.
 * @throws {CommandError} where not even the first look was possible.
 */
export async function watchStatus(
  look: () => Promise<Look>,
  { stdout, clock, interrupted }: Pick<Host, 'stdout' | 'clock' | 'interrupted'>,
  { output, warn }: { output: DocumentFormat | undefined; warn(text: string): void },
): Promise<number> {
  let shown: string | undefined;
  let said: string | undefined;
  const lost = (error: unknown): undefined => {
    if (!(error instanceof CommandError) || interrupted.aborted || shown === undefined) throw error;
    const { message } = error;
    if (message !== said) warn(`the block can't be looked at, and will be again once it can (${message})`);
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

/** What stands before a look: for a person, when it was. */
function leadOf(
  output: DocumentFormat | undefined,
  now: Date,
  { first, terminal }: { first: boolean; terminal: boolean },
): string {
  if (output === undefined) {
    const before = terminal ? CLEARED : first ? '' : '\n';
    return `${before}${now.toISOString().replace(/\.\d+Z$/, 'Z')}\n`;
  }
  return first || output === 'json' ? '' : '---\n';
}
