import { join } from 'node:path';
import { newPath, type PlannedFile } from '../../../lib/block/plan.ts';
import type { Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { isDocument, writeDocument } from '../../../lib/cli/output.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import { paintFor } from '../../../lib/cli/style.ts';
import { quoted } from '../../../lib/words/shell.ts';
import { countText, oneLine } from '../../../lib/words/text.ts';
import { fileDiff } from '../../shared/file-diff.ts';
import { resultOf } from '../../shared/render.ts';
import { checkBeside, type Folder, writePlanned } from './planned-files.ts';
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
  /** What a reader should know of some of the files, by their paths: a text that follows what became of them. */
  notes?: Readonly<Record<string, string>>;
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
  const { folder, files } = plan;
  checkBeside(folder, files);
  const writes = files.filter(({ text }) => text !== undefined);
  if (flags.diff) {
    if (!isDocument(flags.output)) showDiff(plan, flags, host);
    return report(plan, { verdict: 'unchanged', isDryRun: true, ...flags }, host);
  }
  if (writes.length === 0) return report(plan, { verdict: 'unchanged', ...flags }, host);
  if (!flags.yes) {
    for (const file of writes) host.stderr.write(lineOf(plan, file, PLANNED));
    await plan.ask?.();
    if (!(await confirm(`Write ${countText(writes.length, 'file')}?`, host)))
      return report(plan, { verdict: 'declined', ...flags }, host);
  }
  for (const file of writes) await writePlanned(folder, file);
  await plan.finish?.();
  return report(plan, { verdict: 'applied', ...flags }, host);
}

/** The diff, and apart from it what becomes of the files that have none. */
function showDiff(plan: FilePlan, { color }: WriteFlags, host: Host): void {
  const { folder, files, lock } = plan;
  const changed = files.filter(({ path, text }) => text !== undefined && path !== lock);
  const paint = paintFor(host.stdout, host, color);
  for (const file of changed) host.stdout.write(diffOf(folder, file, paint));
  const stream = changed.length > 0 ? host.stderr : host.stdout;
  for (const file of files)
    if (file.move !== 'unchanged' && !changed.includes(file) && (file.path !== lock || changed.length === 0))
      stream.write(lineOf(plan, file, PLANNED));
  showUpToDate(files, host);
  showDropped(plan, host);
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
    for (const file of files) if (file.move !== 'unchanged') host.stdout.write(lineOf(plan, file, DONE));
    showUpToDate(files, host);
    showDropped(plan, host);
  }
  return { verdict, exitCode };
}

/** That there is nothing to write, if there is not. */
function showUpToDate(files: readonly PlannedFile[], { stdout }: Host): void {
  if (files.some(({ text }) => text !== undefined)) return;
  const others = files.some(({ move }) => move !== 'unchanged') ? 'all other files' : 'all files';
  stdout.write(`Nothing to change: ${others} are up to date.\n`);
}

/** How to remove what is not part of the whole any more, unless a user edited it. */
function showDropped({ folder, files, whole }: FilePlan, { stderr }: Host): void {
  const dropped = files.filter(({ move, isEdited }) => move === 'dropped' && !isEdited);
  if (dropped.length === 0) return;
  const paths = dropped.map(({ path }) => quoted(join(folder.name, path)));
  stderr.write(folded(`To remove what is not in ${oneLine(whole)} any more, run:\n`, stderr));
  stderr.write(`  rm ${oneLine(paths.join(' '))}\n`);
}

/** What became of a file, or will. */
function lineOf({ folder, whole, notes = {} }: FilePlan, file: PlannedFile, tense: Tense): string {
  const { path, move, isForeign, isEdited } = file;
  const nameOf = (one: string): string => oneLine(join(folder.name, one));
  const words: Record<PlannedFile['move'], string> = {
    create: `${tense}created`,
    update: `${tense}updated`,
    unchanged: 'unchanged',
    edited: isForeign ? `kept: it is not from ${oneLine(whole)}` : 'kept: you edited it',
    beside: `kept: ${isForeign ? `it is not from ${oneLine(whole)}` : 'you edited it'}; the new version ${tense === PLANNED && file.text !== undefined ? 'will be' : 'is'} in ${nameOf(newPath(path))}`,
    removed: 'left out: you removed it',
    dropped: `kept: it is not in ${oneLine(whole)} any more${isEdited ? ', but you edited it' : ''}`,
  };
  return `${nameOf(path)} ${words[move]}${notes[path] ?? ''}\n`;
}

type Tense = typeof DONE | typeof PLANNED;

const DONE = '';
const PLANNED = 'will be ';

/** A new version beside a file is shown as a change of that file. */
const diffOf = (
  { name }: Folder,
  { path, move, text = '', found = '' }: PlannedFile,
  paint: ReturnType<typeof paintFor>,
): string =>
  fileDiff({ name: join(name, path), text: found }, text, {
    paint,
    ...(move === 'beside' && { newName: join(name, newPath(path)) }),
  });
