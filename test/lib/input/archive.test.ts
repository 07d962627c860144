import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { ZipFile } from 'yazl';
import { readArchive } from '../../../lib/input/archive/read.ts';

type Entry = [header: Partial<Header> & { name: string }, content?: string];

async function tarOf(...entries: Entry[]): Promise<Buffer> {
  const tar = pack();
  for (const [header, content] of entries) tar.entry(header, content ?? '');
  tar.finalize();
  return buffer(tar);
}

async function zipOf(files: Record<string, string>, mode = 0o100644): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path, { mode });
  zip.end();
  return buffer(zip.outputStream);
}

/** A zip with one entry whose headers say what these do. */
function rawZip({
  name = 'a.yaml',
  content = Buffer.from('a: 1\n'),
  method = 0,
  flags = 0,
  size = 5,
}: {
  name?: string;
  content?: Buffer;
  method?: number;
  flags?: number;
  size?: number;
} = {}): Buffer {
  const path = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(flags, 2);
  common.writeUInt16LE(method, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(content.length, 14);
  common.writeUInt32LE(size, 18);
  common.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, content]);
  const made = Buffer.from([20, 3]);
  const rest = Buffer.alloc(14);
  const central = Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), made, common, rest, path]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

const yamlOnly = (path: string): boolean => path.endsWith('.yaml');

/** The texts of what is read, by their paths. */
async function read(content: Buffer, isWanted = yamlOnly): Promise<Record<string, string>> {
  const files = await readArchive(content, isWanted);
  return Object.fromEntries(files.map(({ path, content: text }) => [path, String(text)]));
}

const FILES: Entry[] = [
  [{ name: 'set/', type: 'directory' }],
  [{ name: 'set/b.yaml' }, 'b: 1\n'],
  [{ name: './set/a.yaml' }, 'a: 1\n'],
  [{ name: 'set/README.md' }, '# Read me'],
];
const READ = { 'set/a.yaml': 'a: 1\n', 'set/b.yaml': 'b: 1\n' };

test('reads what is wanted of a tar, packed and not, in the order of the paths', async () => {
  const tar = await tarOf(...FILES);
  const all = await read(tar);
  assert.deepEqual(all, READ);
  assert.deepEqual(Object.keys(all), ['set/a.yaml', 'set/b.yaml']);
  assert.deepEqual(await read(gzipSync(tar)), READ);
});

test('reads what is wanted of a zip', async () => {
  const zip = await zipOf({ 'set/b.yaml': 'b: 1\n', 'set/a.yaml': 'a: 1\n', 'set/README.md': '' });
  assert.deepEqual(await read(zip), READ);
});

test('reads a zip of a system that writes no modes', async () =>
  assert.deepEqual(await read(rawZip()), { 'a.yaml': 'a: 1\n' }));

test('of two entries with one path, the last counts', async () =>
  assert.deepEqual(await read(await tarOf([{ name: 'a.yaml' }, 'a: 1'], [{ name: './a.yaml' }, 'a: 2'])), {
    'a.yaml': 'a: 2',
  }));

test('links, devices and pipes of a tar are no files', async () => {
  const linkname = '/etc/passwd';
  const entries: Entry[] = [
    [{ name: 'symlink.yaml', type: 'symlink', linkname }],
    [{ name: 'link.yaml', type: 'link', linkname }],
    [{ name: 'device.yaml', type: 'character-device' }],
    [{ name: 'pipe.yaml', type: 'fifo' }],
    [{ name: 'a.yaml' }, 'a: 1'],
  ];
  assert.deepEqual(await read(await tarOf(...entries)), { 'a.yaml': 'a: 1' });
});

test('links of a zip are no files', async () =>
  assert.deepEqual(await read(await zipOf({ 'a.yaml': '/etc/passwd' }, 0o120777)), {}));

test('an archive without files is read', async () => {
  assert.deepEqual(await read(await zipOf({})), {});
  assert.deepEqual(await read(gzipSync(await tarOf())), {});
});

const refused = async (content: Buffer, message: RegExp): Promise<void> =>
  assert.rejects(read(content), (error: Error) => {
    assert.equal(error.name, 'ArchiveError');
    assert.match(error.message, message);
    return true;
  });

for (const name of ['../a.yaml', 'set/../../a.yaml', '/etc/a.yaml', 'C:/a.yaml', '..\\a.yaml', 'set/..'])
  test(`refuses an archive with the path ${name}`, async () => {
    await refused(await tarOf([{ name }, 'a: 1']), /^has an entry that leads out of it: /);
    await refused(rawZip({ name }), /^has an entry that leads out of it: /);
  });

test('refuses a truncated archive, wherever it ends', async () => {
  const tar = await tarOf([{ name: 'a.yaml' }, 'a'.repeat(3000)]);
  await refused(tar.subarray(0, 2000), /^is truncated$/);
  const entries = await tarOf([{ name: 'a.yaml' }, 'a: 1'], [{ name: 'b.yaml' }, 'b: 1']);
  await refused(entries.subarray(0, 1024), /^is truncated$/);
  const packed = gzipSync(tar);
  for (const end of [11, packed.length >> 1, packed.length - 1])
    await refused(packed.subarray(0, end), /^is truncated$/);
  const zip = await zipOf({ 'a.yaml': 'a: 1' });
  for (const end of [30, zip.length >> 1, zip.length - 1])
    await refused(zip.subarray(0, end), /^is truncated, or not a valid zip archive /);
});

for (const [what, content] of [
  ['nothing', ''],
  ['a text', 'groups: []\n'],
  ['another archive', '7z\xbc\xaf\x27\x1c'],
] as const)
  test(`refuses ${what}`, () =>
    refused(Buffer.from(content, 'latin1'), /^is not a \.tar\.gz, \.tgz, \.tar or \.zip archive$/));

test('refuses what is packed and no tar', async () => {
  await refused(gzipSync('groups: []\n'.repeat(100)), /^is not a valid tar archive$/);
  await refused(Buffer.from('\x1f\x8bnot gzip', 'latin1'), /^is not a valid gzip archive$/);
});

test('refuses an encrypted zip', () =>
  refused(rawZip({ flags: 1, content: Buffer.alloc(17) }), /^is encrypted: a\.yaml$/));

test('refuses a zip with a method that it does not know', () =>
  refused(rawZip({ method: 99 }), /not a valid zip archive/));

const BOMB = 200 * 1024 * 1024;

test('refuses what unpacks to more than 128 MiB, before it is unpacked', async () => {
  const limit = /^unpacks to more than 128 MiB$/;
  const packed = gzipSync(Buffer.alloc(BOMB), { level: 1 });
  await refused(packed, limit);
  await refused(rawZip({ method: 8, content: deflateRawSync('a'), size: BOMB }), limit);
});

test('refuses a zip whose file is larger than it says', () =>
  refused(
    rawZip({ method: 8, content: deflateRawSync(Buffer.alloc(1024 * 1024)), size: 10 }),
    /not a valid zip archive/,
  ));

test('refuses more than 20000 entries', async () => {
  const entries = Array.from({ length: 20_001 }, (_, at): Entry => [{ name: `${at}` }]);
  await refused(await tarOf(...entries), /^has more than 20000 entries$/);
});

test('an archive that is changed anywhere is read or refused, and nothing else', async () => {
  const files = { 'set/a.yaml': 'a: 1\n', 'set/b.yaml': 'b: 1\n' };
  const archives = [await tarOf(...FILES), gzipSync(await tarOf(...FILES)), await zipOf(files)];
  for (const archive of archives)
    for (let at = 0; at < archive.length; at += 7) {
      const changed = Buffer.from(archive);
      changed[at] = (changed[at] ?? 0) ^ 0x55;
      await read(changed).catch((error: Error) =>
        assert.equal(error.name, 'ArchiveError', `byte ${at}: ${error.stack}`),
      );
    }
});
