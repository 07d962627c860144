import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { CommandError } from '../errors.ts';
import { listSplitter } from './split-list.ts';
import { aborted, cutShort, notAnApiServer, type Target } from './unreachable.ts';

/** The largest answer, or part of one, that is held, in bytes, unpacked. */
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

/** How much `readBeginning` reads unless it is told otherwise, in bytes. */
const BEGINNING = 16 * 1024;

/** The beginning of the body as text. What comes after it is not fetched. */
export async function readBeginning(
  response: IncomingMessage,
  target: Target,
  { signal, limit = BEGINNING }: { signal?: AbortSignal | undefined; limit?: number | undefined } = {},
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readChunks(response, target, signal)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit).toString();
}

/** A piece of a list: the texts of objects that are whole by now, and with the last piece the text of the list without them. */
export interface ListPiece {
  objects: string[];
  envelope?: string;
}

/** The body of a list, object by object as they arrive, so that nobody holds it whole. */
export async function* readListPieces(
  response: IncomingMessage,
  target: Target,
  signal?: AbortSignal,
): AsyncGenerator<ListPiece> {
  const splitter = listSplitter();
  for await (const chunk of readChunks(response, target, signal)) {
    const objects = splitter.take(chunk);
    if (splitter.held() > LIMIT)
      throw notAnApiServer(target, `an object of more than ${LIMIT / 1024 / 1024} MiB`);
    if (objects.length > 0) yield { objects };
  }
  yield { objects: [], envelope: splitter.envelope() };
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

/** How much is unpacked at a time, in bytes: each time costs a turn of the event loop. */
const UNPACKED = 64 * 1024;

async function unpacked(response: IncomingMessage): Promise<Readable> {
  if (response.headers['content-encoding'] !== 'gzip') return response;
  const [{ createGunzip }, { pipeline }] = await Promise.all([import('node:zlib'), import('node:stream')]);
  return pipeline(response, createGunzip({ chunkSize: UNPACKED }), () => undefined);
}
