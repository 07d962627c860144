import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/** The most that is read of a file or of standard input, in bytes. */
const LARGEST = 64 * 1024 * 1024;

/**
 * All of a file whose path came from outside. Who reads a FIFO, or a device such as /dev/zero, may wait or read without end: they
 * are refused before they are opened, like folders. A pipe that this program was started with, as of a shell's <(…), is read.
 *
 * @throws {NodeJS.ErrnoException} whose message says what the path is, where it is no file, or too large.
 */
export function readGivenFile(path: string): Buffer {
  const why = faultOf(statSync(path), path);
  if (why !== undefined) throw refused(why);
  const file = openSync(path, 'r');
  try {
    const taken = taking();
    for (const chunk of chunksOf(file)) taken.add(chunk);
    return taken.all();
  } finally {
    closeSync(file);
  }
}

/** All of standard input. @throws as `readGivenFile` does where it is too large. */
export async function readInput(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const taken = taking();
  for await (const chunk of stream) taken.add(Buffer.from(chunk));
  return taken.all();
}

function faultOf(stats: Stats, path: string): string | undefined {
  if (stats.isFile() || (stats.isFIFO() && HANDED_OVER.test(path))) return undefined;
  if (stats.isDirectory()) return 'is a directory';
  return `is a ${stats.isFIFO() ? 'FIFO' : stats.isSocket() ? 'socket' : 'device'}, not a file`;
}

const HANDED_OVER = /^\/(dev\/(stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/;

function* chunksOf(file: number): Generator<Buffer> {
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const length = readSync(file, chunk);
    if (length === 0) return;
    yield chunk.subarray(0, length);
  }
}

function taking() {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add(chunk: Buffer): void {
      size += chunk.length;
      if (size > LARGEST) throw refused(`is larger than ${LARGEST / 1024 / 1024} MiB`);
      chunks.push(chunk);
    },
    all: (): Buffer => Buffer.concat(chunks),
  };
}

const refused = (why: string): Error => Object.assign(new Error(why), { code: 'NOT_READ', syscall: 'open' });
