import { posix, win32 } from 'node:path';

/** The arguments of `spawn` for a program. */
export interface Start {
  file: string;
  args: string[];
  /** Whether `args` are quoted already. */
  verbatim: boolean;
}

export interface Machine {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  /** Whether a file exists. */
  exists(path: string): boolean;
}

/**
 * How to start a program with these arguments. On Windows it is looked up as in Go: along PATH with the extensions of PATHEXT,
 * never in the current folder; a batch file is run by cmd.exe, which Node does not do by itself.
 *
 * @returns undefined if the program is not on PATH.
 * @throws {Error} for an argument that cmd.exe would not pass unchanged.
 */
export function startOf(command: string, args: string[], machine: Machine): Start | undefined {
  if (machine.platform !== 'win32') return { file: command, args, verbatim: false };
  const file = found(command, machine);
  if (file === undefined) return undefined;
  if (!/\.(cmd|bat)$/i.test(file)) return { file, args, verbatim: false };
  const { SystemRoot = 'C:\\Windows' } = machine.env;
  const line = [file, ...args].map(forBatch).join(' ');
  return {
    file: win32.join(SystemRoot, 'System32', 'cmd.exe'),
    args: ['/d', '/e:on', '/v:off', '/s', '/c', `"${line}"`],
    verbatim: true,
  };
}

/** Whether a command is a path rather than a name on PATH. */
export const isPath = (command: string, platform: NodeJS.Platform): boolean =>
  platform === 'win32' ? /[\\/:]/.test(command) : command.includes(posix.sep);

const USUAL_ENDINGS = '.COM;.EXE;.BAT;.CMD';

function found(command: string, { platform, env, exists }: Machine): string | undefined {
  const endings = (env.PATHEXT || USUAL_ENDINGS).toLowerCase().split(';').filter(Boolean);
  const isWhole = endings.includes(win32.extname(command).toLowerCase());
  const names = [...(isWhole ? [command] : []), ...endings.map((ending) => command + ending)];
  if (isPath(command, platform)) return names.find(exists);
  const folders = (env.PATH ?? env.Path ?? '')
    .split(win32.delimiter)
    .filter((folder) => win32.isAbsolute(folder));
  return folders.flatMap((folder) => names.map((name) => win32.join(folder, name))).find(exists);
}

/**
 * An argument of a batch file, quoted. In quotes, cmd.exe takes all characters literally except these, for which no escape works
 * in every batch file.
 */
function forBatch(word: string): string {
  if (/["%\r\n\0]|\\$/.test(word))
    throw new Error(
      'a batch file cannot be given arguments with quotes, percent signs, line ends or a backslash at the end',
    );
  return `"${word}"`;
}

/** The environment of a program with some variables added. On Windows their names are case-insensitive. */
export function environmentWith(
  env: Record<string, string | undefined>,
  added: Record<string, string>,
  platform: NodeJS.Platform,
): Record<string, string | undefined> {
  const fold = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const names = new Set(Object.keys(added).map(fold));
  return { ...Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(fold(name)))), ...added };
}
