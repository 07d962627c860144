import { resolve } from 'node:path';
import type { Handler, Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { writeDocument } from '../../../lib/cli/output.ts';
import { type Validated, validateFiles } from '../../../lib/hosts/payload-check.ts';
import { readGivenFile, readInput } from '../../../lib/input/given-file.ts';
import { bySeverity, worstVerdict } from '../../../lib/words/verdict.ts';
import { resultOf } from '../../shared/render.ts';
import { fileReason, isFileError } from '../../shared/text-file.ts';
import { BMH, maskedIn, sanitize } from '../shared/sanitize.ts';
import type { ValidateValues } from './flags.ts';

/** `kubectl bmh validate FILE...`: §4.A step 5, and whether the payloads have the shape of step 4. */
export const validate: Handler<ValidateValues> = async ({ args: words, values }, host) => {
  const { output } = values;
  const found = validateFiles(await Promise.all([...new Set(words)].map((file) => read(file, host))));
  const items = found.toSorted(bySeverity);
  const verdict = worstVerdict(
    items.map((one) => one.verdict),
    'clean',
  );
  const exitCode = verdict === 'findings' ? 1 : verdict === 'unknown' ? 2 : 0;
  if (output) {
    const named = items.map(({ file, ...what }) => ({ metadata: { name: file }, ...what }));
    const result = resultOf(BMH, 'ValidationList', { verdict, exitCode, items: named });
    await writeDocument(host.stdout, output, maskedIn(result));
  } else for (const one of items) say(one, host);
  return exitCode;
};

/** The text of a file, or of standard input for `-`; or why it cannot be read. */
async function read(
  file: string,
  { stdin, cwd }: Host,
): Promise<{ file: string } & ({ text: string } | { error: string })> {
  try {
    return {
      file,
      text:
        file === '-' ? (await readInput(stdin)).toString() : readGivenFile(resolve(cwd(), file)).toString(),
    };
  } catch (error) {
    if (!isFileError(error)) return { file, error: (error as Error).message };
    return { file, error: isMissing(error) ? 'no such file or directory' : fileReason(error) };
  }
}

const isMissing = ({ code }: NodeJS.ErrnoException): boolean => code === 'ENOENT' || code === 'ENOTDIR';

function say({ file, verdict, message, error, findings }: Validated, { stdout, stderr }: Host): void {
  if (verdict === 'clean') stdout.write(`${sanitize(`${file}: ${message}`)}\n`);
  for (const finding of findings) stdout.write(`${sanitize(`${file}: ${finding}`)}\n`);
  if (error !== undefined)
    stderr.write(
      folded(
        `error: stat ${sanitize(`${file}: ${error}`)}\nGive the path of a payload file written by "kubectl bmh payload".\n`,
        stderr,
      ),
    );
}
