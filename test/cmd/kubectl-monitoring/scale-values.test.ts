import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { folderWith } from '../../support/folder.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type Resizing } from './resizing.ts';
import { GIT_HOST, repositoryWith } from './values/folders.ts';

const FILE = 'monitoring-system/values.yaml';
const values = (replicas: number): string => `# A comment.
prometheus:
  prometheusSpec:
    replicas: ${replicas} # of each shard
`;
const LINE = (from: number, to: number): string =>
  `${FILE}:4: ${from} -> ${to} (prometheus.prometheusSpec.replicas)`;

for (const kind of servers())
  describe(`values files of kubectl monitoring scale on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, { components: [{ name: 'k8s', replicas: 1 }] });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const textOf = (cwd: string): Promise<string> => readFile(join(cwd, FILE), 'utf8');

    test('writes a named file once the replicas are ready, and lists it in the plan', async (t) => {
      const cwd = await folderWith(t, { [FILE]: values(1) });
      const { code, stderr } = await stage.scale(['metrics', '2', '-y', '--values', FILE], { cwd });
      assert.equal(code, 0, stderr);
      assert.ok(stderr.includes(`  Values     ${LINE(1, 2)}\n`), stderr);
      assert.ok(stderr.endsWith(`\n${LINE(1, 2)}\n`), stderr);
      assert.equal(await textOf(cwd), values(2));
    });

    test('writes the file also if the cluster has the number already, and commits it', async (t) => {
      const { folder: cwd, git } = await repositoryWith(t, { [FILE]: values(1) });
      const words = ['metrics', '2', '-y', '--values', FILE, '--commit', '-o', 'json'];
      const { code, stdout, stderr } = await stage.scale(words, { cwd, env: GIT_HOST.env });
      assert.equal(code, 0, stderr);
      const [{ verdict, values: report }] = JSON.parse(stdout).items;
      assert.deepEqual([verdict, report.outcome, report.commits.length], ['unchanged', 'committed', 1]);
      assert.match(await git('log', '-1', '--format=%s'), /^Scale metrics monitoring-\w+\/k8s to 2$/);
      assert.equal(await textOf(cwd), values(2));
    });

    test('does not write it after a refusal or in a dry run', async (t) => {
      const cwd = await folderWith(t, { [FILE]: values(2) });
      const refused = await stage.scale(['metrics', '0', '-y', '--values', FILE], { cwd });
      assert.equal(refused.code, 1);
      const { code, stdout } = await stage.scale(['metrics', '3', '--diff', '--values', FILE], { cwd });
      assert.equal(code, 0);
      assert.ok(
        stdout.includes('-    replicas: 2 # of each shard\n+    replicas: 3 # of each shard\n'),
        stdout,
      );
      assert.equal(await textOf(cwd), values(2));
    });

    test('shows a found file without writing it: -y only confirms the replicas', async (t) => {
      const { folder: cwd } = await repositoryWith(t, { [FILE]: values(2) });
      const { code, stderr } = await stage.scale(['metrics', '1', '-y'], { cwd });
      assert.equal(code, 0, stderr);
      assert.ok(
        stderr.endsWith(
          `Warning: the values files still have the old number: run this again with --values ${FILE}\n`,
        ),
        stderr,
      );
      assert.equal(await textOf(cwd), values(2));
    });

    test('writes a found file if the user agrees, on a terminal of 80 columns', async (t) => {
      const { folder: cwd } = await repositoryWith(t, { [FILE]: values(1) });
      const stdin = new PassThrough();
      const { code, stderr } = await stage.scale(['metrics', '2'], {
        ...{ cwd, columns: 80, interactive: true, stdin },
        onStderr: (text) => void (/\] $/.test(text) && stdin.write('y\n')),
      });
      assert.equal(code, 0, stderr);
      const said = stripVTControlCharacters(stderr).replaceAll('\r', '');
      assert.match(said, /^Scale Prometheus k8s from 1 to 2 replicas\? \[y\/N\] y$/m);
      assert.match(said, /^Write monitoring-system\/values\.yaml\? \[y\/N\] y$/m);
      for (const line of said.split('\n')) assert.ok(line.length <= 80, line);
      assert.equal(await textOf(cwd), values(2));
    });

    test('refuses a file that cannot be read before the cluster is asked', async (t) => {
      const cwd = await folderWith(t, { 'a.yaml': 'a: [' });
      for (const [file, said] of [
        ['absent.yaml', /^error: values file absent\.yaml cannot be read and written/],
        ['a.yaml', /^error: values file a\.yaml is not valid YAML/],
      ] as const) {
        const before = () => assert.fail('a request');
        const { code, stderr } = await stage.scale(['metrics', '2', '-y', '--values', file], { cwd, before });
        assert.equal(code, 1);
        assert.match(stderr, said);
      }
    });

    test('says what of a named file it does not change', async (t) => {
      const cwd = await folderWith(t, {
        'a.yaml': 'grafana: {}\n',
        'b.yaml': values(1).replace('1 #', "'{{ .n }}' #"),
      });
      const words = ['metrics', '2', '--diff', '--values', 'a.yaml', '--values', 'b.yaml'];
      const { code, stderr } = await stage.scale(words, { cwd });
      assert.equal(code, 0, stderr);
      assert.match(
        stderr,
        /^Warning: a\.yaml does not mention the replicas of this component: left unchanged\.$/m,
      );
      assert.match(stderr, /^Warning: b\.yaml:4: prometheus\.prometheusSpec\.replicas is a template/m);
    });
  });
