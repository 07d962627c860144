import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startPlayground } from '../playground/server.ts';
import { startControllers } from './controllers.ts';

test('reports the log of a controller that exits before all are ready, and cleans up', async (t) => {
  const server = await startPlayground();
  t.after(server.stop);
  const root = await mkdtemp(join(tmpdir(), 'bmh-start-'));
  t.after(() => rm(root, { recursive: true }));
  const program = async (name: string, script: string) => {
    await writeFile(join(root, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(root, name), 0o755);
    return join(root, name);
  };
  const definitions = join(root, 'definitions');
  const temporary = join(root, 'tmp');
  for (const folder of [definitions, temporary]) await mkdir(folder);
  const lasting = (name: string) => program(name, `echo $$ > '${root}/${name}.pid'; exec sleep 600`);
  const programs = {
    definitions,
    stages: ['/stage.yaml'],
    kubeControllerManager: await lasting('kube-controller-manager'),
    prometheusOperator: await lasting('prometheus-operator'),
    admissionWebhook: '/not-started',
    prometheus: '/not-started',
    alertmanager: '/not-started',
    kwok: await program(
      'kwok',
      `until [ -s '${root}/prometheus-operator.pid' ]; do :; done; echo "$* as $KUBECONFIG"; exit 7`,
    ),
  };
  await assert.rejects(startControllers(server, { programs, temporary }), ({ message }: Error) => {
    assert.match(message, /^What acts on the control plane did not start: kwok ended with exit code 7:\n/);
    assert.match(message, /--config=\/stage\.yaml .* as \S+\/tmp\/bmh-controllers-\w+\/kubeconfig\n$/);
    return true;
  });
  assert.deepEqual(await readdir(temporary), []);
  for (const name of ['kube-controller-manager', 'prometheus-operator']) {
    const pid = Number(await readFile(join(root, `${name}.pid`), 'utf8'));
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  }
});
