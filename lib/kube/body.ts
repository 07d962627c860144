import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { CommandError } from '../errors.ts';
import { aborted, cutShort, notAnApiServer, type Target } from './unreachable.ts';

/** The largest answer that is read, in bytes, unpacked; a list is asked for in pages far smaller than this. */
const LIMIT = 256 * 1024 * 1024;

/** The whole body as text, unpacked. */
export async function readText(
  response: IncomingMessage,
  target: Target,
  signal?: AbortSignal,
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readChunks(response, target, signal)) {
    size += chunk.length;
    if (size > LIMIT) throw notAnApiServer(target, `more than ${LIMIT / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** How much `readBeginning` reads, in bytes. */
const BEGINNING = 16 * 1024;

/** The beginning of the body as text. What comes after it is not fetched. */
export async function readBeginning(
  response: IncomingMessage,
  target: Target,
  signal?: AbortSignal,
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readChunks(response, target, signal)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= BEGINNING) break;
  }
  return Buffer.concat(chunks).subarray(0, BEGINNING).toString();
}

/** The body's lines, without their ends, as they arrive. */
export async function* readLines(
  response: IncomingMessage,
  target: Target,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of readChunks(response, target, signal)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LIMIT) throw notAnApiServer(target, `a line of more than ${LIMIT / 1024 / 1024} MiB`);
    for (const line of lines) if (line.trim()) yield line;
  }
  if (rest.trim()) yield rest;
}

async function* readChunks(
  response: IncomingMessage,
  target: Target,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    yield* await unpacked(response);
  } catch (error) {
    if (signal?.aborted) throw aborted(signal);
    throw error instanceof CommandError ? error : cutShort(target, error);
  } finally {
    if (!response.complete) response.destroy();
  }
}

async function unpacked(response: IncomingMessage): Promise<Readable> {
  if (response.headers['content-encoding'] !== 'gzip') return response;
  const [{ createGunzip }, { pipeline }] = await Promise.all([import('node:zlib'), import('node:stream')]);
  return pipeline(response, createGunzip(), () => undefined);
}
