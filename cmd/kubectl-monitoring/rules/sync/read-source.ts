import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, relative, resolve, sep } from 'node:path';
import type { SourceText } from '../../../../lib/block/sync/source-set.ts';
import type { Host } from '../../../../lib/cli/command.ts';
import { type ArchivedFile, ArchiveError, allowance } from '../../../../lib/input/archive/limits.ts';
import { readGivenFile } from '../../../../lib/input/given-file.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { fileReason, isFileError, parseableText } from '../../../shared/text-file.ts';
import { filesOf, isYamlName } from '../../../shared/walk.ts';

/** The YAML and JSON files of a folder or an archive. */
export interface Source {
  /** Of the folder or the archive, without its place. */
  name: string;
  /** Of the archive, or of the files of the folder. */
  sha256: string;
  files: SourceText[];
  /** What was passed over, each as a sentence without a full stop. */
  notes: string[];
}

/** Reads SOURCE. @throws {CommandError} a usage error if it cannot be read. */
export async function readSource(given: string, host: Pick<Host, 'cwd' | 'interrupted'>): Promise<Source> {
  const path = resolve(host.cwd(), given);
  try {
    const read = statSync(path).isDirectory()
      ? await readFolder({ given, path }, host)
      : await readPacked(readGivenFile(path));
    const files = read.files.map(({ path: file, content }) => {
      const text = parseableText(content);
      if (typeof text === 'string') return { path: file, text };
      throw usageError(
        `${oneLine(file)} of ${oneLine(given)} ${text.reason}`,
        `${LEAVE_OUT}, or ${text.hint}.`,
      );
    });
    return { ...read, name: basename(path), files };
  } catch (error) {
    if (error instanceof ArchiveError)
      throw usageError(
        `${oneLine(given)} ${oneLine(error.message)}`,
        /\.(?:ya?ml|json)$/i.test(path) ? ITS_FOLDER : AGAIN,
      );
    if (!isFileError(error)) throw error;
    throw usageError(`${oneLine(given)} cannot be read: ${fileReason(error)}`, WHAT);
  }
}

/** What SOURCE is, as a hint. */
export const WHAT = 'Pass a folder or an archive (.tar.gz, .tgz, .tar, .zip) of compiled manifests.';

const AGAIN = 'Get it again from where it is released, or unpack it and pass the folder.';
const ITS_FOLDER = 'Pass the folder that it is in.';

/** What to do about a file that cannot be read. */
export const LEAVE_OUT = 'Pass a folder without it';

interface ReadFiles {
  sha256: string;
  files: ArchivedFile[];
  notes: string[];
}

async function readFolder(
  { given, path }: { given: string; path: string },
  { cwd, interrupted }: Pick<Host, 'cwd' | 'interrupted'>,
): Promise<ReadFiles> {
  const files: ArchivedFile[] = [];
  const notes: string[] = [];
  const { add } = allowance();
  const hash = createHash('sha256');
  const walk = { cwd: cwd(), hints: { path: 'check it', link: 'pass its target' }, templates: 'render it' };
  for await (const entry of filesOf([given], walk)) {
    interrupted.throwIfAborted();
    if ('reason' in entry) {
      if (entry.isUnread) throw usageError(`${oneLine(entry.name)} ${entry.reason}`, `${LEAVE_OUT}.`);
      notes.push(`${entry.name} ${entry.reason}: passed over`);
      continue;
    }
    const content = readGivenFile(entry.path);
    add(content.length);
    const file = relative(path, resolve(cwd(), entry.name)).split(sep).join('/');
    files.push({ path: file, content });
    hash.update(`${sha256Of(content)}  ${file}\n`);
  }
  return { sha256: hash.digest('hex'), files, notes };
}

async function readPacked(archive: Buffer): Promise<ReadFiles> {
  const { readArchive } = await import('../../../../lib/input/archive/read.ts');
  const files = await readArchive(archive, isRead);
  const charts = files
    .filter(({ path }) => basename(path) === 'Chart.yaml')
    .map(({ path }) => `${path.slice(0, -'Chart.yaml'.length)}templates/`);
  const inChart = (path: string): boolean => charts.some((folder) => path.startsWith(folder));
  return {
    sha256: sha256Of(archive),
    files: files.filter(({ path }) => !inChart(path)),
    notes: charts
      .filter((folder) => files.some(({ path }) => path.startsWith(folder)))
      .map((folder) => `${folder.slice(0, -1)} holds chart templates: passed over`),
  };
}

/** Whether a file of an archive is read: as those of a folder are. */
const isRead = (path: string): boolean =>
  isYamlName(path) && !path.split('/').some((part) => part.startsWith('.') || part === 'node_modules');

const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
