import assert from 'node:assert/strict';
import { readExecutable } from './executable.ts';

const MAGIC = 0x143da20;
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:';
const FLAGS = {
  disableExperimentalSEAWarning: 1,
  useSnapshot: 2,
  useCodeCache: 4,
  includeAssets: 8,
  includeExecArgv: 16,
};
const EXTENSIONS = ['none', 'env', 'cli'];

/** A program as `node --experimental-sea-config` prepares it for embedding. */
export interface SeaBlob {
  flags: Record<keyof typeof FLAGS, boolean>;
  /** What of the user's own Node options reaches the program. */
  execArgvExtension: string;
  /** The path of the main script as the configuration has it. */
  codePath: string;
  /** The main script, or a snapshot. */
  main: Buffer;
  codeCache: Buffer | undefined;
  assets: Map<string, Buffer>;
  execArgv: string[];
}

/**
 * The program that an executable starts. Node looks for one only where a byte of its own, the fuse, says so.
 *
 * @throws where it would start none, or something is left over.
 */
export function seaBlobOf(executable: Buffer): SeaBlob {
  const { seaResource } = readExecutable(executable);
  assert.ok(seaResource, 'the executable has a program');
  const at = executable.indexOf(FUSE);
  assert.ok(at >= 0 && at === executable.lastIndexOf(FUSE), 'there is one fuse');
  assert.equal(
    executable.toString('latin1', at + FUSE.length, at + FUSE.length + 1),
    '1',
    'the fuse is blown',
  );
  return readSeaBlob(seaResource);
}

/** Reads what Node 22.23 writes in `src/node_sea.cc`: little-endian, each string behind its size of 64 bits. */
export function readSeaBlob(blob: Buffer): SeaBlob {
  const reader = readerOf(blob);
  assert.equal(reader.number(4), MAGIC, 'the magic of a SEA blob');
  const bits = reader.number(4);
  const has = (flag: keyof typeof FLAGS): boolean => (bits & FLAGS[flag]) !== 0;
  const names = Object.keys(FLAGS) as (keyof typeof FLAGS)[];
  assert.equal(bits >> names.length, 0, 'known flags');
  const execArgvExtension = EXTENSIONS[reader.number(1)];
  assert.ok(execArgvExtension, 'a known extension');
  const sea = {
    flags: Object.fromEntries(names.map((name) => [name, has(name)])) as SeaBlob['flags'],
    execArgvExtension,
    codePath: reader.bytes().toString(),
    main: reader.bytes(),
    codeCache: has('useCodeCache') ? reader.bytes() : undefined,
    assets: new Map(
      reader.list(has('includeAssets'), () => [reader.bytes().toString(), reader.bytes()] as const),
    ),
    execArgv: reader.list(has('includeExecArgv'), () => reader.bytes().toString()),
  };
  reader.end();
  return sea;
}

function readerOf(blob: Buffer) {
  let at = 0;
  const take = (size: number): Buffer => {
    assert.ok(at + size <= blob.length, `${size} bytes at ${at} lie in the SEA blob`);
    at += size;
    return blob.subarray(at - size, at);
  };
  const size = (): number => Number(take(8).readBigUInt64LE());
  return {
    number: (width: 1 | 4): number => take(width).readUIntLE(0, width),
    bytes: (): Buffer => take(size()),
    list: <T>(isThere: boolean, item: () => T): T[] =>
      isThere ? Array.from({ length: size() }, () => item()) : [],
    end: (): void => assert.equal(at, blob.length, 'the SEA blob ends with its last part'),
  };
}
