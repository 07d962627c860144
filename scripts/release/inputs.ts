import { createHash } from 'node:crypto';
import { BUILD_SOURCES, inputsOf } from '../build/inputs.ts';
import type { Platform } from '../plugins.ts';

/** What a release is made from besides its programs. */
const SOURCES = ['LICENSE', 'plugin.yaml', 'scripts'];

/** A digest of everything that a release is made from: the same gives the same archives. */
export async function inputsOfRelease(root: string, platforms: Platform[], time: Date): Promise<string> {
  const sources = await inputsOf(root, [...BUILD_SOURCES, ...SOURCES]);
  return createHash('sha256')
    .update(JSON.stringify([sources, platforms, time]))
    .digest('hex');
}
