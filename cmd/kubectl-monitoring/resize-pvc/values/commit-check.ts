import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type CommandError, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { textOf } from '../../../shared/text-file.ts';
import type { ValuesFile } from './file.ts';
import { type GitHost, type GitResult, git, linesOf } from './git.ts';

type Ask = (...args: string[]) => Promise<GitResult>;

/** Refuses, as a usage error, what would stand against a commit of a change that is yet to be written to the file. */
export async function checkCommittable(file: ValuesFile, host: GitHost): Promise<void> {
  const ask = asking(file, host);
  await checkRepository(file, ask);
  const committed = await ask('cat-file', '--filters', inHead(file));
  if (!committed.ok)
    throw notCommittable(
      file,
      'is not in the last commit',
      'Commit it first: the change is to be a commit of its own.',
    );
  if (textOf(committed.stdout) !== file.text || (await isStagedOtherwise(file, ask)))
    throw notCommittable(
      file,
      'has changes that are not committed',
      'Commit them or put them away first: they would become part of the commit.',
    );
}

/**
 * Whether the file was written by a run that ended before it had committed it: it is what `planned` makes of the committed
 * one. Then what stands against a commit is a usage error too.
 */
export async function isPending(
  file: ValuesFile,
  planned: (text: string) => string,
  host: GitHost,
): Promise<boolean> {
  const ask = asking(file, host);
  const committed = await ask('cat-file', '--filters', inHead(file));
  const before = committed.ok ? textOf(committed.stdout) : undefined;
  if (before === undefined || before === file.text || planned(before) !== file.text) return false;
  await checkRepository(file, ask);
  return true;
}

const asking =
  ({ path }: ValuesFile, host: GitHost): Ask =>
  (...args) =>
    git(args, { ...host, cwd: dirname(path) });

const inHead = ({ path }: ValuesFile): string => `HEAD:./${basename(path)}`;

async function checkRepository(file: ValuesFile, ask: Ask): Promise<void> {
  const inside = await ask('rev-parse', '--show-toplevel');
  if (!inside.ok)
    throw notCommittable(
      file,
      /not a git repository/.test(inside.said)
        ? 'is in no repository of git'
        : `is in no repository that git reads: ${inside.said}`,
      'Leave --commit out, and commit by hand.',
    );
  // Git itself commits no single file in the middle of a merge; in the others the commit would become a part of them.
  const marks = Object.keys(UNFINISHED);
  const { stdout } = await ask('rev-parse', ...marks.flatMap((mark) => ['--git-path', mark]));
  const found = linesOf(stdout).findIndex((path) => existsSync(resolve(dirname(file.path), path)));
  const what = UNFINISHED[marks[found] ?? ''];
  if (what) throw notCommittable(file, `is in the middle of a ${what}`, `Finish the ${what} first.`);
  for (const who of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
    const identity = await ask('var', who);
    if (!identity.ok)
      throw notCommittable(
        file,
        'would be committed by nobody: git knows no name and address',
        'Set user.name and user.email with git config.',
      );
  }
}

const UNFINISHED: Record<string, string> = {
  MERGE_HEAD: 'merge',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
};

/** Whether what is staged of the file is neither what is committed nor what lies there: a commit would lose it. */
async function isStagedOtherwise({ path }: ValuesFile, ask: Ask): Promise<boolean> {
  const staged = await ask('diff', '--no-ext-diff', '--cached', '--quiet', '--', path);
  return !staged.ok && !(await ask('diff', '--no-ext-diff', '--quiet', '--', path)).ok;
}

const notCommittable = ({ name }: ValuesFile, reason: string, mend: string): CommandError =>
  usageError(`--commit: values file ${oneLine(name)} ${reason}`, mend);
