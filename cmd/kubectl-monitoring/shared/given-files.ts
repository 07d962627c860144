import type { Host } from '../../../lib/cli/command.ts';
import { readGivenFile } from '../../../lib/input/given-file.ts';
import { readStdin } from '../../shared/read-stdin.ts';
import { type FoundFile, filesOf, type PassedOver } from '../../shared/walk.ts';

/** A file to read, as the user would call it; stdin has no path. */
export interface GivenFile extends Pick<FoundFile, 'name'>, Partial<Pick<FoundFile, 'path'>> {
  read(): Buffer | Promise<Buffer>;
}

/** Stdin, if `-` is among the paths, and then the YAML and JSON files of the others. */
export async function* givenFiles(
  paths: readonly string[],
  host: Host,
): AsyncGenerator<GivenFile | PassedOver> {
  if (paths.includes('-')) yield { name: STDIN, read: () => readStdin(host) };
  const named = paths.filter((path) => path !== '-');
  const hints = { path: READABLE, link: 'pass its target' };
  for await (const entry of filesOf(named, { cwd: host.cwd(), hints })) {
    host.interrupted.throwIfAborted();
    yield 'reason' in entry ? entry : { ...entry, read: () => readGivenFile(entry.path) };
  }
}

/** The paths as messages call them. */
export const pathsText = (paths: readonly string[]): string =>
  paths.map((path) => (path === '-' ? STDIN : path)).join(', ');

const STDIN = 'stdin';

/** What to do about a file that cannot be read. */
export const READABLE = 'pass a file that you may read, or - for stdin';
