import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { packedFile } from '../../support/packed.ts';
import { readSeaBlob, seaBlobOf } from './sea.ts';
import { elf } from './support/elf.ts';
import { machO } from './support/macho.ts';
import { pe } from './support/pe.ts';

const FUSE = ['NODE_SEA', 'FUSE_fce680ab2cc467b6e072b8b5df1996b2'].join('_');
const main = 'console.log("ä")\n';
const binary = Buffer.from([0, 255, 10, 0]);
const arch = 'arm64';

/** Executables that hold a program and, outside of it, some content of their own. */
const makers: Record<string, (sea: Buffer, content: Buffer) => Buffer> = {
  linux: (sea, content) => Buffer.concat([elf({ arch, sea }), content]),
  darwin: (sea, content) => machO({ arch, sea, text: content }),
  windows: (sea, content) => pe({ arch, sea, tail: content }),
};

describe('data that Node prepares for embedding', () => {
  let folder: string;
  let blob: Buffer;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sea-'));
    await writeFile(join(folder, 'main.js'), main);
    await writeFile(join(folder, 'empty'), '');
    await writeFile(join(folder, 'binary'), binary);
    blob = await prepared({
      disableExperimentalSEAWarning: true,
      execArgv: ['--use-openssl-ca', '--no-warnings'],
      execArgvExtension: 'none',
      assets: { './ä': 'binary', none: 'empty' },
    });
  });
  after(() => rm(folder, { recursive: true }));

  async function prepared(options: object): Promise<Buffer> {
    await writeFile(
      join(folder, 'sea.json'),
      JSON.stringify({ main: 'main.js', output: 'blob', ...options }),
    );
    await promisify(execFile)(process.execPath, ['--experimental-sea-config', 'sea.json'], { cwd: folder });
    return await readFile(join(folder, 'blob'));
  }

  test('reads a complete blob', () => {
    assert.deepEqual(readSeaBlob(blob), {
      flags: {
        disableExperimentalSEAWarning: true,
        useSnapshot: false,
        useCodeCache: false,
        includeAssets: true,
        includeExecArgv: true,
      },
      execArgvExtension: 'none',
      codePath: 'main.js',
      main: Buffer.from(main),
      codeCache: undefined,
      assets: new Map([
        ['./ä', binary],
        ['none', Buffer.alloc(0)],
      ]),
      execArgv: ['--use-openssl-ca', '--no-warnings'],
    });
  });

  test('reads a minimal blob, and one with a code cache', async () => {
    const sea = readSeaBlob(await prepared({ useCodeCache: true }));
    assert.deepEqual([sea.flags.useCodeCache, sea.execArgvExtension, sea.assets.size], [true, 'env', 0]);
    assert.ok(sea.codeCache && sea.codeCache.length > 0);
  });

  test('refuses a truncated, extended or different blob', () => {
    for (let length = 0; length < blob.length; length++)
      assert.throws(() => readSeaBlob(blob.subarray(0, length)), { code: 'ERR_ASSERTION' });
    assert.throws(() => readSeaBlob(Buffer.concat([blob, binary])), /ends with its last part/);
    assert.throws(() => readSeaBlob(Buffer.concat([binary, blob])), /the magic/);
  });

  for (const [os, make] of Object.entries(makers))
    test(`${os}: finds it if the fuse is set`, () => {
      const withFuse = (...states: string[]): Buffer =>
        make(blob, Buffer.from(states.map((state) => `${FUSE}:${state}`).join('')));
      assert.equal(String(seaBlobOf(withFuse('1')).main), main);
      assert.throws(() => seaBlobOf(withFuse('0')), /the fuse is blown/);
      assert.throws(() => seaBlobOf(withFuse()), /there is one fuse/);
      assert.throws(() => seaBlobOf(withFuse('1', '1')), /there is one fuse/);
    });
});

for (const program of ['kubectl-bmh', 'kubectl-monitoring'] as const)
  test(`${program}: the packed file holds the start script, and every script with its cache`, async () => {
    const { codePath, main, assets, execArgv, execArgvExtension } = seaBlobOf(
      await readFile(packedFile(program)),
    );
    assert.equal(codePath, '../start.cjs', 'the same wherever it was packed');
    assert.ok(main.equals(await readFile(new URL('../../../scripts/build/start.cjs', import.meta.url))));
    assert.deepEqual([execArgv, execArgvExtension], [['--use-openssl-ca', '--disable-sigusr1'], 'none']);
    const scripts = [...assets.keys()].filter((name) => !name.endsWith('.cache'));
    assert.ok(scripts.includes('./main.js'));
    assert.deepEqual([...assets.keys()].sort(), scripts.flatMap((name) => [name, `${name}.cache`]).sort());
    assert.ok(Number(assets.get('./main.js.cache')?.length) > 0);
  });
