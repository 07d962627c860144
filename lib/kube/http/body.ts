import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { DEEPEST, TOO_DEEP } from '../../input/json.ts';
import { CommandError } from '../../words/errors.ts';
import { aborted, cutShort, notAnApiServer, type Target } from './answer-to.ts';
import { COMMA, listSplitter, OPEN, OPEN_LIST } from './split-list.ts';

const MEBIBYTE = 1024 * 1024;

/** The limit for one response, one object of a list or one event, in bytes: far more than an API server can store. */
const LIMIT = 64 * MEBIBYTE;

/** The limit for all responses that this process is reading, in bytes, decompressed. */
const HELD = 256 * MEBIBYTE;

/** The limit for all objects of one list, in bytes. */
const LIST = 1024 * MEBIBYTE;

/** The whole body as text, decompressed. */
export const readText = (response: IncomingMessage, target: Target, signal?: AbortSignal): Promise<string> =>
  readBeginning(response, target, { signal, limit: Number.POSITIVE_INFINITY });

/** How much `readBeginning` reads by default, in bytes. */
const BEGINNING = 16 * 1024;

/** The beginning of the body as text. The rest is not fetched. */
export async function readBeginning(
  response: IncomingMessage,
  target: Target,
  { signal, limit = BEGINNING }: { signal?: AbortSignal | undefined; limit?: number | undefined } = {},
): Promise<string> {
  const hold = holder(target);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of readChunks(response, target, signal)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= limit) break;
      hold(size);
    }
    return Buffer.concat(chunks).subarray(0, limit).toString();
  } finally {
    hold(0);
  }
}

/** A piece of a list: the texts of objects that are complete; the last piece also has the text of the list without them. */
export interface ListPiece {
  objects: string[];
  envelope?: string;
}

/**
 * The body of a list, object by object as they arrive, so that it is never in memory as a whole. It is limited all the same:
 * some readers keep something of each object.
 */
export async function* readListPieces(
  response: IncomingMessage,
  target: Target,
  signal?: AbortSignal,
): AsyncGenerator<ListPiece> {
  const hold = holder(target);
  const splitter = listSplitter();
  try {
    for await (const chunk of readChunks(response, target, signal)) {
      const objects = splitter.take(chunk);
      if (splitter.deepest() > DEEPEST) throw notAnApiServer(target, `JSON that is ${TOO_DEEP}`);
      hold(splitter.held());
      if (splitter.taken() + splitter.values() * VALUE > LIST) throw tooLarge(target, LIST);
      if (objects.length > 0) yield { objects };
    }
    yield { objects: [], envelope: splitter.envelope() };
  } finally {
    hold(0);
  }
}

/** The body's lines, without line ends, as they arrive. */
export async function* readLines(
  response: IncomingMessage,
  target: Target,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const hold = holder(target);
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of readChunks(response, target, signal)) {
      const lines = decoder.decode(chunk, { stream: true }).split('\n');
      lines[0] = rest + lines[0];
      rest = lines.pop() ?? '';
      hold(rest.length);
      for (const line of lines) if (line.trim()) yield line;
    }
    if (rest.trim()) yield rest;
  } finally {
    hold(0);
  }
}

/** Memory that a parsed value takes in addition to its text, in bytes. */
const VALUE = 48;

/** The length, in characters, from which values are counted: a shorter text cannot take too much. */
const COUNTED = MEBIBYTE;

/**
 * Checks that a text does not take too much memory when it is parsed: short values take many times their text.
 *
 * @throws {CommandError} if it would.
 */
export function checkValues(text: string, target: Target): void {
  if (text.length <= COUNTED) return;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === OPEN || code === OPEN_LIST) values += 1;
  }
  if (text.length + values * VALUE > LIMIT) throw tooLarge(target, LIMIT);
}

let held = 0;

/** Tracks the bytes held of one response; throws when they, or those of all responses, exceed their limit. */
function holder(target: Target): (bytes: number) => void {
  let own = 0;
  return (bytes) => {
    held += bytes - own;
    own = bytes;
    if (bytes > LIMIT) throw tooLarge(target, LIMIT);
    if (held > HELD) throw tooLarge(target, HELD, ', together with concurrent responses');
  };
}

const tooLarge = (target: Target, limit: number, how = ''): CommandError =>
  new CommandError('api', `${notAnApiServer(target, `more than ${limit / MEBIBYTE} MiB`).message}${how}`, {
    hint: "Ask for one namespace at a time (-n), or check that the kubeconfig's server is the Kubernetes API.",
  });

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

/** How much is decompressed at a time, in bytes: each chunk costs a turn of the event loop. */
const UNPACKED = 64 * 1024;

async function unpacked(response: IncomingMessage): Promise<Readable> {
  if (response.headers['content-encoding'] !== 'gzip') return response;
  const [{ createGunzip }, { pipeline }] = await Promise.all([import('node:zlib'), import('node:stream')]);
  return pipeline(response, createGunzip({ chunkSize: UNPACKED }), () => undefined);
}
