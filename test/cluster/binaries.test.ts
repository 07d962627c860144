import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { buildProgram } from './build.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bmh-binaries-'));
});
afterEach(() => rm(root, { recursive: true }));

const arch = process.arch.replace('x64', 'amd64');

/** Puts an executable shell script at a path inside the test's folder. */
async function program(path: string, script = ''): Promise<string> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

const servers = async (folder: string) => ({
  etcd: await program(`${folder}/etcd`),
  kubeApiserver: await program(`${folder}/kube-apiserver`),
});

/** A Go that notes each call and "builds" a program whose text is the arguments of its build. */
async function fakeGo(script = 'echo "$*" > "$3"'): Promise<() => Promise<string[]>> {
  const calls = join(root, 'calls');
  await program('path/go', `echo "$*" >> '${calls}'\n${script}`);
  await mkdir(join(root, 'source'), { recursive: true });
  await writeFile(join(root, 'source/go.mod'), 'require (\n\tk8s.io/kubernetes v1.36.3 // indirect\n)\n');
  await writeFile(join(root, 'source/go.sum'), 'first\n');
  return async () => (await readFile(calls, 'utf8').catch(() => '')).trim().split('\n').filter(Boolean);
}

/** Looks in the test's folder only, on Linux unless told otherwise. */
const find = (env: NodeJS.ProcessEnv = {}, more: { platform?: NodeJS.Platform; signal?: AbortSignal } = {}) =>
  findBinaries({
    env: { PATH: `${join(root, 'path')}:/nowhere`, ...env },
    platform: 'linux',
    home: join(root, 'home'),
    source: join(root, 'source'),
    ...more,
  });

test('prefers KUBEBUILDER_ASSETS to the store of setup-envtest', async () => {
  await servers(`home/.local/share/kubebuilder-envtest/k8s/9.9.9-linux-${arch}`);
  const expected = await servers('assets');
  const kubectl = await program('assets/kubectl');
  assert.deepEqual(await find({ KUBEBUILDER_ASSETS: join(root, 'assets') }), { ...expected, kubectl });
});

test('fails if KUBEBUILDER_ASSETS does not have the programs', async () => {
  await fakeGo();
  await program('assets/etcd');
  await assert.rejects(
    find({ KUBEBUILDER_ASSETS: join(root, 'assets') }),
    new Error(
      `KUBEBUILDER_ASSETS is ${join(root, 'assets')}, which does not hold both etcd and kube-apiserver.`,
    ),
  );
});

test('prefers kubectl on PATH to the one in the folder', async () => {
  await servers('assets');
  await program('assets/kubectl');
  const kubectl = await program('path/kubectl');
  assert.equal((await find({ KUBEBUILDER_ASSETS: join(root, 'assets') })).kubectl, kubectl);
});

test("uses setup-envtest's newest complete folder for this system, comparing versions as numbers", async () => {
  await program('path/kubectl');
  const store = 'home/.local/share/kubebuilder-envtest/k8s';
  await servers(`${store}/1.9.1-linux-${arch}`);
  const expected = await servers(`${store}/1.36.0-linux-${arch}`);
  await servers(`${store}/1.40.0-darwin-${arch}`);
  await program(`${store}/1.41.0-linux-${arch}/etcd`);
  assert.equal((await find()).etcd, expected.etcd);
});

test("finds setup-envtest's store under XDG_DATA_HOME, and in Library on macOS", async () => {
  await program('path/kubectl');
  const xdg = await servers(`data/kubebuilder-envtest/k8s/1.36.0-linux-${arch}`);
  assert.equal((await find({ XDG_DATA_HOME: join(root, 'data') })).etcd, xdg.etcd);
  const library = 'home/Library/Application Support/io.kubebuilder.envtest';
  const mac = await servers(`${library}/k8s/1.36.0-darwin-${arch}`);
  assert.equal((await find({}, { platform: 'darwin' })).etcd, mac.etcd);
});

test('says what to do without binaries and without Go', async () => {
  await mkdir(join(root, 'path/go'), { recursive: true });
  await assert.rejects(find(), /KUBEBUILDER_ASSETS.*setup-envtest.*Go 1\.26/s);
});

test('names kubectl if it is missing', async () => {
  await servers('assets');
  await assert.rejects(find({ KUBEBUILDER_ASSETS: join(root, 'assets') }), /^Error: kubectl is neither in/);
});

test('builds missing programs with their version, once for each go.mod and go.sum', async () => {
  const calls = await fakeGo();
  const first = await find();
  assert.equal((await calls()).length, 3);
  const build = await readFile(first.kubeApiserver, 'utf8');
  assert.match(build, /-X k8s\.io\/component-base\/version\.gitVersion=v1\.36\.3 /);
  assert.match(build, / k8s\.io\/kubernetes\/cmd\/kube-apiserver$/m);

  assert.deepEqual(await find(), first);
  assert.equal((await calls()).length, 3);

  await writeFile(join(root, 'source/go.sum'), 'second\n');
  const second = await find();
  assert.equal((await calls()).length, 6);
  assert.notEqual(second.etcd, first.etcd);
  assert.equal((await readdir(join(root, 'source/build'))).length, 1);
});

test('builds a program twice at once, and both have it', async () => {
  // The first build ends after the second has written its program.
  await fakeGo(`echo "$*" > "$3"
    if ! mkdir '${root}/first'; then mkdir '${root}/second'; exit; fi
    while [ ! -e '${root}/second' ]; do :; done`);
  const source = join(root, 'source');
  const build = () => buildProgram('etcd', { go: join(root, 'path/go'), env: process.env, source });
  const [first, second] = await Promise.all([build(), build()]);
  assert.equal(first, second);
  assert.deepEqual(await readdir(dirname(first)), ['etcd']);
});

test("shows Go's output and leaves nothing behind when a build fails", async () => {
  await fakeGo('echo half > "$3"; echo "no such module" >&2; exit 3');
  await assert.rejects(find(), { message: 'go build of etcd: exit code 3\nno such module' });
  const [folder = ''] = await readdir(join(root, 'source/build'));
  assert.deepEqual(await readdir(join(root, 'source/build', folder)), []);
});

test('stops a running build on a signal', async () => {
  const ending = new AbortController();
  const calls = await fakeGo(`kill -USR2 ${process.pid}; exec /bin/sleep 600`);
  process.once('SIGUSR2', () => ending.abort(new Error('enough')));
  await assert.rejects(find({}, { signal: ending.signal }), { message: 'enough' });
  assert.equal((await calls()).length, 1);
});

test('stops a build on a signal before it starts', async () => {
  await fakeGo('exec /bin/sleep 600');
  const ending = new AbortController();
  const ended = assert.rejects(find({}, { signal: ending.signal }), { message: 'enough' });
  // The folder that Go is given is the last thing before its start.
  const isPrepared = () => globSync('source/build/*/tmp-*', { cwd: root }).length > 0;
  while (!isPrepared()) await setImmediate();
  ending.abort(new Error('enough'));
  await ended;
});
