import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Host } from '../../../../lib/cli/command.ts';
import { CommandError, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { runProgram } from '../../../shared/run-program.ts';
import { type TextFile, textOf } from '../../../shared/text-file.ts';

export interface Commit {
  /** The root of the working tree. */
  repository: string;
  /** Its hash. */
  commit: string;
}

/**
 * Commits the files (§4.C step 5) with the user's hooks and identity, one commit for each repository. Other staged changes stay
 * staged.
 */
export async function commitFiles(files: TextFile[], message: string, host: GitHost): Promise<Commit[]> {
  const commits: Commit[] = [];
  for (const [repository, paths] of await byRepository(files, host)) {
    const options = { ...host, cwd: repository };
    const made = await git(['commit', '--quiet', '--only', `--message=${message}`, '--', ...paths], options);
    if (!made.ok)
      throw new CommandError(
        'refusal',
        `error: the values files in ${oneLine(repository)} are written, but git did not commit them: ${made.said || 'it gave no reason'}`,
        { hint: 'Fix what git or its hook reports, then run this again with --commit, or commit by hand.' },
      );
    const [commit = ''] = linesOf((await git(['rev-parse', 'HEAD'], options)).stdout);
    commits.push({ repository, commit });
  }
  return commits;
}

async function byRepository(files: TextFile[], host: GitHost): Promise<Map<string, string[]>> {
  const paths = new Map<string, string[]>();
  for (const { path } of files) {
    const { stdout } = await git(['rev-parse', '--show-toplevel'], { ...host, cwd: dirname(path) });
    const [root = dirname(path)] = linesOf(stdout);
    paths.set(root, [...(paths.get(root) ?? []), path]);
  }
  return paths;
}

type Ask = (...args: string[]) => Promise<GitResult>;

/** Checks that the next change of a file can be committed. @throws {CommandError} a usage error if not. */
export async function checkCommittable(file: TextFile, host: GitHost): Promise<void> {
  const ask = asking(file, host);
  await checkRepository(file, ask);
  const committed = await ask('cat-file', '--filters', inHead(file));
  if (!committed.ok)
    throw notCommittable(
      file,
      'is not in the last commit',
      'Commit it first: the change gets its own commit.',
    );
  if (textOf(committed.stdout) !== file.text || (await isStagedOtherwise(file, ask)))
    throw notCommittable(
      file,
      'has uncommitted changes',
      'Commit or stash them first: they would become part of the commit.',
    );
}

/**
 * Whether an earlier run wrote the file and ended before it committed it: the file is what `planned` makes of the committed one.
 *
 * @throws {CommandError} a usage error if such a file cannot be committed.
 */
export async function isPending(
  file: TextFile,
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
  ({ path }: TextFile, host: GitHost): Ask =>
  (...args) =>
    git(args, { ...host, cwd: dirname(path) });

const inHead = ({ path }: TextFile): string => `HEAD:./${basename(path)}`;

async function checkRepository(file: TextFile, ask: Ask): Promise<void> {
  const inside = await ask('rev-parse', '--show-toplevel');
  if (!inside.ok)
    throw notCommittable(
      file,
      /not a git repository/.test(inside.said)
        ? 'is not in a git repository'
        : `is not in a repository that git can read: ${inside.said}`,
      'Leave out --commit and commit by hand.',
    );
  // Git cannot commit single files during a merge. During the others, the commit would become a part of them.
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
        'cannot be committed: git has no user name and email',
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

/** Whether the staged file differs from both HEAD and the working tree: a commit would lose it. */
async function isStagedOtherwise({ path }: TextFile, ask: Ask): Promise<boolean> {
  const staged = await ask('diff', '--no-ext-diff', '--cached', '--quiet', '--', path);
  return !staged.ok && !(await ask('diff', '--no-ext-diff', '--quiet', '--', path)).ok;
}

const notCommittable = ({ name }: TextFile, reason: string, hint: string): CommandError =>
  usageError(`--commit: values file ${oneLine(name)} ${reason}`, hint);

/** The environment of git, and the signal that ends it. */
export type GitHost = Pick<Host, 'env' | 'interrupted'>;

interface GitResult {
  /** Whether the exit code is 0. */
  ok: boolean;
  stdout: Buffer;
  /** Its stderr and that of its hooks, on one line. */
  said: string;
}

/** Runs git with the user's configuration and hooks. @throws only if it cannot be run or is interrupted. */
async function git(args: string[], { cwd, env, interrupted }: GitHost & { cwd: string }): Promise<GitResult> {
  // Paths are not patterns.
  const options = { cwd, env: { ...env, GIT_LITERAL_PATHSPECS: '1' }, signal: interrupted };
  const { code, stdout, stderr } = await runProgram('git', args, options).catch((error: Error) => {
    if (interrupted.aborted) throw error;
    throw new CommandError('usage', `error: --commit: git cannot be run: ${oneLine(error.message)}`, {
      cause: error,
      hint: 'Install git and put it on PATH, or leave out --commit and commit by hand.',
    });
  });
  return { ok: code === 0, stdout, said: oneLine(`${stderr}`.trim().replaceAll(/\s*\n\s*/g, '; ')) };
}

const linesOf = (output: Buffer): string[] => `${output}`.split(/\r?\n/).filter(Boolean);
