import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startCluster } from './server.ts';

test('reports the log of a program that exits before the control plane is ready, and cleans up', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'bmh-start-'));
  t.after(() => rm(root, { recursive: true }));
  const program = async (name: string, script: string) => {
    await writeFile(join(root, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(root, name), 0o755);
    return join(root, name);
  };
  const temporary = join(root, 'tmp');
  await mkdir(temporary);
  const binaries = {
    etcd: await program('etcd', `echo $$ > '${root}/pid'; exec sleep 600`),
    kubeApiserver: await program(
      'kube-apiserver',
      `until [ -s '${root}/pid' ]; do :; done; echo boom; exit 7`,
    ),
    kubectl: '/nowhere',
  };
  await assert.rejects(startCluster({ binaries, temporary }), {
    message: 'The control plane did not start: kube-apiserver ended with exit code 7:\nboom\n',
  });
  assert.deepEqual(await readdir(temporary), []);
  const pid = Number(await readFile(join(root, 'pid'), 'utf8'));
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});
