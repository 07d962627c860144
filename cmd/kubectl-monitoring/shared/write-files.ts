import { join } from 'node:path';
import type { Move, PlannedFile } from '../../../lib/block/plan.ts';
import type { Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { isDocument, writeDocument } from '../../../lib/cli/output.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import { paintFor } from '../../../lib/cli/style.ts';
import { quoted } from '../../../lib/words/shell.ts';
import { countText, oneLine } from '../../../lib/words/text.ts';
import { fileDiff } from '../../shared/file-diff.ts';
import { resultOf } from '../../shared/render.ts';
import { type Folder, writePlanned } from './planned-files.ts';
import { MONITORING } from './plugin.ts';

/** Files that a command is about to write into a folder. */
export interface FilePlan {
  /** What the data is called. */
  kind: 'BlockFiles' | 'RuleSyncReport';
  folder: Folder;
  files: readonly PlannedFile[];
  /** The path of the file that remembers what was written. No diff shows it. */
  lock: string;
  /** What dropped files are not part of any more: `the building block`. */
  whole: string;
  /** What the data has beside the files. */
  data?: object;
  /** Asks what else there is to ask, before the user confirms. */
  ask?(): Promise<void>;
  /** Does what is left, after the files are written. */
  finish?(): Promise<void>;
}

interface WriteFlags {
  diff: boolean;
  yes: boolean;
  output: string | undefined;
  color: 'auto' | 'always' | 'never';
}

/** Shows what becomes of the files, asks, and writes them; with `--diff`, shows the diff. Returns the verdict and the exit code. */
export async function writeFiles(plan: FilePlan, flags: WriteFlags, host: Host): Promise<Outcome> {
  const { folder, files, lock } = plan;
  const writes = files.filter(({ text }) => text !== undefined);
  if (flags.diff) {
    const paint = paintFor(host.stdout, host, flags.color);
    if (!isDocument(flags.output))
      for (const file of writes) if (file.path !== lock) host.stdout.write(diffOf(folder, file, paint));
    return report(plan, { verdict: 'unchanged', isDryRun: true, ...flags }, host);
  }
  if (writes.length === 0) return report(plan, { verdict: 'unchanged', ...flags }, host);
  if (!flags.yes) {
    const words = wordsFor(plan, PLANNED);
    for (const file of writes) host.stderr.write(`${lineOf(folder, file, words)}\n`);
    await plan.ask?.();
    if (!(await confirm(`Write ${countText(writes.length, 'file')}?`, host)))
      return report(plan, { verdict: 'declined', ...flags }, host);
  }
  for (const file of writes) await writePlanned(folder, file);
  await plan.finish?.();
  return report(plan, { verdict: 'applied', ...flags }, host);
}

interface Outcome {
  verdict: 'applied' | 'unchanged' | 'declined';
  exitCode: number;
}

async function report(
  plan: FilePlan,
  {
    verdict,
    output,
    isDryRun = false,
  }: Pick<Outcome, 'verdict'> & { output: string | undefined; isDryRun?: boolean },
  host: Host,
): Promise<Outcome> {
  const { kind, folder, files, data } = plan;
  const exitCode = verdict === 'declined' ? 1 : 0;
  if (isDocument(output)) {
    const items = files.map(({ path, move }) => ({ file: join(folder.name, path), change: move }));
    const message = verdict === 'applied' ? 'Written' : 'Nothing was changed';
    const result = { verdict, exitCode, message, isDryRun, ...data, items };
    await writeDocument(host.stdout, output, resultOf(MONITORING, kind, result));
  } else if (verdict === 'declined') host.stderr.write('Not written: nothing was changed.\n');
  else if (!isDryRun) {
    const words = wordsFor(plan, DONE);
    const seen = files.filter(({ move }) => move !== 'unchanged');
    for (const file of seen) host.stdout.write(`${lineOf(folder, file, words)}\n`);
    if (!files.some(({ text }) => text !== undefined))
      host.stdout.write(
        `Nothing to change: ${seen.length > 0 ? 'all other files' : 'all files'} are up to date.\n`,
      );
    showDropped(plan, host);
  }
  return { verdict, exitCode };
}

/** How to remove what is not part of the whole any more. */
function showDropped({ folder, files, whole }: FilePlan, { stderr }: Host): void {
  const dropped = files.filter(({ move }) => move === 'dropped');
  if (dropped.length === 0) return;
  const paths = dropped.map(({ path }) => quoted(join(folder.name, path)));
  stderr.write(folded(`To remove what is not in ${oneLine(whole)} any more, run:\n`, stderr));
  stderr.write(`  rm ${oneLine(paths.join(' '))}\n`);
}

const lineOf = ({ name }: Folder, { path, move }: PlannedFile, words: Record<Move, string>): string =>
  `${oneLine(join(name, path))} ${words[move]}`;

const wordsFor = (
  { whole }: FilePlan,
  words: Omit<Record<Move, string>, 'dropped'>,
): Record<Move, string> => ({
  ...words,
  dropped: `kept: it is not in ${oneLine(whole)} any more`,
});

const DONE = {
  create: 'created',
  update: 'updated',
  unchanged: 'unchanged',
  edited: 'kept: you edited it',
  beside: 'kept: you edited it; the new version is in the file .new beside it',
  removed: 'left out: you removed it',
} as const;

const PLANNED = {
  ...DONE,
  create: 'will be created',
  update: 'will be updated',
  beside: 'is edited: the new version will be written beside it, as .new',
} as const;

/** A new version beside a file is a change of that file, as far as its reader is concerned. */
const diffOf = (
  { name }: Folder,
  { path, text = '', found = '' }: PlannedFile,
  paint: ReturnType<typeof paintFor>,
): string => fileDiff({ name: join(name, path), text: found }, text, { paint });
