import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { folderWith } from '../../support/folder.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type Resizing } from './resizing.ts';
import { GIT_HOST, repositoryWith } from './values/folders.ts';

const values = (size: string): string => `# A comment.
prometheus:
  prometheusSpec:
    storageSpec:
      volumeClaimTemplate:
        spec:
          resources:
            requests:
              storage: "${size}" # grows
`;
const FILE = 'monitoring-system/values.yaml';
const PATH = 'prometheus.prometheusSpec.storageSpec.volumeClaimTemplate.spec.resources.requests.storage';

for (const kind of servers())
  describe(`values files of kubectl monitoring resize-pvc on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      const names = ['written', 'found', 'committed'];
      stage = await openResizing(server, {
        components: [
          ...names.map((name) => ({ name, replicas: 1 })),
          { name: 'paused', replicas: 1, paused: true },
        ],
      });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const online = (name: string, ...words: string[]): string[] => [
      ...['100Gi', name, '-y', '--mode', 'online'],
      ...words,
    ];

    test('writes a named file after success, and lists it in the plan', async (t) => {
      const cwd = await folderWith(t, { [FILE]: values('50Gi') });
      const { code, stderr } = await stage.resize(online('written', '--values', FILE), { cwd });
      assert.equal(code, 0, stderr);
      assert.ok(stderr.includes(`  Values     ${FILE}:9: 50Gi -> 100Gi (${PATH})\n`), stderr);
      assert.ok(stderr.endsWith(`\n${FILE}:9: 50Gi -> 100Gi (${PATH})\n`), stderr);
      assert.equal(await readFile(join(cwd, FILE), 'utf8'), values('100Gi'));
    });

    test('writes the file even if the volumes have the size already', async (t) => {
      const cwd = await folderWith(t, { [FILE]: values('50Gi') });
      const { code, stdout } = await stage.resize(online('written', '--values', FILE, '-o', 'json'), { cwd });
      assert.equal(code, 0);
      const [{ verdict, values: report }] = JSON.parse(stdout).items;
      assert.equal(verdict, 'unchanged');
      assert.equal(report.outcome, 'written');
      assert.equal(await readFile(join(cwd, FILE), 'utf8'), values('100Gi'));
    });

    test('does not write the file after a refusal or in a dry run', async (t) => {
      const cwd = await folderWith(t, { [FILE]: values('50Gi') });
      const refused = await stage.resize(online('paused', '--values', FILE), { cwd });
      assert.equal(refused.code, 1);
      const { code, stdout } = await stage.resize(['200Gi', 'found', '--diff', '--values', FILE], { cwd });
      assert.equal(code, 0);
      assert.ok(
        stdout.includes('-              storage: "50Gi" # grows\n+              storage: "200Gi" # grows\n'),
      );
      assert.equal(await readFile(join(cwd, FILE), 'utf8'), values('50Gi'));
    });

    test('shows found files without writing them: -y only confirms the volumes', async (t) => {
      const { folder: cwd } = await repositoryWith(t, { [FILE]: values('50Gi') });
      const { code, stderr } = await stage.resize(online('found'), { cwd });
      assert.equal(code, 0, stderr);
      assert.ok(
        stderr.includes('-              storage: "50Gi" # grows\n+              storage: "100Gi" # grows\n'),
      );
      assert.ok(
        stderr.endsWith(
          `Warning: the values files still have the old size: run this again with --values ${FILE}\n`,
        ),
        stderr,
      );
      assert.equal(await readFile(join(cwd, FILE), 'utf8'), values('50Gi'));
    });

    test('--commit commits only the written file', async (t) => {
      const { folder: cwd, git } = await repositoryWith(t, { [FILE]: values('50Gi'), 'other.txt': 'one\n' });
      const words = online('committed', '--values', FILE, '--commit', '-o', 'json');
      const { code, stdout, stderr } = await stage.resize(words, { cwd, env: GIT_HOST.env });
      assert.equal(code, 0, stderr);
      const [{ values: report }] = JSON.parse(stdout).items;
      assert.equal(report.outcome, 'committed');
      assert.deepEqual(report.commits, [{ repository: cwd, commit: await git('rev-parse', 'HEAD') }]);
      assert.equal(
        (await git('log', '-1', '--format=%s')).replace(stage.namespace, 'NS'),
        'Grow the volumes of prometheus NS/committed to 100Gi',
      );
      assert.equal(await git('show', '--format=', '--name-only', 'HEAD'), FILE);
      assert.equal(await git('status', '--porcelain'), '');
    });
  });
