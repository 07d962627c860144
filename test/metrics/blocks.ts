import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { metricsProgram } from './programs.ts';
import { type RecordingName, recording } from './recordings.ts';
import { openMetrics } from './series.ts';

/** Files by their path in a data folder of Prometheus. */
export type Blocks = Map<string, Uint8Array>;

/**
 * The blocks of a recording. promtool takes seconds to create them, so they are cached per process, some 2 MiB.
 */
export function blocksOf(name: RecordingName, namespace: string): Promise<Blocks> {
  const key = `${name} ${namespace}`;
  const blocks = made.get(key) ?? makeBlocks(openMetrics(recording(name, namespace)));
  made.set(key, blocks);
  return blocks;
}

const made = new Map<string, Promise<Blocks>>();

/** The blocks of samples in the OpenMetrics format. */
export async function makeBlocks(samples: Iterable<string>): Promise<Blocks> {
  const promtool = await metricsProgram('promtool');
  const folder = await mkdtemp(join(tmpdir(), 'bmh-blocks-'));
  try {
    const input = join(folder, 'input');
    const output = join(folder, 'data');
    await pipeline(Readable.from(samples), createWriteStream(input));
    await promisify(execFile)(promtool, [
      'tsdb',
      'create-blocks-from',
      ...FEW,
      'openmetrics',
      '-q',
      input,
      output,
    ]);
    return await filesOf(output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** promtool reads its input once per block: with two-hour blocks, that takes minutes. */
const FEW = ['--max-block-duration=1000h'];

async function filesOf(folder: string): Promise<Blocks> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(files.map(async (file) => [relative(folder, file), await readFile(file)] as const)),
  );
}
