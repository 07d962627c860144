import { join, resolve } from 'node:path';
import { usageError } from '../../words/errors.ts';
import type { Host } from '../command.ts';
import { foldersWith, liesIn, pathFolders, writable } from './path-folders.ts';
import { executableOf, isShim, shimOf } from './shim.ts';
import { readShim, removeShim, writeShim } from './shim-file.ts';

export interface Installing {
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
