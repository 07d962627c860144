import { constants } from 'node:fs';
import { access, lstat, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, relative, resolve, sep } from 'node:path';
import { CommandError, usageError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Host } from '../command.ts';

interface Installing {
  /** As a user types it: `kubectl bmh`. */
  program: string;
  /** The value of --directory. */
  directory: string | undefined;
  dryRun: boolean;
}

/** What was done with one file. */
export interface Done {
  file: string;
  change: 'created' | 'configured' | 'unchanged' | 'deleted' | 'kept';
  warnings: string[];
}

/**
 * Writes the file by which kubectl completes a plugin, and replaces one of an earlier version.
 *
 * @throws {CommandError} if there is no folder for it, the file was not written by this command, or it cannot be written.
 */
export async function install({ program, directory, dryRun }: Installing, host: Host): Promise<Done> {
  const shim = shimOf(program, process.platform);
  const folder =
    directory === undefined ? await defaultFolder(program, host) : resolve(host.cwd(), directory);
  const file = join(folder, shim.file);
  const former = await readShim(file);
  if (former !== undefined && !isShim(former, program))
    throw usageError(
      `${file} already exists and was not written by ${program}`,
      'Remove it, or choose another folder on PATH with --directory.',
    );
  const change = former === undefined ? 'created' : former === shim.text ? 'unchanged' : 'configured';
  if (change !== 'unchanged' && !dryRun) await writeShim(file, shim.text);
  return { file, change, warnings: await obstacles(program, { folder, shim: shim.file }, host) };
}

/** Removes the file from the given folder, or from every folder on PATH. A file that this command did not write is kept. */
export async function uninstall({ program, directory, dryRun }: Installing, host: Host): Promise<Done[]> {
  const shim = shimOf(program, process.platform);
  const folders = directory === undefined ? pathFolders(host) : [resolve(host.cwd(), directory)];
  const done: Done[] = [];
  for (const folder of folders) {
    const file = join(folder, shim.file);
    const text = await readShim(file);
    if (text === undefined) continue;
    if (isShim(text, program)) {
      if (!dryRun) await attempt('remove', file, () => rm(file));
      done.push({ file, change: 'deleted', warnings: [] });
    } else {
      const warnings = [`${file} was not written by ${program}; it is kept`];
      done.push({ file, change: 'kept', warnings });
    }
  }
  return done;
}

/** The first writable folder on PATH: the one with the plugin, then those in the home folder. */
async function defaultFolder(program: string, host: Host): Promise<string> {
  const folders = pathFolders(host);
  const home = host.env.HOME ?? host.env.USERPROFILE;
  const plugin = await foldersWith(folders, executableNames(program));
  const own = home ? folders.filter((folder) => isInside(folder, home)) : [];
  const [first] = await filtered([...plugin.slice(0, 1), ...own], (folder) => allows(folder, constants.W_OK));
  if (first !== undefined) return first;
  throw usageError(
    'no writable folder on PATH: tried the one with the plugin and those in your home folder',
    'Add a folder of yours to PATH, such as ~/.local/bin, or choose one with --directory.',
  );
}

/** What prevents kubectl from using the file. */
async function obstacles(
  program: string,
  { folder, shim }: { folder: string; shim: string },
  host: Host,
): Promise<string[]> {
  const folders = pathFolders(host);
  const [first] = await foldersWith(folders, [shim]);
  const plugin = await foldersWith(folders, executableNames(program));
  return [
    ...(folders.includes(folder)
      ? []
      : [`${folder} is not on PATH, where kubectl looks for this file: add it to PATH`]),
    ...(first !== undefined && folders.indexOf(first) < folders.indexOf(folder)
      ? [`kubectl runs ${join(first, shim)}, which comes first on PATH: remove it`]
      : []),
    ...(plugin.length === 0
      ? [`${executableOf(program)} is not on PATH, where this file looks for it: add its folder to PATH`]
      : []),
  ];
}

const executableNames = (program: string): string[] => {
  const executable = executableOf(program);
  return process.platform === 'win32' ? [`${executable}.exe`, `${executable}.cmd`] : [executable];
};

/** The folders on PATH in order, absolute, without duplicates. */
const pathFolders = ({ env, cwd }: Host): string[] => {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...new Set(folders.map((folder) => resolve(cwd(), folder)))];
};

/** The folders that have an executable file with one of these names. */
const foldersWith = (folders: readonly string[], names: readonly string[]): Promise<string[]> =>
  filtered(folders, async (folder) => {
    const found = await filtered(names, (name) => isExecutable(join(folder, name)));
    return found.length > 0;
  });

const isInside = (folder: string, outer: string): boolean => {
  const way = relative(outer, folder);
  return way !== '' && way.split(sep)[0] !== '..' && resolve(outer, way) === resolve(folder);
};

const isExecutable = async (file: string): Promise<boolean> =>
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

/** The text of a file. Undefined if it does not exist, empty if it is not a regular file. */
const readShim = (file: string): Promise<string | undefined> =>
  attempt('read', file, async () => {
    const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
    return found?.isFile() ? readFile(file, 'utf8') : found && '';
  });

/** Writes an executable file atomically: a shell that completes meanwhile runs the old one or the new one. */
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

/** @throws {CommandError} with the file and the reason. */
async function attempt<T>(what: string, file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = REASONS[code ?? ''] ?? oneLine(message);
    throw new CommandError('usage', `error: cannot ${what} ${oneLine(file)}: ${why}`, {
      hint: 'Choose a writable folder with --directory.',
      cause,
    });
  }
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on device',
  ENOTDIR: 'its folder is a file',
  EEXIST: 'its folder is a file',
};

/** `kubectl-bmh` for `kubectl bmh`. */
const executableOf = (program: string): string => program.replace(' ', '-');

/**
 * The executable that kubectl runs to complete a plugin, by its name on PATH. It finds the plugin on PATH as kubectl does, so that
 * it survives every upgrade.
 *
 * @param program as a user types it, `kubectl bmh`
 */
export function shimOf(program: string, platform: NodeJS.Platform): { file: string; text: string } {
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

/** Whether we wrote a file with this text, in any version. */
const isShim = (text: string, program: string): boolean => text.includes(mark(program));

const mark = (program: string): string =>
  `Completes "${program}" for kubectl. Written by: ${program} completion install`;
