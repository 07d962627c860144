import { resolve } from 'node:path';
import type { Handler, Host } from '../../../lib/cli/command.ts';
import { writeDocument } from '../../../lib/cli/output.ts';
import { type Validated, validateFiles } from '../../../lib/hosts/payload-check.ts';
import { readGivenFile, readInput } from '../../../lib/input/given-file.ts';
import { fileReason, isFileError } from '../../shared/text-file.ts';
import { maskedIn, sanitize } from '../shared/sanitize.ts';
import type { ValidateValues } from './flags.ts';

/** The exit code if a file could not be read and no other is invalid. */
const COULD_NOT_TELL = 2;

/** `kubectl bmh validate FILE...`: §4.A step 5, and whether the payloads have the shape of step 4. */
export const validate: Handler<ValidateValues> = async ({ args: words, values }, host) => {
  const { output } = values;
  const all = validateFiles(await Promise.all([...new Set(words)].map((file) => read(file, host))));
  const verdicts = all.map(({ verdict }) => verdict);
  const exitCode = verdicts.includes('invalid') ? 1 : verdicts.includes('unreadable') ? COULD_NOT_TELL : 0;
  if (output) await writeDocument(host.stdout, output, maskedIn({ exitCode, items: all }));
  else for (const one of all) say(one, host);
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

function say({ file, kind, verdict, findings }: Validated, { stdout, stderr }: Host): void {
  if (verdict === 'valid') stdout.write(`${sanitize(file)}: valid ${kind} payload\n`);
  const [out, lead] = verdict === 'unreadable' ? [stderr, 'error: stat '] : [stdout, ''];
  for (const finding of findings) out.write(`${lead}${sanitize(`${file}: ${finding}`)}\n`);
  if (verdict === 'unreadable')
    stderr.write('Give the path of a payload file written by kubectl bmh payload.\n');
}
