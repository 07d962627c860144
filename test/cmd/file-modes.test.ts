import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { type PayloadFiles, payloadFolder } from '../../cmd/kubectl-bmh/shared/payload-files.ts';
import { readValuesFile } from '../../cmd/kubectl-monitoring/shared/values/values.ts';
import { replaceFile } from '../../cmd/shared/text-file.ts';
import { saveTokens } from '../../lib/kube/auth/oidc.ts';

/** Everything is open, the usual ones, and one that takes every right of whatever is made. */
const MASKS = [0, 0o022, 0o077, 0o777];

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o7777;

/** A folder that is `TMPDIR` as well, for as long as the test runs; files are then made under a mask. */
async function folderUnder(t: TestContext, mask: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'modes-'));
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  const before = process.umask(mask);
  t.after(async () => {
    process.umask(before);
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    await rm(folder, { recursive: true });
  });
  return folder;
}

const PAYLOADS = {
  status: { status: { errorCount: 0 } },
  spec: { spec: { online: true } },
} as unknown as Parameters<PayloadFiles['write']>[0];
const USER = { name: 'me', user: { 'auth-provider': { name: 'oidc', config: { 'id-token': 'old' } } } };
const RENEWED = { user: 'me', changes: { 'id-token': 'new' } };

for (const mask of MASKS)
  describe(`under umask ${mask.toString(8).padStart(3, '0')}`, () => {
    test('payload files are readable by their owner only, and deleted at the end', {
      skip: mask === 0o777 && process.getuid?.() !== 0 && 'only root can read these files',
    }, async (t) => {
      const folder = await folderUnder(t, mask);
      const files = payloadFolder().filesOf('worker-0');
      files.write(PAYLOADS);
      const [made = ''] = await readdir(folder);
      assert.equal(await modeOf(join(folder, made)), 0o700 & ~mask);
      for (const part of ['status', 'spec'])
        assert.equal(await modeOf(join(folder, made, `worker-0-${part}.json`)), 0o600 & ~mask);
      files.validate();
      files.remove();
      assert.deepEqual(await readdir(folder), []);
    });

    test('kept payload files are readable by their owner only, also in an existing folder', {
      skip: mask === 0o777 && process.getuid?.() !== 0 && 'only root can read these files',
    }, async (t) => {
      const folder = await folderUnder(t, mask);
      const [made, open] = [join(folder, 'made'), join(folder, 'open')];
      await mkdir(open);
      await chmod(open, 0o755);
      // An existing folder open to other users: the files in it must not be.
      await writeFile(join(open, 'worker-0-spec.json'), 'old');
      await chmod(join(open, 'worker-0-spec.json'), 0o666);
      for (const kept of [made, open]) {
        const files = payloadFolder(kept).filesOf('worker-0');
        files.write(PAYLOADS);
        files.validate();
        files.remove();
        assert.deepEqual((await readdir(kept)).toSorted(), ['worker-0-spec.json', 'worker-0-status.json']);
        for (const file of await readdir(kept)) assert.equal(await modeOf(join(kept, file)), 0o600 & ~mask);
      }
      assert.equal(await modeOf(made), 0o700 & ~mask);
      assert.equal(await modeOf(open), 0o755);
    });

    test('a kubeconfig and a values file keep their modes', async (t) => {
      const folder = await folderUnder(t, mask);
      const file = join(folder, 'file');
      for (const mode of [0o600, 0o640, 0o664]) {
        await rm(file, { force: true });
        await writeFile(file, stringify({ users: [USER] }), { mode: 0o600 });
        await chmod(file, mode);
        await saveTokens({ file, ...RENEWED }, assert.fail);
        assert.match(await readFile(file, 'utf8'), /id-token: new/);
        assert.equal(await modeOf(file), mode);

        await replaceFile(await readValuesFile(file, folder), 'a: 1\n', 'values file');
        assert.equal(await readFile(file, 'utf8'), 'a: 1\n');
        assert.equal(await modeOf(file), mode);
        assert.deepEqual(await readdir(folder), ['file']);
      }
    });
  });

test('payload files of several hosts share a folder that is deleted with the last of them', async (t) => {
  const folder = await folderUnder(t, 0o022);
  const payloads = payloadFolder();
  const [one, other] = [payloads.filesOf('metal3_worker-0'), payloads.filesOf('metal3_worker-1')];
  one.write(PAYLOADS);
  other.write(PAYLOADS);
  assert.equal((await readdir(folder)).length, 1);
  one.remove();
  other.validate();
  other.remove();
  assert.deepEqual(await readdir(folder), []);
  const later = payloads.filesOf('metal3_worker-2');
  later.write(PAYLOADS);
  later.remove();
  assert.deepEqual(await readdir(folder), []);
});

test('refuses payload files that were changed, and deletes them', async (t) => {
  const folder = await folderUnder(t, 0o022);
  const files = payloadFolder().filesOf('worker-0');
  files.write(PAYLOADS);
  const [made = ''] = await readdir(folder);
  await writeFile(join(folder, made, 'worker-0-spec.json'), '{}');
  assert.throws(() => files.validate(), { kind: 'refusal' });
  files.remove();
  assert.deepEqual(await readdir(folder), []);
});

test('a process that exits while it holds a lock or copy leaves no lock, copy or partial file', async (t) => {
  const folder = await folderUnder(t, 0o022);
  await writeFile(join(folder, 'kubeconfig'), stringify({ users: [USER] }));
  await writeFile(join(folder, 'values.yaml'), 'a: 1\n');
  const actor = fileURLToPath(new URL('support/leave-while-writing.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [actor, folder]);
  assert.deepEqual((await readdir(folder)).toSorted(), ['kubeconfig', 'values.yaml']);
  assert.match(await readFile(join(folder, 'kubeconfig'), 'utf8'), /id-token: new/);
  assert.equal(await readFile(join(folder, 'values.yaml'), 'utf8'), 'a: 2\n');
});
