import assert from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  checkCommittable,
  commitFiles,
  type GitHost,
  isPending,
} from '../../../../cmd/kubectl-monitoring/shared/values/commit.ts';
import { readValuesFile } from '../../../../cmd/kubectl-monitoring/shared/values/values.ts';
import type { TextFile } from '../../../../cmd/shared/text-file.ts';
import { folderWith } from '../../../support/folder.ts';
import { GIT_HOST, type Git, repositoryWith } from './folders.ts';

/** A repository with a values file, in a folder with special characters for shells and git, and other files. */
async function opened(
  t: TestContext,
): Promise<{ folder: string; git: Git; file: TextFile; write(text: string): Promise<void> }> {
  const name = 'a b*/values.yaml';
  const { folder, git } = await repositoryWith(t, {
    [name]: 'size: 1\n',
    'a bc/values.yaml': 'size: 1\n',
    'other.txt': 'one\n',
  });
  const file = await readValuesFile(name, folder);
  return { folder, git, file, write: (text) => writeFile(file.path, text) };
}

test('commitFiles commits only these files, and keeps other staged changes', async (t) => {
  const { folder, git, file, write } = await opened(t);
  for (const other of ['other.txt', 'a bc/values.yaml']) {
    await writeFile(join(folder, other), 'staged\n');
    await git('add', other);
    await writeFile(join(folder, other), 'not staged\n');
  }
  await checkCommittable(file, GIT_HOST);
  await write('size: 2\n');
  const commits = await commitFiles([file], 'Grow\n\n"it" $(now)', GIT_HOST);
  assert.deepEqual(commits, [{ repository: folder, commit: await git('rev-parse', 'HEAD') }]);
  assert.equal(
    await git('log', '-1', '--format=%an <%ae>%n%B'),
    'Ada <ada@example.com>\nGrow\n\n"it" $(now)',
  );
  assert.equal(await git('show', '--name-only', '--format='), 'a b*/values.yaml');
  assert.equal(await git('status', '--porcelain'), 'MM "a bc/values.yaml"\nMM other.txt');
});

test('commitFiles makes a commit in each repository', async (t) => {
  const [one, other] = [await opened(t), await opened(t)];
  await one.write('size: 2\n');
  await other.write('size: 2\n');
  const commits = await commitFiles([one.file, other.file], 'Grow', GIT_HOST);
  assert.deepEqual(
    commits.map(({ repository }) => repository),
    [one.folder, other.folder],
  );
  for (const { git } of [one, other]) assert.equal(await git('status', '--porcelain'), '');
});

test('commitFiles reports the output of a failing hook, and keeps the written file', async (t) => {
  const { folder, git, file, write } = await opened(t);
  const hook = join(folder, '.git', 'hooks', 'pre-commit');
  await writeFile(hook, '#!/bin/sh\necho "no: \\033[31mred" >&2\necho twice\nexit 1\n');
  await chmod(hook, 0o755);
  await write('size: 2\n');
  const before = await git('rev-parse', 'HEAD');
  await assert.rejects(commitFiles([file], 'Grow', GIT_HOST), {
    kind: 'refusal',
    message: `error: the values files in ${folder} are written, but git did not commit them: no: \\x1b[31mred; twice`,
  });
  assert.equal(await git('rev-parse', 'HEAD'), before);
  assert.equal(await readFile(file.path, 'utf8'), 'size: 2\n');
  assert.equal(
    await isPending(file, () => 'size: 2\n', GIT_HOST),
    false,
    'the file as it was read is the committed one',
  );
  const again = { ...file, text: 'size: 2\n' };
  assert.equal(await isPending(again, () => 'size: 2\n', GIT_HOST), true);
  assert.equal(await isPending(again, () => 'size: 3\n', GIT_HOST), false);
});

const refused = (file: TextFile, message: string, host: GitHost = GIT_HOST): Promise<void> =>
  assert.rejects(checkCommittable(file, host), {
    kind: 'usage',
    message: `error: --commit: ${message}`,
  });

test('checkCommittable refuses a file with uncommitted changes', async (t) => {
  const { git, file, write } = await opened(t);
  const message = 'values file a b*/values.yaml has uncommitted changes';
  await checkCommittable(file, GIT_HOST);
  await refused({ ...file, text: 'size: 2\n' }, message);
  await write('size: 2\n');
  await git('add', '.');
  await write('size: 1\n');
  await refused(file, message);
  await write('size: 2\n');
  await git('commit', '--quiet', '--message=second');
  await checkCommittable({ ...file, text: 'size: 2\n' }, GIT_HOST);
});

test('checkCommittable refuses a file that is not in git', async (t) => {
  const { folder } = await opened(t);
  await writeFile(join(folder, 'new.yaml'), 'size: 1\n');
  await refused(await readValuesFile('new.yaml', folder), 'values file new.yaml is not in the last commit');
  const loose = await readValuesFile('v.yaml', await folderWith(t, { 'v.yaml': '' }));
  await assert.rejects(checkCommittable(loose, GIT_HOST), {
    message: /^error: --commit: values file v.yaml is not in a git repository$/,
  });
});

test('checkCommittable refuses a commit without a user name', async (t) => {
  const { file } = await opened(t);
  const { GIT_COMMITTER_NAME, GIT_COMMITTER_EMAIL, ...env } = GIT_HOST.env;
  const strict = {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'user.useConfigOnly',
    GIT_CONFIG_VALUE_0: 'true',
  };
  await refused(file, 'values file a b*/values.yaml cannot be committed: git has no user name and email', {
    ...GIT_HOST,
    env: { ...env, ...strict },
  });
});

test('checkCommittable refuses during a merge and a rebase', async (t) => {
  const { git, file, write } = await opened(t);
  await git('switch', '--quiet', '--create', 'side');
  await write('size: 2\n');
  await git('commit', '--quiet', '--all', '--message=side');
  await git('switch', '--quiet', 'main');
  await write('size: 3\n');
  await git('commit', '--quiet', '--all', '--message=main');
  for (const what of ['merge', 'rebase']) {
    await assert.rejects(git(what, 'side'));
    await refused(file, `values file a b*/values.yaml is in the middle of a ${what}`);
    await git(what, '--abort');
    await checkCommittable({ ...file, text: 'size: 3\n' }, GIT_HOST);
  }
});

test('explains what to do without git', async (t) => {
  const { folder, file } = await opened(t);
  await assert.rejects(checkCommittable(file, { ...GIT_HOST, env: { PATH: folder } }), {
    kind: 'usage',
    message: 'error: --commit: git cannot be run: spawn git ENOENT',
    hint: 'Install git and put it on PATH, or leave out --commit and commit by hand.',
  });
});

test('rejects with the reason of an interruption', async (t) => {
  const { file } = await opened(t);
  const reason = new Error('interrupted');
  await assert.rejects(
    checkCommittable(file, { ...GIT_HOST, interrupted: AbortSignal.abort(reason) }),
    reason,
  );
});
