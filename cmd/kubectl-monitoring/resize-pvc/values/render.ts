import type { Paint } from '../../../../lib/cli/style.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import type { ValuesPlan } from './values.ts';

/** What is to be written, as one unified diff a file. */
export async function diffText({ files }: ValuesPlan, paint: Paint): Promise<string> {
  const changed = files.filter(({ edit }) => edit.changes.length > 0);
  if (changed.length === 0) return '';
  const { fileDiff } = await import('../../../shared/file-diff.ts');
  return changed.map(({ name, text, edit }) => fileDiff({ name, text }, edit.text, { paint })).join('');
}

/** What a person has to know of the files, a line each: what is left as it is, and what can't be used. */
export function notesOf({ given, files, warnings }: ValuesPlan): string[] {
  const notes = files.flatMap(({ name, edit }) =>
    edit.notes.map(({ path, line, reason, mend }) => `${name}:${line}: ${path.join('.')} ${reason}. ${mend}`),
  );
  const unset = files
    .filter(({ edit }) => given && !edit.found)
    .map(({ name }) => `${name} says nothing of these volumes: it is left as it is.`);
  return [...warnings, ...unset, ...notes].map(oneLine);
}

/** What changes in the files, a line each value: `values.yaml:9: 50Gi -> 100Gi (prometheus.…)`. */
export const changesOf = ({ files }: ValuesPlan): string[] =>
  files.flatMap(({ name, edit }) =>
    edit.changes.map(({ path, line, from, to }) =>
      oneLine(`${name}:${line}: ${from} -> ${to} (${path.join('.')})`),
    ),
  );

/** The same as a plan has it: it says whether they are written. With `--yes`, nobody is asked of those that were only found. */
export function plannedChangesOf(plan: ValuesPlan, { yes }: { yes: boolean }): string[] {
  const changes = changesOf(plan);
  if (plan.given || changes.length === 0) return changes;
  return [
    ...changes,
    `found here: ${yes ? 'not written' : 'written only when you agree to that afterwards'}; --values FILE writes it`,
  ];
}
