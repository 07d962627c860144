import type { ArchiveEntry } from './archive-rules.ts';

const file = (name: string, mode = 0o644): ArchiveEntry => ({ name, type: 'file', mode });
const executable = file('kubectl-bmh', 0o755);
const licence = file('LICENSE');
const folder: ArchiveEntry = { name: 'man/', type: 'directory', mode: 0o755 };

/** An archive of `kubectl-bmh` that holds to all rules. */
export const goodArchive: ArchiveEntry[] = [folder, file('man/kubectl-bmh.1'), executable, licence];

/** A rule, and an archive that breaks it alone. */
export type BrokenArchive = [rule: string, what: string, entries: ArchiveEntry[]];

/** What krew itself refuses. */
export const refusedByKrew: BrokenArchive[] = [
  ['kinds', 'a link', [...goodArchive, { name: 'kubectl', type: 'other', mode: 0o777 }]],
  ['paths', 'a path upwards', [...goodArchive, file('../.bashrc')]],
  ['paths', 'two dots in a name', [...goodArchive, file('a..b')]],
  ['paths', 'an absolute path', [...goodArchive, file('/etc/profile')]],
  ['paths', 'an absolute path of Windows', [...goodArchive, file('\\profile')]],
  ['executable', 'no executable', [licence]],
  ['executable', 'an executable in a folder', [file('bin/kubectl-bmh', 0o755), licence]],
];

/** What krew would take, and its index or its users would not. */
export const refusedByUs: BrokenArchive[] = [
  ['paths', 'a path of Windows', [...goodArchive, file('man\\page')]],
  ['paths', 'a drive', [...goodArchive, file('C:page')]],
  ['once', 'a name that is there twice', [...goodArchive, licence]],
  ['modes', 'a file that others can write', [...goodArchive, file('NOTICES', 0o666)]],
  ['modes', 'an unreadable file', [...goodArchive, file('NOTICES', 0)]],
  ['modes', 'a file that runs as its owner', [...goodArchive, file('helper', 0o4755)]],
  ['modes', 'a folder that cannot be entered', [{ ...folder, mode: 0o644 }, executable, licence]],
  ['executable', 'an executable that is not', [file('kubectl-bmh'), licence]],
  ['licence', 'no licence', [executable]],
  ['licence', 'a licence in a folder', [executable, file('doc/LICENSE')]],
];
