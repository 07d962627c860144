import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether this machine tells what its processes have open. */
export const tellsOfProcesses = process.platform === 'linux';

/** How often a process listens, at ports of this machine or at sockets with a path. */
export async function listening(pid: number): Promise<number> {
  const folder = `/proc/${pid}`;
  const files = await readdir(join(folder, 'fd'));
  const targets = await Promise.all(files.map((file) => readlink(join(folder, 'fd', file)).catch(() => '')));
  const own = new Set(targets.map((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1]));
  const tables = await Promise.all(TABLES.map(({ file }) => readFile(join(folder, 'net', file), 'utf8')));
  return tables
    .flatMap((text, index) => text.split('\n').flatMap((line) => TABLES[index]?.listener(line) ?? []))
    .filter((inode) => own.has(inode)).length;
}

/** The processes that were given this variable, or come from one that was. */
export async function processesWith(name: string, value: string): Promise<number[]> {
  const all = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const given = await Promise.all(
    all.map(async (pid) => (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).split('\0')),
  );
  return all.filter((_, index) => given[index]?.includes(`${name}=${value}`));
}

const TCP_LISTEN = '0A';

/** `SO_ACCEPTCON` of a Unix socket's flags. */
const ACCEPTS = 0x10000;

const tcpListener = (line: string): string[] => {
  const [, , , state, , , , , , inode = ''] = line.trim().split(/\s+/);
  return state === TCP_LISTEN ? [inode] : [];
};

const unixListener = (line: string): string[] => {
  const [, , , flags = '', , , inode = ''] = line.trim().split(/\s+/);
  return Number.parseInt(flags, 16) & ACCEPTS ? [inode] : [];
};

/** The kernel's tables of sockets, and the inode of one that listens, in a line of each. */
const TABLES: { file: string; listener(line: string): string[] }[] = [
  { file: 'tcp', listener: tcpListener },
  { file: 'tcp6', listener: tcpListener },
  { file: 'unix', listener: unixListener },
];
