import { constants } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { readGivenFile } from '../../../../lib/input/given-file.ts';
import type { Edit } from '../../../../lib/values/plan-edit.ts';
import { CommandError, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { fileReason, isFileError, isWithin, type TextFile, textOf } from '../../../shared/text-file.ts';
import { findBlock } from '../block-folder.ts';
import { checkCommittable, type GitHost, isPending } from './commit.ts';

/** What a command writes into values files. */
export interface Subject {
  /** For messages: `these volumes`. */
  what: string;
  /** What is changed, in one word: `size`. */
  value: string;
  /** What has happened before the files are written, as a sentence without a full stop: `The volumes have grown`. */
  done: string;
  /** Whether a file may set it, by its text. */
  suits(text: string): boolean;
}

/** The values files. */
export interface Values {
  subject: Subject;
  /** Whether `--values` names them: they are then written without a prompt. */
  given: boolean;
  /** Whether to commit what is written. */
  commit: boolean;
  files: TextFile[];
  /** About found files that cannot be used. */
  warnings: string[];
}

/** The values files with their planned edits. */
export interface ValuesPlan extends Omit<Values, 'files'> {
  files: PlannedFile[];
}

export interface PlannedFile extends TextFile {
  edit: Edit;
  /** Whether an earlier run wrote the file and ended before it committed it. */
  pending: boolean;
}

/**
 * Reads the files of `--values`, or else finds those of the current repository, before the cluster is touched. A found file that
 * cannot be read, written or parsed is skipped.
 *
 * @throws {CommandError} a usage error if that is so for a file of `--values`.
 */
export async function readValues(
  names: string[],
  { commit, cwd, subject }: { commit: boolean; cwd: string; subject: Subject },
): Promise<Values> {
  const given = names.length > 0;
  const read = given ? await readAll(names, cwd) : await findValues(cwd, subject);
  const files: TextFile[] = [];
  const warnings: string[] = [];
  for (const file of read) {
    const error = await syntaxError(file);
    if (!error) files.push(file);
    else if (given) throw error;
    else warnings.push(`${error.message.replace('error: ', '')}: skipped`);
  }
  return { subject, given, commit, files, warnings };
}

/**
 * Plans the edit of each file.
 *
 * @param load gives what plans the edit of a text, by the texts of all files; called only if there is one.
 * @throws {CommandError} a usage error if a file cannot be committed with `--commit`.
 */
export async function planValues(
  values: Values,
  load: (texts: string[]) => Promise<(text: string) => Edit>,
  host: GitHost,
): Promise<ValuesPlan> {
  if (values.files.length === 0) return { ...values, files: [] };
  const planEdit = await load(values.files.map(({ text }) => text));
  const files: PlannedFile[] = [];
  for (const file of values.files) {
    const edit = planEdit(file.text);
    if (!values.given && !edit.found) continue;
    const changes = edit.changes.length > 0;
    if (values.commit && changes) await checkCommittable(file, host);
    const planned = (text: string): string => planEdit(text).text;
    files.push({
      ...file,
      edit,
      pending: values.commit && !changes && (await isPending(file, planned, host)),
    });
  }
  return { ...values, files };
}

/** Reads each file once, even if it is named several times. */
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

/** Folders whose files are templates or not the user's own. */
const NOT_VALUES = ['templates', 'charts', 'node_modules'];

/**
 * The files of the current repository that may set what a command writes: YAML in the folder of the building block (§1), which is
 * searched from `cwd` up to the root of the repository. Skips files that cannot be read or written.
 */
export async function findValues(cwd: string, { suits }: Pick<Subject, 'suits'>): Promise<TextFile[]> {
  const here = await realpath(cwd);
  const { root, folder } = findBlock(here);
  if (folder === undefined) return [];
  const files = new Map<string, TextFile>();
  for (const path of await yamlIn(folder)) {
    const file = await readable(path, here);
    if (file && isWithin(file.path, root) && !isDefinition(file) && suits(file.text))
      files.set(file.path, file);
  }
  return [...files.values()];
}

/** The YAML files below a folder, sorted. Does not follow links to folders. */
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

/** CRDs of the operator describe what values set, and set none of it. */
const isDefinition = ({ text }: TextFile): boolean => /^kind: CustomResourceDefinition\b/m.test(text);

/** Reads a values file that will be written later. @throws {CommandError} a usage error if it cannot be read or written. */
export async function readValuesFile(name: string, cwd: string): Promise<TextFile> {
  const file = `values file ${oneLine(name)}`;
  try {
    const path = await realpath(resolve(cwd, name));
    if (!(await stat(path)).isFile())
      throw usageError(`${file} is not a file`, 'Pass each file to --values by name.');
    const text = textOf(readGivenFile(path));
    if (text === undefined)
      throw usageError(`${file} is not UTF-8`, 'Save it as UTF-8, or check that it is the right file.');
    // The file is replaced by a copy in the same folder.
    await access(path, constants.W_OK);
    await access(dirname(path), constants.W_OK | constants.X_OK);
    return { name, path, text };
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw usageError(
      `${file} cannot be read and written: ${fileReason(error)}`,
      'Pass a file that you may change, in a folder that you may change.',
    );
  }
}
