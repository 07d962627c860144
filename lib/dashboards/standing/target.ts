import { posix } from 'node:path';
import type { Container } from '../container.ts';
import type { Sidecar } from './sidecar.ts';

/** What decides where a sidecar writes the files of a container. */
export type Filed = Pick<Container, 'kind' | 'name' | 'annotations'> & { namespace: string };

/** The folder of a sidecar that the files of a container go to: an absolute path, without `.` and `..`. */
export function folderFor(
  { folder, folderAnnotation }: Sidecar,
  { annotations }: Pick<Filed, 'annotations'>,
): string {
  const given = annotations[folderAnnotation];
  if (typeof given !== 'string') return plainPath(folder);
  return plainPath(given.startsWith('/') ? given : `${folder}/${given}`);
}

/** A path as the system reads it: of all the ways to write it, the shortest, without a slash at the end. */
export const plainPath = (path: string): string =>
  path === '' ? '' : posix.normalize(path).replace(/\/$/, '');

/** The name of the file that a sidecar writes for a key. What a key with `.url` leads to is downloaded. */
export function fileNameFor(
  { hasUniqueNames }: Sidecar,
  { kind, namespace, name }: Omit<Filed, 'annotations'>,
  key: string,
): string {
  const file = key.endsWith('.url') ? key.slice(0, -'.url'.length) : key;
  return hasUniqueNames ? `namespace_${namespace}.${kind.toLowerCase()}_${name}.${file}` : file;
}

/** The path of the file that a sidecar writes for a key of a container. */
export const pathFor = (sidecar: Sidecar, container: Filed, key: string): string =>
  `${folderFor(sidecar, container)}/${fileNameFor(sidecar, container, key)}`;
