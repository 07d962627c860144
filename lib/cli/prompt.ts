import { CommandError, usageError } from '../words/errors.ts';
import type { Host } from './command.ts';

/** Asks a yes-or-no question on the terminal; without one it is a usage error, for nobody can have agreed. */
export async function confirm(
  question: string,
  { stdin, interactive, stderr, interrupted }: Host,
): Promise<boolean> {
  if (!interactive)
    throw usageError('there is no terminal to ask on', 'Give --yes (-y) to go on without being asked.');
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: stdin, output: stderr as NodeJS.WritableStream, terminal: true });
  const typed = new AbortController();
  lines.once('SIGINT', () => typed.abort());
  lines.once('close', () => typed.abort());
  // The terminal was closed.
  lines.once('error', () => typed.abort());
  try {
    const answer = await lines.question(`${question} [y/N] `, {
      signal: AbortSignal.any([interrupted, typed.signal]),
    });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    stderr.write('\n');
    throw new CommandError('aborted', 'Interrupted: nothing was changed.');
  } finally {
    lines.close();
  }
}
