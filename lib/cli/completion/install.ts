import { constants } from 'node:fs';
import { access, lstat, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, relative, resolve, sep } from 'node:path';
import { CommandError, usageError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Host } from '../command.ts';

interface Installing {
  /** As a user types it: `kubectl bmh`. */
  program: string;
  /** The folder that was given; undefined: the one beside the plugin, or else the first of PATH in the home folder. */
  directory: string | undefined;
  /** Says what would be done, and does nothing. */
  dryRun: boolean;
}

/** What became of one file, and what a person has to know of it. */
export interface Done {
  file: string;
  change: 'created' | 'configured' | 'unchanged' | 'deleted' | 'kept';
  warnings: string[];
}

/**
 * Writes the file that kubectl completes a plugin by. One that an earlier version wrote is replaced.
 *
 * @throws {CommandError} where there is no folder for it, or the file is somebody else's, or can't be written.
 */
export async function install({ program, directory, dryRun }: Installing, host: Host): Promise<Done> {
  const shim = shimOf(program, process.platform);
  const folder = directory === undefined ? await ownFolder(program, host) : resolve(host.cwd(), directory);
  const file = join(folder, shim.file);
  const former = await readShim(file);
  if (former !== undefined && !isShim(former, program))
    throw usageError(
      `${file} is there already, and ${program} did not write it`,
      'Remove it, or give another folder of PATH (--directory).',
    );
  const change = former === undefined ? 'created' : former === shim.text ? 'unchanged' : 'configured';
  if (change !== 'unchanged' && !dryRun) await writeShim(file, shim.text);
  return { file, change, warnings: await obstacles(program, { folder, shim: shim.file }, host) };
}

/** Removes the file from the given folder, or from every folder of PATH. What somebody else wrote is kept. */
export async function uninstall({ program, directory, dryRun }: Installing, host: Host): Promise<Done[]> {
  const shim = shimOf(program, process.platform);
  const folders = directory === undefined ? pathFolders(host) : [resolve(host.cwd(), directory)];
  const done: Done[] = [];
  for (const folder of folders) {
    const file = join(folder, shim.file);
    const text = await readShim(file);
    if (text === undefined) continue;
    const isOurs = isShim(text, program);
    if (isOurs && !dryRun) await removeShim(file);
    done.push({
      file,
      change: isOurs ? 'deleted' : 'kept',
      warnings: isOurs ? [] : [`${file} was not written by ${program}: it is kept`],
    });
  }
  return done;
}

/** A folder of PATH that the user may write to: the one that has the plugin before any other. */
async function ownFolder(program: string, host: Host): Promise<string> {
  const folders = pathFolders(host);
  const home = host.env.HOME ?? host.env.USERPROFILE;
  const [beside] = await foldersWith(folders, executableNames(program));
  const [first] = await writable([
    ...(beside === undefined ? [] : [beside]),
    ...(home ? folders.filter((folder) => liesIn(folder, home)) : []),
  ]);
  if (first !== undefined) return first;
  throw usageError(
    'no folder of PATH is yours: neither the one with the plugin, nor one in your home folder, can be written to',
    'Put a folder of yours on PATH, such as ~/.local/bin, or give one (--directory).',
  );
}

/** What keeps kubectl from completing by the file. */
async function obstacles(
  program: string,
  { folder, shim }: { folder: string; shim: string },
  host: Host,
): Promise<string[]> {
  const folders = pathFolders(host);
  const executable = executableOf(program);
  const [first] = await foldersWith(folders, [shim]);
  const plugin = await foldersWith(folders, executableNames(program));
  return [
    ...(folders.includes(folder)
      ? []
      : [`${folder} is not on PATH, where kubectl looks for this file: add it`]),
    ...(first !== undefined && folders.indexOf(first) < folders.indexOf(folder)
      ? [`${join(first, shim)} comes before it on PATH, and is what kubectl runs: remove that one`]
      : []),
    ...(plugin.length === 0
      ? [`${executable} is not on PATH, where this file looks for it: add its folder`]
      : []),
  ];
}

const executableNames = (program: string): string[] => {
  const executable = executableOf(program);
  return process.platform === 'win32' ? [`${executable}.exe`, `${executable}.cmd`] : [executable];
};

/** The folders of PATH, absolute and each once, in their order. */
const pathFolders = ({ env, cwd }: Pick<Host, 'env' | 'cwd'>): string[] => [
  ...new Set(
    (env.PATH ?? '')
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => resolve(cwd(), folder)),
  ),
];

/** Those of the folders in which one of these names is a file that may be run. */
const foldersWith = (folders: readonly string[], names: readonly string[]): Promise<string[]> =>
  filtered(folders, async (folder) => {
    const found = await filtered(names, (name) => isProgram(join(folder, name)));
    return found.length > 0;
  });

/** Those of the folders that are there and may be written to. */
const writable = (folders: readonly string[]): Promise<string[]> =>
  filtered(folders, (folder) => allows(folder, constants.W_OK));

/** Whether a folder lies somewhere inside another. */
const liesIn = (folder: string, outer: string): boolean => {
  const way = relative(outer, folder);
  return way !== '' && way.split(sep)[0] !== '..' && resolve(outer, way) === resolve(folder);
};

const isProgram = async (file: string): Promise<boolean> =>
  (await allows(file, constants.X_OK)) && (await stat(file)).isFile();

const allows = (file: string, mode: number): Promise<boolean> =>
  access(file, mode).then(
    () => true,
    () => false,
  );

async function filtered<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<T[]> {
  const held = await Promise.all(items.map(holds));
  return items.filter((_item, index) => held[index]);
}

/** Beside the text of a file that is none: a link, a folder. */
const NO_FILE = '';

/** What stands in a file; undefined where there is nothing at all, empty where it is no plain file. */
const readShim = (file: string): Promise<string | undefined> =>
  attempt('read', file, async () => {
    const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
    return found?.isFile() ? readFile(file, 'utf8') : found && NO_FILE;
  });

/** Writes a file that can be run, all at once: who completes meanwhile has the former one or this one. */
const writeShim = (file: string, text: string): Promise<void> =>
  attempt('write', file, async () => {
    await mkdir(dirname(file), { recursive: true });
    const unfinished = `${file}.${process.pid}`;
    try {
      await writeFile(unfinished, text, { mode: 0o755, flag: 'wx' });
      await rename(unfinished, file);
    } finally {
      await rm(unfinished, { force: true });
    }
  });

const removeShim = (file: string): Promise<void> => attempt('remove', file, () => rm(file));

/** @throws {CommandError} that names the file and what the system says. */
async function attempt<T>(what: string, file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = REASONS[code ?? ''] ?? oneLine(message);
    throw new CommandError('usage', `error: can not ${what} ${oneLine(file)}: ${why}`, {
      hint: 'Give a folder that you may write to (--directory).',
      cause,
    });
  }
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'its folder is a file',
  EEXIST: 'its folder is a file',
};

/** The executable of a program: `kubectl-bmh` of `kubectl bmh`. */
const executableOf = (program: string): string => program.replace(' ', '-');

/** A file that kubectl runs to complete the words of a plugin. */
interface Shim {
  /** As kubectl looks for it on PATH. */
  file: string;
  text: string;
}

/**
 * The shim of a program. It finds the plugin by PATH, as kubectl does, so that it outlives every upgrade.
 *
 * @param program as a user types it, `kubectl bmh`
 */
export function shimOf(program: string, platform: NodeJS.Platform): Shim {
  const executable = executableOf(program);
  const name = executable.replace('-', '_complete-');
  return platform === 'win32'
    ? {
        file: `${name}.cmd`,
        text: `@echo off\r\nrem ${mark(program)}\r\n${executable} __complete %* 2>nul\r\n`,
      }
    : {
        file: name,
        text: `#!/bin/sh\n# ${mark(program)}\nexec ${executable} __complete "$@" 2>/dev/null\n`,
      };
}

/** Whether a file with that text is one that we wrote, of whatever version. */
const isShim = (text: string, program: string): boolean => text.includes(mark(program));

const mark = (program: string): string =>
  `Completes "${program}" for kubectl. Written by: ${program} completion install`;
