import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Host } from '../../../../lib/cli/command.ts';
import type { FileLayer } from '../../../../lib/values/read-layer.ts';
import { runProgram } from '../../../shared/run-program.ts';

/** Which files git tracks, or would with the next `git add`: of those that may contain a password. */
export async function trackedFiles(layers: readonly FileLayer[], host: Host): Promise<ReadonlySet<string>> {
  const tracked = new Set<string>();
  for (const { source } of layers)
    if (source.text.includes('adminPassword') && (await isTracked(resolve(host.cwd(), source.file), host)))
      tracked.add(source.file);
  return tracked;
}

/** Whether git tracks a file, or would with the next `git add`; unknown counts as tracked. @param path absolute. */
export async function isTracked(given: string, { env, interrupted }: Host): Promise<boolean> {
  // A link may lead into a repository.
  const path = await realpath(given).catch(() => given);
  if (!hasRepository(dirname(path))) return false;
  const options = { cwd: dirname(path), env, signal: interrupted };
  try {
    const { code } = await runProgram('git', ['check-ignore', '--quiet', '--', basename(path)], options);
    return code !== 0;
  } catch (error) {
    interrupted.throwIfAborted();
    // Without git, what is in a repository counts as tracked.
    if (error instanceof Error) return true;
    throw error;
  }
}

function hasRepository(folder: string): boolean {
  const above = dirname(folder);
  return existsSync(join(folder, '.git')) || (above !== folder && hasRepository(above));
}
