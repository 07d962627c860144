import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/** The maximum size of a file or of stdin, in bytes. */
const LARGEST = 64 * 1024 * 1024;

/**
 * Reads a file whose path came from outside. A FIFO, or a device such as /dev/zero, may block or never end: like folders, they
 * are refused before they are opened. Pipes that this program was started with, such as a shell's <(…), are read.
 *
 * @throws {NodeJS.ErrnoException} whose message completes "PATH …", if the path is not a file or too large.
 */
export function readGivenFile(path: string): Buffer {
  const why = faultOf(statSync(path), path);
  if (why !== undefined) throw refused(why);
  const file = openSync(path, 'r');
  try {
    const chunks = collector();
    for (;;) {
      const chunk = Buffer.allocUnsafe(64 * 1024);
      const length = readSync(file, chunk);
      if (length === 0) return chunks.all();
      chunks.add(chunk.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}

/** Reads stdin to its end. @throws as `readGivenFile` if it is too large. */
export async function readInput(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks = collector();
  for await (const chunk of stream) chunks.add(Buffer.from(chunk));
  return chunks.all();
}

function faultOf(stats: Stats, path: string): string | undefined {
  if (stats.isFile() || (stats.isFIFO() && HANDED_OVER.test(path))) return undefined;
  if (stats.isDirectory()) return 'is a directory';
  return `is a ${stats.isFIFO() ? 'FIFO' : stats.isSocket() ? 'socket' : 'device'}, not a file`;
}

const HANDED_OVER = /^\/(dev\/(stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/;

function collector() {
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
