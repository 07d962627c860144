import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

/** A package as package-lock.json has it. */
export interface LockedPackage {
  version: string;
  /** `sha512-` and the checksum of its archive in base64. */
  integrity: string;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

/**
 * @param folder from the project's: `node_modules/yargs`
 * @throws {Error} where the lockfile has no such package.
 */
export function lockedPackage(folder: string): LockedPackage {
  const found = packages[folder];
  if (found) return found;
  throw new Error(`package-lock.json has no ${folder}. Run \`npm ci\`, and build again.`);
}

/** The folder from which a package in `folder` (`''`: the project) gets `name`, as Node looks it up. */
export function resolvedFrom(folder: string, name: string): string | undefined {
  const nested = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
  if (nested in packages) return nested;
  if (folder === '') return undefined;
  const end = folder.lastIndexOf('/node_modules/');
  return resolvedFrom(end < 0 ? '' : folder.slice(0, end), name);
}
