import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { platforms, plugins } from '../../scripts/plugins.ts';
import { writeKrewIndex } from '../../scripts/release/krew-index.ts';
import { archiveName } from '../../scripts/release/parts.ts';

const archives = plugins.flatMap((plugin) =>
  platforms.map((platform) => ({
    plugin,
    platform,
    file: archiveName(plugin.program, platform),
    executableSize: 1,
    archiveSize: 1,
    sha256: '0'.repeat(64),
  })),
);

for (const [baseUrl, lead, says] of [
  ['https://downloads.example/v1', 'https://downloads.example/v1/', /^ {4}kubectl krew index add NAME /m],
  ['', '', /build it again with the address: npm run release -- --base-url URL\n$/],
] as const)
  test(`an index ${baseUrl ? 'with' : 'without'} an address says where its archives are, and what can be done with it`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'index-'));
    t.after(() => rm(folder, { recursive: true }));
    await writeKrewIndex(folder, archives, baseUrl);
    const files = await readdir(join(folder, 'plugins'));
    assert.deepEqual(files.toSorted(), plugins.map(({ name }) => `${name}.yaml`).toSorted());
    for (const { name, program } of plugins) {
      const { spec } = parse(await readFile(join(folder, 'plugins', `${name}.yaml`), 'utf8'));
      assert.deepEqual(
        spec.platforms.map(({ uri }: { uri: string }) => uri),
        platforms.map((platform) => lead + archiveName(program, platform)),
      );
    }
    assert.match(await readFile(join(folder, 'README.md'), 'utf8'), says);
  });
