import { constants, existsSync, statSync } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { readGivenFile } from '../../../../lib/input/given-file.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import type { Edit, ValuesEdit } from '../../../../lib/values/plan-edit.ts';
import { CommandError, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { fileReason, isFileError, isWithin, type TextFile, textOf } from '../../../shared/text-file.ts';
import { checkCommittable, type GitHost, isPending } from './commit.ts';

/** The values files as they were read. */
export interface Values {
  /** Named by `--values`, so that they are written without a question. */
  given: boolean;
  /** Whether what is written is to be committed. */
  commit: boolean;
  files: TextFile[];
  /** What was found and can't be used. */
  warnings: string[];
}

/** What has to change in the values files. */
export interface ValuesPlan extends Omit<Values, 'files'> {
  files: PlannedFile[];
}

export interface PlannedFile extends TextFile {
  edit: Edit;
  /** Written by a run that ended before it had committed it. */
  pending: boolean;
}

/**
 * Reads the values files of `--values`, or else those of the repository at hand, before the cluster is touched, so that what is wrong with one is said first: one that
 * was named and can't be read, written or parsed is a usage error, one that was found is passed over with a warning.
 */
export async function readValues({
  files: names,
  commit,
  cwd,
}: {
  files: string[];
  commit: boolean;
  cwd: string;
}): Promise<Values> {
  const given = names.length > 0;
  const read = given ? await readAll(names, cwd) : await findValues(cwd);
  const files: TextFile[] = [];
  const warnings: string[] = [];
  for (const file of read) {
    const error = await syntaxError(file);
    if (!error) files.push(file);
    else if (given) throw error;
    else warnings.push(`${error.message.replace('error: ', '')}: skipped`);
  }
  return { given, commit, files, warnings };
}

/** Plans the change of each file; where it is to be committed, what stands against that is a usage error. */
export async function planValues(values: Values, options: ValuesEdit, host: GitHost): Promise<ValuesPlan> {
  if (values.files.length === 0) return { ...values, files: [] };
  const { planEdit } = await import('../../../../lib/values/plan-edit.ts');
  const files: PlannedFile[] = [];
  for (const file of values.files) {
    const edit = planEdit(file.text, options);
    if (!values.given && !edit.found) continue;
    const changes = edit.changes.length > 0;
    if (values.commit && changes) await checkCommittable(file, host);
    const planned = (text: string): string => planEdit(text, options).text;
    files.push({
      ...file,
      edit,
      pending: values.commit && !changes && (await isPending(file, planned, host)),
    });
  }
  return { ...values, files };
}

/** Each file once, however often it was named. */
async function readAll(names: string[], cwd: string): Promise<TextFile[]> {
  const files = new Map<string, TextFile>();
  for (const name of names) {
    const file = await readValuesFile(name, cwd);
    if (!files.has(file.path)) files.set(file.path, file);
  }
  return [...files.values()];
}

async function syntaxError({ name, text }: TextFile): Promise<CommandError | undefined> {
  const { readDocuments } = await import('../../../../lib/values/blocks.ts');
  const { YamlSyntaxError } = await import('../../../../lib/input/yaml-documents.ts');
  try {
    readDocuments(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    const hint = text.includes('{{')
      ? 'It looks like a template: pass the values file that it is rendered with.'
      : 'Fix the syntax, then run this again.';
    return usageError(`values file ${oneLine(name)} is not valid YAML: ${oneLine(error.message)}`, hint);
  }
}

/** Folders of charts, whose files are templates or somebody else's. */
const NOT_VALUES = ['templates', 'charts', 'node_modules'];

/**
 * Files of the repository at hand that may set the size of a volume: YAML in the folder of the building block (§1), which is
 * looked for from `cwd` up to the repository's root. What can't be read or written is passed over.
 */
export async function findValues(cwd: string): Promise<TextFile[]> {
  const here = await realpath(cwd);
  const root = repositoryOf(here);
  const folder = foldersAbove(here, root)
    .map(blockFolder)
    .find((found) => found !== undefined);
  if (folder === undefined) return [];
  const files = new Map<string, TextFile>();
  for (const path of await yamlIn(folder)) {
    const file = await readable(path, here);
    if (file && isWithin(file.path, root) && describesVolumes(file)) files.set(file.path, file);
  }
  return [...files.values()];
}

/** The root of the repository that a folder lies in; the folder itself where it lies in none. */
function repositoryOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

function foldersAbove(folder: string, root: string): string[] {
  return folder === root ? [folder] : [folder, ...foldersAbove(dirname(folder), root)];
}

/** The building block's folder, where a folder is it or has it. */
function blockFolder(folder: string): string | undefined {
  if (basename(folder) === MONITORING_NAMESPACE) return folder;
  const inside = join(folder, MONITORING_NAMESPACE);
  return statSync(inside, { throwIfNoEntry: false })?.isDirectory() ? inside : undefined;
}

/** The YAML files below a folder, in the order of their names. Links to folders are not followed. */
async function yamlIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.')) return [];
      if (entry.isDirectory()) return NOT_VALUES.includes(entry.name) ? [] : yamlIn(path);
      return ['.yaml', '.yml'].includes(extname(entry.name)) ? [path] : [];
    }),
  );
  return found.flat().toSorted();
}

async function readable(path: string, cwd: string): Promise<TextFile | undefined> {
  try {
    return { ...(await readValuesFile(path, cwd)), name: relative(cwd, path) };
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

/** Definitions of the operator's own kinds speak of volumes at great length, and set no size. */
const describesVolumes = ({ text }: TextFile): boolean =>
  text.includes('volumeClaimTemplate') && !/^kind: CustomResourceDefinition\b/m.test(text);

/** Reads a values file that is to be written later. What stands against either is a usage error that names the file. */
export async function readValuesFile(name: string, cwd: string): Promise<TextFile> {
  const file = `values file ${oneLine(name)}`;
  try {
    const path = await realpath(resolve(cwd, name));
    if (!(await stat(path)).isFile())
      throw usageError(`${file} is not a file`, 'Pass each file to --values by name.');
    const text = textOf(readGivenFile(path));
    if (text === undefined)
      throw usageError(`${file} is not UTF-8`, 'Save it as UTF-8, or check that it is the right file.');
    // A file is replaced by one that is made beside it.
    await access(path, constants.W_OK);
    await access(dirname(path), constants.W_OK | constants.X_OK);
    return { name, path, text };
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw usageError(
      `${file} cannot be read and written: ${fileReason(error)}`,
      'Pass --values a file that you may change.',
    );
  }
}
