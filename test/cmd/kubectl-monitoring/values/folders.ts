import { execFile } from 'node:child_process';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import type { GitHost } from '../../../../cmd/kubectl-monitoring/shared/values/commit.ts';
import { folderWith } from '../../../support/folder.ts';

/** The environment of git: an identity, without this machine's configuration. */
export const GIT_HOST: GitHost = {
  env: {
    PATH: process.env.PATH,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  },
  interrupted: new AbortController().signal,
};

export type Git = (...args: string[]) => Promise<string>;

/** A repository in which these files are committed, and its git. */
export async function repositoryWith(
  t: TestContext,
  files: Record<string, string>,
): Promise<{ folder: string; git: Git }> {
  const folder = await folderWith(t, files);
  const git: Git = async (...args) => {
    const { stdout } = await promisify(execFile)('git', args, { cwd: folder, env: GIT_HOST.env });
    return stdout.trim();
  };
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message=first');
  return { folder, git };
}
