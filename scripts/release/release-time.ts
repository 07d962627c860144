import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../root.ts';

/**
 * When the files of a release are dated: SOURCE_DATE_EPOCH, or else the time of the commit, so that the same sources give
 * the same archives.
 *
 * @throws {Error} where there is neither.
 */
export async function releaseTime(): Promise<Date> {
  const seconds = process.env.SOURCE_DATE_EPOCH ?? (await commitTime());
  if (/^\d+$/.test(seconds)) return new Date(Number(seconds) * 1000);
  throw new Error(`SOURCE_DATE_EPOCH is ${JSON.stringify(seconds)}: set whole seconds since 1970.`);
}

async function commitTime(): Promise<string> {
  const words = ['log', '-1', '--format=%ct'];
  const { stdout } = await promisify(execFile)('git', words, { cwd: root }).catch((cause) => {
    throw new Error(
      'A release is dated with its commit, and git finds none here: set SOURCE_DATE_EPOCH, in seconds since 1970.',
      { cause },
    );
  });
  return stdout.trim();
}
