import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { type Answer, call } from './http.ts';
import { servers } from './servers.ts';

const PROGRAMS = { embedded: '../playground/main.ts', real: '../cluster/main.ts' };

for (const { name } of servers()) {
  const program = fileURLToPath(new URL(PROGRAMS[name], import.meta.url));

  describe(`the ${name} server as a program`, () => {
    let folder: string;
    let kubeconfig: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'bmh-serve-'));
      kubeconfig = join(folder, 'kubeconfig');
    });
    after(() => rm(folder, { recursive: true }));

    const start = (
      args: string[],
      [command, ...words]: [string, ...string[]] = [process.execPath],
    ): Running => run(spawn(command, [...words, program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));

    test('reports ready, serves its scenario and cleans up on SIGTERM', async () => {
      const { child, output, ready, ended } = start(['--kubeconfig', kubeconfig, '--scenario', 'broken']);
      try {
        await ready;
        const { items } = (await ask(kubeconfig, '/apis/metal3.io/v1alpha1/namespaces/metal3/baremetalhosts'))
          .json;
        assert.equal(items.length, 10);
        const server = await readFile(kubeconfig, 'utf8');
        child.kill('SIGTERM');
        assert.deepEqual([await ended, output.stdout], [[0, null], 'ready\n']);
        await assert.rejects(access(kubeconfig), { code: 'ENOENT' });
        await assert.rejects(askWith(server, '/version'), { code: 'ECONNREFUSED' });
      } finally {
        child.kill('SIGKILL');
      }
    });

    test('serves monitoring with values files, and removes them at the end', async () => {
      const dir = join(folder, 'platform');
      const values = join(dir, 'monitoring-system', 'values.yaml');
      const { child, ready, ended } = start([
        ...['--kubeconfig', kubeconfig, '--scenario', 'monitoring', '--values-dir', dir],
      ]);
      try {
        await ready;
        const path = '/apis/monitoring.coreos.com/v1/namespaces/monitoring-system/prometheuses/k8s';
        const { spec } = (await ask(kubeconfig, path)).json;
        const { prometheus } = parse(await readFile(values, 'utf8'));
        assert.deepEqual(
          spec.storage.volumeClaimTemplate.spec,
          prometheus.prometheusSpec.storageSpec.volumeClaimTemplate.spec,
        );
        child.kill('SIGTERM');
        assert.deepEqual(await ended, [0, null]);
        await assert.rejects(access(dir), { code: 'ENOENT' });
      } finally {
        child.kill('SIGKILL');
      }
    });

    test('keeps existing values files', async () => {
      const values = join(folder, 'monitoring-system', 'values.yaml');
      await mkdir(dirname(values));
      await writeFile(values, 'mine: true');
      const { output, ended } = start(['--kubeconfig', kubeconfig, '--scenario', 'monitoring']);
      assert.deepEqual(await ended, [1, null]);
      assert.equal(output.stdout, '');
      assert.ok(output.stderr.includes(`error: ${values} can't be made`), output.stderr);
      assert.equal(await readFile(values, 'utf8'), 'mine: true');
    });

    test('exits with its parent', async () => {
      const shell = start(['--kubeconfig', kubeconfig], ['sh', '-c', '"$0" "$@" & wait', process.execPath]);
      await shell.ready;
      shell.child.kill('SIGKILL');
      // Its output closes only when the program under the shell has ended too.
      await shell.ended;
      await assert.rejects(access(kubeconfig), { code: 'ENOENT' });
    });

    const USAGE =
      'usage: --kubeconfig FILE [--scenario default|guards|fleet|broken|monitoring] [--values-dir DIR]\n';
    for (const [what, args, message] of [
      [
        'an unknown scenario',
        ['--kubeconfig', 'x', '--scenario', 'toString'],
        'there is no scenario "toString"',
      ],
      ['no kubeconfig', [], '--kubeconfig is required'],
      ['an unknown flag', ['--kubeconfig', 'x', '--port', '1'], "Unknown option '--port'"],
    ] as const) {
      test(`refuses ${what}`, async () => {
        const { output, ended } = start([...args]);
        assert.deepEqual(await ended, [1, null]);
        assert.equal(output.stdout, '');
        assert.ok(output.stderr.endsWith(`error: ${message}\n${USAGE}`), output.stderr);
      });
    }
  });
}

interface Running {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  /** Resolves when it says `ready`; rejects when it ends before that. */
  ready: Promise<void>;
  /** Its exit code and signal. */
  ended: Promise<unknown[]>;
}

function run(child: ChildProcess): Running {
  const output = { stdout: '', stderr: '' };
  const ended = once(child, 'close');
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => output.stdout.includes('ready\n') && resolve());
    void ended.then(([code]) => reject(new Error(`it ended with ${code}: ${output.stderr}`)));
  });
  ready.catch(() => {});
  return { child, output, ready, ended };
}

const ask = async (kubeconfig: string, path: string): Promise<Answer> =>
  askWith(await readFile(kubeconfig, 'utf8'), path);

function askWith(text: string, path: string): Promise<Answer> {
  const { clusters, users } = parse(text);
  const { server, 'certificate-authority-data': ca } = clusters[0].cluster;
  return call(
    { url: server, ca: Buffer.from(ca, 'base64').toString(), token: users[0].user.token },
    { path },
  );
}
