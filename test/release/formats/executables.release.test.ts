import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Packing } from '../../../scripts/build/pack.ts';
import { start } from '../../../scripts/build/prepare.ts';
import { type Platform, platforms } from '../../../scripts/plugins.ts';
import { nodeFor } from '../../../scripts/release/node-packages.ts';
import { withoutCertificates } from '../../../scripts/release/pe.ts';
import { signMachO } from '../../../scripts/release/sign-macho.ts';
import { readExecutable } from './executable.ts';
import { verifyMachO } from './macho.ts';
import { readPe } from './pe.ts';
import { seaBlobOf } from './sea.ts';

/** Those whose executables can't run here: what they are can only be read. */
const foreign = platforms.filter(({ os }) => os !== 'linux');

const packer = new URL('../../../scripts/build/pack.ts', import.meta.url);
const script = '(function (require, module, exports) {})';
let folder: string;
const nodes = new Map<Platform, string>();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'executables-'));
  for (const platform of foreign) nodes.set(platform, await nodeFor(platform, folder));
});
after(() => rm(folder, { recursive: true }));

const nodeOf = (platform: Platform): Promise<Buffer> => readFile(nodes.get(platform) ?? '');

/** One script that does nothing, packed: in a process of its own, as packing wants it. */
async function packed(platform: Platform): Promise<Buffer> {
  const scripts = join(folder, `${platform.os}-${platform.arch}`);
  const output = join(scripts, 'kubectl-bmh');
  await mkdir(scripts);
  await writeFile(join(scripts, 'main.js'), script);
  await writeFile(join(scripts, 'main.js.cache'), '');
  const packing = {
    prepared: { folder: scripts, scripts: ['main.js'] },
    platform,
    node: nodes.get(platform) ?? '',
    output,
  } satisfies Packing;
  const program = `import { pack } from '${packer}'; await pack(${JSON.stringify(packing)});`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return await readFile(output);
}

for (const platform of foreign.filter(({ os }) => os === 'darwin'))
  describe(`macOS on ${platform.arch}`, () => {
    const { arch } = platform;

    test('verifies the signature of Node, but not of a changed Node', async () => {
      const node = await nodeOf(platform);
      assert.deepEqual(verifyMachO(node), { identifier: 'node', kind: 'certified', arch });
      const middle = node.length >> 1;
      node.writeUInt8(node.readUInt8(middle) ^ 1, middle);
      assert.throws(() => verifyMachO(node), { message: `the hash of page ${middle >> 12}` });
    });

    test('replaces its signature', async () => {
      const node = await nodeOf(platform);
      const signed = signMachO(node, 'other');
      assert.deepEqual(verifyMachO(signed), { identifier: 'other', kind: 'ad-hoc', arch });
      assert.ok(signed.length < node.length, 'without certificates it is shorter');
    });
  });

for (const platform of foreign.filter(({ os }) => os === 'windows'))
  describe(`Windows on ${platform.arch}`, () => {
    test("removes Node's certificates from its end", async () => {
      const node = await nodeOf(platform);
      const { certificates, checksum } = readPe(node);
      assert.equal((certificates?.offset ?? 0) + (certificates?.size ?? 0), node.length);
      assert.equal(checksum.stored, checksum.actual, 'counted as Microsoft does');
      const unsigned = withoutCertificates(node);
      assert.equal(unsigned.length, certificates?.offset);
      assertUnsigned(unsigned);
    });
  });

// One of each format: packing takes long, and the release packs them all.
for (const platform of foreign.filter(({ arch }) => arch === 'arm64'))
  test(`the executable for ${platform.os} holds its program, with a valid signature or none`, async () => {
    const file = await packed(platform);
    const { os, arch } = readExecutable(file);
    assert.deepEqual({ os, arch }, platform);
    const { main, assets } = seaBlobOf(file);
    assert.ok(main.equals(await readFile(start)));
    assert.deepEqual([...assets.keys()].sort(), ['./main.js', './main.js.cache']);
    assert.equal(String(assets.get('./main.js')), script);
    if (os === 'darwin')
      assert.deepEqual(verifyMachO(file), { identifier: 'kubectl-bmh', kind: 'ad-hoc', arch });
    else assertUnsigned(file);
  });

function assertUnsigned(file: Buffer): void {
  const { certificates, checksum } = readPe(file);
  assert.equal(certificates, undefined);
  assert.equal(checksum.stored, checksum.actual, 'the checksum is right');
}
