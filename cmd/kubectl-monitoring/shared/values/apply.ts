import type { Host } from '../../../../lib/cli/command.ts';
import { confirm } from '../../../../lib/cli/prompt.ts';
import type { Paint } from '../../../../lib/cli/style.ts';
import type { Session } from '../../../../lib/cluster/session.ts';
import type { Note } from '../../../../lib/values/blocks.ts';
import type { Change } from '../../../../lib/values/plan-edit.ts';
import { CommandError } from '../../../../lib/words/errors.ts';
import { quoted } from '../../../../lib/words/shell.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { replaceFile } from '../../../shared/text-file.ts';
import { type Commit, commitFiles } from './commit.ts';
import type { PlannedFile, Subject, ValuesPlan } from './values.ts';

export interface ValuesReport {
  /** `unset`: no file mentions what was changed. `planned`: only shown. */
  outcome: 'unset' | 'unchanged' | 'planned' | 'declined' | 'written' | 'committed';
  files: { file: string; changes: Change[]; notes: Note[] }[];
  commits: Commit[];
  /** How to have them written. */
  next?: string;
}

interface ApplyOptions {
  host: Host;
  paint: Paint;
  /** `-y`: skip the prompt, and do not write files that were only found. */
  yes: boolean;
  /** The commit message. */
  message: string;
}

/**
 * Writes the values files and, with `--commit`, commits them (§4.C step 5). Files that were only found are shown, and written only
 * after confirmation on a terminal.
 */
export async function applyValues(
  plan: ValuesPlan,
  { host, paint, yes, message }: ApplyOptions,
): Promise<ValuesReport> {
  const due = plan.files.filter(isDue);
  if (due.length === 0)
    return reportOf(plan, plan.files.some(({ edit }) => edit.found) ? 'unchanged' : 'unset');
  if (!plan.given) {
    host.stderr.write(await diffText(plan, paint));
    if (yes || !host.interactive) return reportOf(plan, 'planned');
    if (!(await agreed(due, plan.subject, host))) return reportOf(plan, 'declined');
  }
  for (const file of due) if (!file.pending) await replaceFile(file, file.edit.text, 'values file');
  if (!plan.commit) return reportOf(plan, 'written');
  return reportOf(plan, 'committed', await commitFiles(due, message, host));
}

/** Applies them after the cluster has what they say, prints each change that was written, and warns of files that were not. */
export async function applyAfterwards(
  plan: ValuesPlan,
  { host, session, yes, message }: Omit<ApplyOptions, 'paint'> & { session: Pick<Session, 'paint' | 'warn'> },
): Promise<ValuesReport> {
  const report = await applyValues(plan, { host, paint: session.paint, yes, message });
  for (const line of report.outcome === 'written' || report.outcome === 'committed' ? changesOf(plan) : [])
    host.stderr.write(`${line}\n`);
  if (report.next) session.warn(`the values files still have the old ${plan.subject.value}: ${report.next}`);
  return report;
}

export function reportOf(
  { given, files }: ValuesPlan,
  outcome: ValuesReport['outcome'],
  commits: Commit[] = [],
): ValuesReport {
  const unwritten = files.filter((file) => !given && isDue(file));
  const open = unwritten.length > 0 && (outcome === 'planned' || outcome === 'declined');
  return {
    outcome,
    files: files.map(({ name, edit: { changes, notes } }) => ({ file: name, changes, notes })),
    commits,
    ...(open && {
      next: `run this again with ${unwritten.map(({ name }) => `--values ${quoted(name)}`).join(' ')}`,
    }),
  };
}

const isDue = ({ edit, pending }: PlannedFile): boolean => pending || edit.changes.length > 0;

async function agreed(files: PlannedFile[], { done }: Subject, host: Host): Promise<boolean> {
  const what = files.length === 1 ? oneLine(files[0]?.name ?? '') : `${files.length} values files`;
  try {
    return await confirm(`${files.every(({ pending }) => pending) ? 'Commit' : 'Write'} ${what}?`, host);
  } catch (error) {
    if (!(error instanceof CommandError && error.kind === 'aborted')) throw error;
    throw new CommandError('aborted', 'Interrupted: the values files were not written.', {
      hint: `${done}: run this again with --values FILE to write them.`,
    });
  }
}

/** The planned edits, as a unified diff for each file. */
export async function diffText({ files }: ValuesPlan, paint: Paint): Promise<string> {
  const changed = files.filter(({ edit }) => edit.changes.length > 0);
  if (changed.length === 0) return '';
  const { fileDiff } = await import('../../../shared/file-diff.ts');
  const { withoutSecrets } = await import('../../../../lib/values/secret-lines.ts');
  return changed
    .map(({ name, text, edit }) => fileDiff({ name, text }, edit.text, { paint, safe: withoutSecrets }))
    .join('');
}

/** What is not changed, and what cannot be used, a line each. */
export function notesOf({ subject, given, files, warnings }: ValuesPlan): string[] {
  const notes = files.flatMap(({ name, edit }) =>
    edit.notes.map(({ path, line, reason, hint }) => `${name}:${line}: ${path.join('.')} ${reason}. ${hint}`),
  );
  const unset = files
    .filter(({ edit }) => given && !edit.found)
    .map(({ name }) => `${name} does not mention ${subject.what}: left unchanged.`);
  return [...warnings, ...unset, ...notes].map(oneLine);
}

/** The changed values, a line each: `values.yaml:9: 50Gi -> 100Gi (prometheus.…)`. */
export const changesOf = ({ files }: ValuesPlan): string[] =>
  files.flatMap(({ name, edit }) =>
    edit.changes.map(({ path, line, from, to }) =>
      oneLine(`${name}:${line}: ${from} -> ${to} (${path.join('.')})`),
    ),
  );

/** The same for a plan, with a line about found files: `--yes` does not write them. */
export function plannedChangesOf(plan: ValuesPlan, { yes }: { yes: boolean }): string[] {
  const changes = changesOf(plan);
  if (plan.given || changes.length === 0) return changes;
  return [
    ...changes,
    `found here: ${yes ? 'not written' : 'written only if you confirm afterwards'}; --values FILE writes it`,
  ];
}
