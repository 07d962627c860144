import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { findControllerPrograms } from './controller-programs.ts';
import { programs } from './modules.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'bmh-programs-')));
});
afterEach(() => rm(root, { recursive: true }));

/** A Go that "builds" a program whose text is where and how that was done, and keeps fetched modules in `fetched`. */
const GO = `#!/bin/sh
echo "$1 in $PWD" >> '@calls'
case "$1" in
build) echo "$PWD: $*" > "$3" ;;
mod) echo 'go: downloading it' >&2; echo '{ "Path": "'"$4"'", "Dir": "@fetched/'"$4"'" }' ;;
esac
`;

async function find(script = GO): Promise<ReturnType<typeof findControllerPrograms>> {
  await mkdir(join(root, 'path'), { recursive: true });
  await writeFile(join(root, 'path/go'), script.replaceAll('@', `${root}/`));
  await chmod(join(root, 'path/go'), 0o755);
  for (const { module } of Object.values(programs)) {
    const folder = join(root, 'source', module.folder);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'go.mod'), `require (\n\t${module.path} v0.85.1 // indirect\n)\n`);
    await writeFile(join(folder, 'go.sum'), '');
  }
  return findControllerPrograms({ env: { PATH: `${root}/path` }, source: join(root, 'source') });
}

test('builds each program from its own module, with its version, once', async () => {
  const found = await find();
  const text = (file: string) => readFile(file, 'utf8');
  assert.match(await text(found.kubeControllerManager), /source: build .*version\.gitVersion=v0\.85\.1 /);
  const operator = await text(found.prometheusOperator);
  assert.match(operator, /source\/prometheus-operator: build .* \S+common\/version\.Version=0\.85\.1 /);
  assert.match(operator, / github\.com\/prometheus-operator\/prometheus-operator\/cmd\/operator\n$/);
  const webhook = await text(found.admissionWebhook);
  assert.match(webhook, /source\/prometheus-operator: build .*\/cmd\/admission-webhook\n$/);
  const prometheus = await text(found.prometheus);
  assert.match(
    prometheus,
    /source\/prometheus: build .*common\/version\.Version=\d\.\d+\.0 -tags remove_all_sd /,
  );
  const alertmanager = await text(found.alertmanager);
  assert.match(alertmanager, /source\/alertmanager: build .*common\/version\.Version=0\.85\.1 /);
  assert.match(await text(found.kwok), /source\/kwok: build .* sigs\.k8s\.io\/kwok\/cmd\/kwok\n$/);

  assert.deepEqual(await find(), found);
  const calls = (await text(join(root, 'calls'))).split('\n');
  assert.equal(calls.filter((call) => call.startsWith('build')).length, 6);
});

test('uses the definitions and stages of the releases in go.mod', async () => {
  const { definitions, stages } = await find();
  const { path } = programs['prometheus-operator'].module;
  assert.equal(definitions, join(root, 'fetched', path, 'example/prometheus-operator-crd'));
  for (const stage of stages) assert.ok(stage.startsWith(join(root, 'fetched/sigs.k8s.io/kwok/kustomize')));
});

test("shows Go's output when a module cannot be fetched", async () => {
  await assert.rejects(find('#!/bin/sh\necho "no such release" >&2; exit 1\n'), {
    message: 'go mod download of sigs.k8s.io/kwok: exit code 1\nno such release',
  });
});

test('says what to do without Go', async () => {
  const env = { PATH: '/nowhere', KUBEBUILDER_ASSETS: join(root, 'assets') };
  await assert.rejects(findControllerPrograms({ env }), /prometheus-operator.*no Go here\.\nPut Go 1\.26/s);
});
