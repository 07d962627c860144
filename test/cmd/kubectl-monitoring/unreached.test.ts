import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { listen } from '../../support/listen.ts';
import { freePort } from '../../support/ports.ts';
import { plainText, type Ran, runCommand } from '../../support/run-command.ts';

const commands = ['capacity', 'sizing'];
const UNAUTHORIZED = {
  kind: 'Status',
  status: 'Failure',
  message: 'Unauthorized',
  reason: 'Unauthorized',
  code: 401,
};

/** Runs a command against the server at a port, with its own kubeconfig. */
async function runOn(t: TestContext, port: number, words: string[]): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), 'bmh-unreached-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const kubeconfig = join(folder, 'kubeconfig');
  await writeKubeconfig(kubeconfig, { url: `http://127.0.0.1:${port}`, ca: '' });
  const ran = await runCommand(program, [...words, '--kubeconfig', kubeconfig]);
  return { ...ran, stderr: plainText(ran.stderr, {}) };
}

async function answering(t: TestContext, listener: RequestListener): Promise<number> {
  const { port, stop } = await listen(listener);
  t.after(stop);
  return port;
}

for (const command of commands) {
  test(`${command}: reports a server that rejects the credentials once`, async (t) => {
    const port = await answering(t, (_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(UNAUTHORIZED));
    });
    assert.deepEqual(await runOn(t, port, [command]), {
      code: 1,
      stdout: '',
      stderr:
        'error: You must be logged in to the server (Unauthorized)\nLog in to the cluster again, or choose another user (--context, --user, --token).\n',
    });
  });

  test(`${command} -o json: an unreachable server is a result, too`, async (t) => {
    const { code, stdout, stderr } = await runOn(t, await freePort(), [command, '-o', 'json']);
    const { message, hint, run, ...result } = JSON.parse(stdout);
    assert.equal(run?.command.startsWith('kubectl monitoring capacity'), command === 'capacity' || undefined);
    assert.deepEqual(
      [code, result],
      [
        1,
        {
          apiVersion: 'monitoring.kubectl/v1',
          kind: command === 'sizing' ? 'SizingReport' : 'CapacityList',
          verdict: 'failed',
          exitCode: 1,
          items: [],
        },
      ],
    );
    assert.match(message, /^The connection to the server 127\.0\.0\.1:\d+ was refused/);
    assert.match(stderr, /^The connection to the server 127\.0\.0\.1:PORT was refused/);
  });

  test(`${command}: reports an unreachable server`, async (t) => {
    const { code, stdout, stderr } = await runOn(t, await freePort(), [command]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^The connection to the server 127\.0\.0\.1:PORT was refused/);
    assert.doesNotMatch(stderr, /Warning|--nodes/);
  });

  test(`${command}: reports a server that times out`, async (t) => {
    const port = await answering(t, () => {});
    const { code, stdout, stderr } = await runOn(t, port, [command, '--request-timeout=1s']);
    assert.deepEqual([code, stdout], [124, '']);
    assert.match(stderr, /within 1s/);
    const yaml = await runOn(t, port, [command, '--request-timeout=1s', '-o', 'yaml']);
    assert.match(yaml.stdout, /\nverdict: timed-out\nexitCode: 124\n/);
    assert.doesNotMatch(stderr, /Warning|--nodes/);
  });

  test(`${command}: reports an invalid kubeconfig`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'bmh-unreached-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const kubeconfig = join(folder, 'kubeconfig');
    await writeFile(kubeconfig, ': [');
    const { code, stdout, stderr } = await runCommand(program, [command, '--kubeconfig', kubeconfig]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.ok(stderr.startsWith('error: ') && stderr.includes(kubeconfig), stderr);
    assert.doesNotMatch(stderr, /Warning|--nodes/);
  });
}

test('sizing: reports a cluster without nodes', async (t) => {
  const port = await answering(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ kind: 'List', apiVersion: 'v1', metadata: {}, items: [] }));
  });
  assert.deepEqual(await runOn(t, port, ['sizing']), {
    code: 1,
    stdout: '',
    stderr: 'error: the cluster has no nodes\nSet the number of nodes: --nodes N.\n',
  });
});
