import type { Host } from './command.ts';

/** Terminals of Windows that draw more than the code page of the console has. */
const MODERN = ['WT_SESSION', 'TERM_PROGRAM', 'ConEmuTask', 'TERMINAL_EMULATOR', 'TERM'];

/**
 * Whether the terminal draws characters beyond ASCII: by the locale, of which the first that is set counts, as everywhere in
 * POSIX. Without any, it is the C locale, but on a Mac, whose terminals are UTF-8. The kernel's console has a font of 256.
 */
export function drawsUnicode(
  { env }: Pick<Host, 'env'>,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (platform === 'win32') return MODERN.some((name) => env[name]);
  if (env.TERM === 'linux') return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale === undefined || locale === '' ? platform === 'darwin' : /utf-?8/i.test(locale);
}
