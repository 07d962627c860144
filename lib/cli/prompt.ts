import { CommandError, usageError } from '../words/errors.ts';
import type { Host } from './command.ts';
import { folded } from './folded.ts';

/** Asks a yes-or-no question on the terminal. Without a terminal it is a usage error, because no user can agree. */
export const confirm = async (question: string, host: Host): Promise<boolean> =>
  /^y(es)?$/i.test(await answerTo(`${question} [y/N] `, host));

/** Asks which of several words; undefined for any other answer. The beginning of a word is enough if no other begins so. */
export async function choose<Word extends string>(
  question: string,
  words: readonly Word[],
  host: Host,
): Promise<Word | undefined> {
  const answer = (await answerTo(`${question} [${words.join('/')}] `, host)).toLowerCase();
  const meant = answer === '' ? [] : words.filter((word) => word.startsWith(answer));
  return meant.length === 1 ? meant[0] : undefined;
}

/** Asks for a secret on the terminal, and does not show what is typed. */
export const askSecret = (question: string, host: Host): Promise<string> => answerTo(question, host, true);

/** The answer to a question on the terminal, without spaces around it. */
async function answerTo(
  question: string,
  { stdin, interactive, stderr, interrupted }: Host,
  isHidden = false,
): Promise<string> {
  if (!interactive)
    throw usageError(
      'cannot ask for confirmation: stdin is not a terminal',
      'Use --yes (-y) to skip the confirmation prompt.',
    );
  const { createInterface } = await import('node:readline/promises');
  const { Writable } = await import('node:stream');
  const output = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr;
  const lines = createInterface({ input: stdin, output: output as NodeJS.WritableStream, terminal: true });
  const ended = new AbortController();
  // An error means that the terminal was closed.
  for (const event of ['SIGINT', 'close', 'error']) lines.once(event, () => ended.abort());
  try {
    const signal = AbortSignal.any([interrupted, ended.signal]);
    const asked = folded(question, stderr).split('\n');
    for (const line of asked.slice(0, -1)) stderr.write(`${line}\n`);
    if (isHidden) stderr.write(asked.at(-1) ?? '');
    const answer = (await lines.question(asked.at(-1) ?? '', { signal })).trim();
    if (isHidden) stderr.write('\n');
    return answer;
  } catch {
    stderr.write('\n');
    throw new CommandError('aborted', 'Interrupted: nothing was changed.');
  } finally {
    lines.close();
  }
}
