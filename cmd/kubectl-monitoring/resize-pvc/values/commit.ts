import { dirname } from 'node:path';
import { CommandError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import type { ValuesFile } from './file.ts';
import { type GitHost, git, linesOf } from './git.ts';

/** A commit that was made. */
export interface Commit {
  /** The root of the working tree. */
  repository: string;
  /** Its id. */
  commit: string;
}

/**
 * Commits the files as they lie there (§4.C step 5), with the user's hooks and identity: what else is staged stays staged and
 * is not committed. One commit for each repository that they lie in.
 */
export async function commitFiles(files: ValuesFile[], message: string, host: GitHost): Promise<Commit[]> {
  const commits: Commit[] = [];
  for (const [repository, paths] of await byRepository(files, host)) {
    const options = { ...host, cwd: repository };
    const made = await git(['commit', '--quiet', '--only', `--message=${message}`, '--', ...paths], options);
    if (!made.ok) throw notCommitted(repository, made.said);
    const [commit = ''] = linesOf((await git(['rev-parse', 'HEAD'], options)).stdout);
    commits.push({ repository, commit });
  }
  return commits;
}

async function byRepository(files: ValuesFile[], host: GitHost): Promise<Map<string, string[]>> {
  const paths = new Map<string, string[]>();
  for (const { path } of files) {
    const { stdout } = await git(['rev-parse', '--show-toplevel'], { ...host, cwd: dirname(path) });
    const [root = dirname(path)] = linesOf(stdout);
    paths.set(root, [...(paths.get(root) ?? []), path]);
  }
  return paths;
}

const notCommitted = (repository: string, said: string): CommandError =>
  new CommandError(
    'refusal',
    `error: the values are written in ${oneLine(repository)}, but git did not commit them: ${said || 'it does not say why'}`,
    { mend: 'Mend what git or its hook asks for, then run this again with --commit, or commit by hand.' },
  );
