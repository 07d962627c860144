import type { Edit, Wish } from '../../../../lib/values/plan-edit.ts';
import { type CommandError, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { checkCommittable, type GitHost, isPending } from './commit.ts';
import { findValues, readValuesFile, type ValuesFile } from './find.ts';

/** What a person asked for, and where they are. */
export interface ValuesRequest {
  /** Of `--values`; where there are none, those of the repository at hand. */
  files: string[];
  /** Whether what is written is to be committed. */
  commit: boolean;
  cwd: string;
}

/** The values files as they were read. */
export interface Values {
  /** Named by `--values`, so that they are written without a question. */
  given: boolean;
  commit: boolean;
  files: ValuesFile[];
  /** What was found and can't be used. */
  warnings: string[];
}

/** What has to change in the values files. */
export interface ValuesPlan extends Omit<Values, 'files'> {
  files: PlannedFile[];
}

export interface PlannedFile extends ValuesFile {
  edit: Edit;
  /** Written by a run that ended before it had committed it. */
  pending: boolean;
}

/**
 * Reads the values files before anything of the cluster is touched, so that what is wrong with one is said first: one that
 * was named and can't be read, written or parsed is a usage error, one that was found is passed over with a warning.
 */
export async function readValues({ files: names, commit, cwd }: ValuesRequest): Promise<Values> {
  const given = names.length > 0;
  const read = given ? await readAll(names, cwd) : await findValues(cwd);
  const files: ValuesFile[] = [];
  const warnings: string[] = [];
  for (const file of read) {
    const error = await syntaxError(file);
    if (!error) files.push(file);
    else if (given) throw error;
    else warnings.push(`${error.message.replace('error: ', '')}: it was passed over`);
  }
  return { given, commit, files, warnings };
}

/** Plans the change of each file; where it is to be committed, what stands against that is a usage error. */
export async function planValues(values: Values, wish: Wish, host: GitHost): Promise<ValuesPlan> {
  if (values.files.length === 0) return { ...values, files: [] };
  const { planEdit } = await import('../../../../lib/values/plan-edit.ts');
  const files: PlannedFile[] = [];
  for (const file of values.files) {
    const edit = planEdit(file.text, wish);
    if (!values.given && !edit.found) continue;
    const changes = edit.changes.length > 0;
    if (values.commit && changes) await checkCommittable(file, host);
    const planned = (text: string): string => planEdit(text, wish).text;
    files.push({
      ...file,
      edit,
      pending: values.commit && !changes && (await isPending(file, planned, host)),
    });
  }
  return { ...values, files };
}

/** Each file once, however often it was named. */
async function readAll(names: string[], cwd: string): Promise<ValuesFile[]> {
  const files = new Map<string, ValuesFile>();
  for (const name of names) {
    const file = await readValuesFile(name, cwd);
    if (!files.has(file.path)) files.set(file.path, file);
  }
  return [...files.values()];
}

async function syntaxError({ name, text }: ValuesFile): Promise<CommandError | undefined> {
  const { readDocuments } = await import('../../../../lib/values/blocks.ts');
  const { YamlSyntaxError } = await import('../../../../lib/input/yaml-syntax-error.ts');
  try {
    readDocuments(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    const mend = text.includes('{{')
      ? 'It looks like a template: give the values that go into it.'
      : 'Correct it there, then run this again.';
    return usageError(`values file ${oneLine(name)} can't be read as YAML: ${oneLine(error.message)}`, mend);
  }
}
