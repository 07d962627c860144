import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isWithin } from '../../shared/text-file.ts';
import { type FoundFile, type PassedOver, unreadable } from '../../shared/walk.ts';

/** A file that another one refers to by a relative path. */
export async function referredTo(from: FoundFile, reference: string): Promise<FoundFile | PassedOver> {
  const { path, name, root } = from;
  const over = (reason: string): PassedOver => ({
    name,
    reason: `refers to ${reference}, which ${reason}`,
    hint: BUILD,
  });
  if (reference.includes('://')) return over('is not a file in the folder');
  try {
    const target = await realpath(resolve(dirname(path), reference));
    if (!isWithin(target, root)) return over('is outside the folder');
    if (!(await stat(target)).isFile()) return over('is not a file');
    return { name: join(dirname(name), reference), path: target, root };
  } catch (error) {
    return over(unreadable(name, error, BUILD).reason);
  }
}

/** For files that Kustomize generates from files that are not read. */
export const BUILD = 'audit the rendered output: kustomize build FOLDER | kubectl bmh audit -f -';
