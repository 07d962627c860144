import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** How files are referred to by who stands in the folder `cwd`: what lies below it by its relative path, with slashes. */
export const uriFrom =
  (cwd: string) =>
  (path: string): string => {
    const full = resolve(cwd, path);
    const below = relative(cwd, full);
    const isOutside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below);
    return isOutside ? pathToFileURL(full).href : below.split(sep).map(encodeURIComponent).join('/');
  };
