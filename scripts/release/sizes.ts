import type { Archive } from './parts.ts';

const MEGABYTE = 1e6;

/** What each archive and its executable take, as a table. */
export function sizesOf(archives: Archive[]): string {
  const rows = archives.map(({ file, executableSize, archiveSize }) => [
    file,
    megabytes(executableSize),
    megabytes(archiveSize),
  ]);
  return [['ARCHIVE', 'EXECUTABLE', 'SIZE'], ...rows].map(line).join('');
}

const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

const line = ([file = '', executable = '', archive = '']: string[]): string =>
  `${file.padEnd(48)}${executable.padStart(10)}${archive.padStart(12)}\n`;
