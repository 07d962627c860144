import type { Problem } from '../../scripts/krew-rules.ts';

/** What an archive lists: a member of a tar or a zip. */
export interface ArchiveEntry {
  /** As the archive spells it; a folder's may end in `/`. */
  name: string;
  /** A tar's other kinds (links, devices) are `other`; so is what a zip marks as a link. */
  type: 'file' | 'directory' | 'other';
  /** The bits of `chmod`; in a zip the upper half of the external attributes holds them. */
  mode: number;
}

type Check = (entries: readonly ArchiveEntry[], bin: string) => string[];

const rules: Record<string, Check> = {
  kinds: (entries) =>
    named(entries, ({ type }) => type === 'other').map((name) => `${name} is neither a file nor a folder`),
  paths: (entries) =>
    named(entries, ({ name }) => name.includes('..') || /^[/\\]|\\|^[A-Za-z]:/.test(name)).map(
      (name) => `${name} may lead out of the folder that krew unpacks into`,
    ),
  once: (entries) =>
    named(entries, ({ name }, index) => entries.findIndex((one) => one.name === name) < index).map(
      (name) => `${name} is there more than once`,
    ),
  modes: (entries) =>
    entries
      .filter(({ type, mode }) => type !== 'other' && !allowed[type].includes(mode & 0o7777))
      .map(({ name, mode }) => `${name} has the mode 0${(mode & 0o7777).toString(8)}`),
  executable: (entries, bin) =>
    entries.some(({ name, type, mode }) => name === bin && type === 'file' && (mode & 0o777) === 0o755)
      ? []
      : [`${bin} is not at the root with the mode 0755`],
  licence: (entries) =>
    entries.some(({ name, type }) => name === 'LICENSE' && type === 'file')
      ? []
      : ['LICENSE is not at the root'],
};

/** Safe modes: nothing that other users can write, and no folder that cannot be entered. */
const allowed = { file: [0o644, 0o755], directory: [0o755] };

/** The names of the rules that `archiveProblems` judges by. */
export const archiveRules = Object.keys(rules);

/**
 * What an archive breaks of krew's rules: only files and folders, none of which leads out of it, with modes that an
 * install keeps, and the executable `bin` and the licence at its root.
 */
export function archiveProblems(entries: readonly ArchiveEntry[], bin: string): Problem[] {
  return Object.entries(rules).flatMap(([rule, check]) =>
    check(entries, bin).map((message) => ({ rule, message })),
  );
}

function named(
  entries: readonly ArchiveEntry[],
  holds: (entry: ArchiveEntry, index: number) => boolean,
): string[] {
  return entries.filter(holds).map(({ name }) => name);
}
