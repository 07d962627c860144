import type { Host } from '../../../../lib/cli/command.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { isDocument, templateOf, writeDocument } from '../../../../lib/cli/output.ts';
import { confirm } from '../../../../lib/cli/prompt.ts';
import { paintFor } from '../../../../lib/cli/style.ts';
import { speechOf } from '../../../../lib/cluster/session.ts';
import type { LintFinding } from '../../../../lib/lint/finding.ts';
import { checkValues } from '../../../../lib/values/check/findings.ts';
import { editValues, type Setting, type ValuesChange } from '../../../../lib/values/edit.ts';
import { groundOf } from '../../../../lib/values/ground.ts';
import { type FileLayer, readLayer } from '../../../../lib/values/read-layer.ts';
import { withoutSecrets } from '../../../../lib/values/secret-lines.ts';
import { byFile, type Ground, isRefusal, type Refusal } from '../../../../lib/values/settings/setting.ts';
import { CommandError, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { fileDiff } from '../../../shared/file-diff.ts';
import { resultOf } from '../../../shared/render.ts';
import { replaceFile, type TextFile } from '../../../shared/text-file.ts';
import { MONITORING } from '../plugin.ts';
import { type Commit, checkCommittable, commitFiles } from './commit.ts';
import type { EditFlags } from './edit-flags.ts';
import { readLayers } from './read-layers.ts';
import { isTracked, trackedFiles } from './tracked.ts';
import { readValuesFile } from './values.ts';

/** A change of values files. */
export interface ValuesEdit {
  /** What it does, for the question and the commit: `Add the receiver pager`. */
  title: string;
  /** What is done beside the files, a line each for the plan. */
  plan?: readonly string[];
  /** The values to set. */
  settings(ground: Ground): Setting[] | Refusal;
  /** What is left to do, after it was written. */
  next?: string;
  /** Done after the question and before the files are written; `done` says that it was, without a full stop. */
  before?(): Promise<void>;
  done?: string;
  /** Whether the values are a secret, which does not go into git. */
  isSecret?: boolean;
  /** What whoever can read the files can use, as the subject of a warning if git does not ignore them. */
  exposes?: string;
  /** Whether the user agreed already: the diff is shown, and there is no question. */
  isConfirmed?: boolean;
}

interface PlannedFile extends TextFile {
  edited: string;
  changes: ValuesChange[];
}

/** What came of a change; `files` are those that are changed, or would be. */
export interface Outcome {
  verdict: 'applied' | 'unchanged' | 'declined';
  files: readonly PlannedFile[];
  commits?: readonly Commit[];
}

/**
 * Changes values files: plans, checks what `values check` would find afterwards, shows the diff, asks, writes and commits. Nothing else
 * in the files changes. Returns the exit code.
 *
 * @throws {CommandError} if a file cannot be read or written, or the change is refused.
 */
export async function changeValues(edit: ValuesEdit, values: EditFlags, host: Host): Promise<number> {
  if (isDocument(values.output)) await templateOf(values.output);
  return report(edit, await applyEdit(edit, values, host), { values, host });
}

/** The same without a report of what came of it. */
export async function applyEdit(edit: ValuesEdit, values: EditFlags, host: Host): Promise<Outcome> {
  const { output, filename, commit } = values;
  const ground = await readGround(edit, filename, host);
  const files = await planEdit(edit, ground, host);
  const { warn } = speechOf(values, host);
  if (files.length === 0 && !edit.before) return { verdict: 'unchanged', files };
  if (edit.isSecret) await refuseTracked(edit, files, host);
  await refuseNewFindings(ground.layers, files, { host, warn });
  for (const file of edit.exposes === undefined ? [] : files)
    if (await isTracked(file.path, host))
      warn(
        `${edit.exposes} is in plain text in ${oneLine(file.name)} then, which git does not ignore: whoever can read the repository can use it`,
      );
  if (commit) for (const file of files) await checkCommittable(file, host);
  const paint = paintFor(values.diff ? host.stdout : host.stderr, host, values.color);
  const diff = files.map((file) => fileDiff(file, file.edited, { paint, safe: withoutSecrets })).join('');
  if (values.diff) {
    if (!isDocument(output)) host.stdout.write(diff);
    return { verdict: 'unchanged', files };
  }
  if (!values.yes) {
    host.stderr.write(diff);
    for (const line of edit.plan ?? []) host.stderr.write(folded(`${oneLine(line)}\n`, host.stderr));
    if (!edit.isConfirmed && !(await confirm(`${edit.title}?`, host)))
      return { verdict: 'declined', files: [] };
  }
  const done: string[] = [];
  try {
    await edit.before?.();
    if (edit.before && edit.done) done.push(edit.done);
    for (const file of files) {
      await replaceFile(file, file.edited, 'values file');
      done.push(`${oneLine(file.name)} is changed`);
    }
    return { verdict: 'applied', files, commits: commit ? await commitFiles(files, edit.title, host) : [] };
  } catch (error) {
    if (!(error instanceof CommandError) || done.length === 0) throw error;
    throw new CommandError(error.kind, `${error.message}\nDone before: ${done.join('; ')}.`, {
      hint: error.hint,
      cause: error,
    });
  }
}

/** A secret is not written into a file that git tracks, or would. @throws {CommandError} */
async function refuseTracked(edit: ValuesEdit, files: readonly PlannedFile[], host: Host): Promise<void> {
  for (const file of files)
    if (await isTracked(file.path, host))
      throw refusal(edit, {
        reason: `git does not ignore ${file.name}`,
        hint: 'Keep the password in a Secret with --existing-secret NAME, or pass a file that git ignores.',
      });
}

/** What settings are planned on. @throws {CommandError} if a file cannot be read, or has no values of the chart. */
export async function readGround(
  edit: Pick<ValuesEdit, 'title'>,
  filename: readonly string[],
  host: Host,
): Promise<Ground> {
  if (filename.includes('-'))
    throw usageError('stdin cannot be changed', 'Pass the values files by name with -f.');
  const { layers, unread } = await readLayers(filename, host);
  const [first] = unread;
  if (first)
    throw usageError(
      `${oneLine(first.path)} ${first.reason}`,
      `${first.hint[0]?.toUpperCase()}${first.hint.slice(1)}.`,
    );
  const ground = groundOf(layers);
  if (!ground)
    throw usageError(
      'no values of the monitoring chart were found',
      'Pass files with keys such as prometheus, alertmanager and grafana, or metrics, alerts and ui, with -f.',
    );
  if (isRefusal(ground)) throw refusal(edit, ground);
  return ground;
}

/** The files that change. @throws {CommandError} if a value cannot be set. */
export async function planEdit(
  edit: Pick<ValuesEdit, 'title' | 'settings'>,
  ground: Ground,
  host: Host,
): Promise<PlannedFile[]> {
  const settings = edit.settings(ground);
  if (isRefusal(settings)) throw refusal(edit, settings);
  const files = byFile(settings, ground.layers);
  if (isRefusal(files)) throw refusal(edit, files);
  const plans: PlannedFile[] = [];
  for (const [{ source, values }, own] of files) {
    const { file, text, base, document } = source;
    if (source.isBlock)
      throw refusal(edit, {
        reason: `the values in ${file} are a text`,
        hint: 'Write them as a map (helm.valuesObject in an Application), or change them by hand.',
      });
    if (values.sops !== undefined)
      throw refusal(edit, { reason: `${file} is encrypted by SOPS`, hint: `Change it with: sops ${file}` });
    const placed = own.map((setting) => ({ ...setting, path: [...base, ...setting.path] }));
    const edited = editValues(text, placed, document);
    if ('note' in edited) {
      const { path, line, reason, hint } = edited.note;
      throw refusal(edit, { reason: `${file}:${line}: ${path.join('.')} ${reason}`, hint });
    }
    if (edited.text !== text)
      plans.push({
        ...(await readValuesFile(file, host.cwd())),
        text,
        edited: edited.text,
        changes: edited.changes,
      });
  }
  return plans;
}

const refusal = ({ title }: Pick<ValuesEdit, 'title'>, { reason, hint }: Refusal): CommandError =>
  new CommandError(
    'refusal',
    `error: cannot ${title[0]?.toLowerCase()}${title.slice(1)}: ${oneLine(reason)}`,
    {
      hint,
    },
  );

/** @throws {CommandError} if the edited files have a finding that those before do not have. */
async function refuseNewFindings(
  layers: readonly FileLayer[],
  files: readonly PlannedFile[],
  { host, warn }: { host: Host; warn(text: string): void },
): Promise<void> {
  const edited = layers.map((layer) => {
    const file = files.find(({ name }) => name === layer.source.file);
    return file ? readLayer(layer.source.file, file.edited, layer) : layer;
  });
  const tracked = await trackedFiles(edited, host);
  const facts = { isTracked: (file: string) => tracked.has(file) };
  const [before, after] = [await checkValues(layers, facts), await checkValues(edited, facts)];
  // A finding may move to another file, which sets the value above it then.
  const keyOf = ({ check, message }: LintFinding): string => JSON.stringify([check, message]);
  const known = Map.groupBy(before ?? [], keyOf);
  const serious = (after ?? []).filter(({ severity }) => severity !== 'info');
  const fresh = serious.filter((one) => known.get(keyOf(one))?.pop() === undefined);
  const found = fresh.find(({ severity }) => severity === 'critical') ?? fresh[0];
  const more = fresh.length > 1 ? ` (and ${fresh.length - 1} more)` : '';
  if (found)
    throw new CommandError(
      'refusal',
      `error: nothing was changed: afterwards, values check would find ${found.check} in ${oneLine(found.path)}: ${oneLine(found.message)}${more}`,
      { hint: `${found.fix[0]?.toUpperCase()}${found.fix.slice(1)}.` },
    );
  if (serious.length > 0)
    warn(
      `this change leaves ${serious.length === 1 ? 'a finding' : `${serious.length} findings`} of "kubectl monitoring values check" in these files`,
    );
}

async function report(
  { title, next }: ValuesEdit,
  { verdict, files, commits = [] }: Outcome,
  { values, host }: { values: EditFlags; host: Host },
): Promise<number> {
  const exitCode = verdict === 'declined' ? 1 : 0;
  if (isDocument(values.output)) {
    const items = changedItems(files);
    const result = { verdict, exitCode, message: title, isDryRun: values.diff, items, commits } as const;
    await writeDocument(host.stdout, values.output, resultOf(MONITORING, 'ValuesChange', result));
    return exitCode;
  }
  if (verdict === 'declined') host.stderr.write('Not written: nothing was changed.\n');
  if (verdict === 'unchanged' && files.length === 0)
    host.stdout.write('Nothing to change: the values are set already.\n');
  for (const { name } of verdict === 'applied' ? files : [])
    host.stdout.write(`${oneLine(name)} ${commits.length > 0 ? 'changed and committed' : 'changed'}\n`);
  if (verdict === 'applied' && next) host.stderr.write(folded(`${next}\n`, host.stderr));
  return exitCode;
}

/** The changed values of each file as data, without what they are. */
export const changedItems = (files: Outcome['files']) =>
  files.map(({ name: file, changes }) => ({
    file,
    changes: changes.map(({ path, line }) => ({ path, line })),
  }));
