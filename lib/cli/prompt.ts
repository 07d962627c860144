import { CommandError, usageError } from '../words/errors.ts';
import type { Host } from './command.ts';
import { folded } from './folded.ts';

/** Asks a yes-or-no question on the terminal. Without a terminal it is a usage error, because no user can agree. */
export async function confirm(
  question: string,
  { stdin, interactive, stderr, interrupted }: Host,
): Promise<boolean> {
  if (!interactive)
    throw usageError(
      'cannot ask for confirmation: stdin is not a terminal',
      'Use --yes (-y) to skip the confirmation prompt.',
    );
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: stdin, output: stderr as NodeJS.WritableStream, terminal: true });
  const ended = new AbortController();
  // An error means that the terminal was closed.
  for (const event of ['SIGINT', 'close', 'error']) lines.once(event, () => ended.abort());
  try {
    const signal = AbortSignal.any([interrupted, ended.signal]);
    const asked = folded(`${question} [y/N] `, stderr).split('\n');
    for (const line of asked.slice(0, -1)) stderr.write(`${line}\n`);
    const answer = await lines.question(asked.at(-1) ?? '', { signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    stderr.write('\n');
    throw new CommandError('aborted', 'Interrupted: nothing was changed.');
  } finally {
    lines.close();
  }
}
