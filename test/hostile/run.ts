import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defectsOf } from '../fuzz/judge.ts';
import type { PackedName } from '../support/packed.ts';

/** A run with what it said against how things are. */
export interface Judged extends Run {
  lied: string[];
}

/** Where a program is: its words before those of a call. */
export type Programs = Readonly<Record<PackedName, readonly string[]>>;

export interface Call {
  program: PackedName;
  words: readonly string[];
  kubeconfig: string;
  /** The secrets that must not be printed. */
  secrets: readonly string[];
  /** Interrupts it after so many milliseconds, as it would go on for ever. */
  interruptAfter?: number | undefined;
  /** After how many milliseconds it hangs. */
  patience?: number | undefined;
}

/** How a process went, and what is wrong with that whatever it said. */
export interface Run {
  /** Undefined where a signal ended it. */
  code: number | undefined;
  stdout: string;
  stderr: string;
  /** How many requests of it came. */
  requests: number;
  hung: string[];
  leaked: string[];
  traces: string[];
}

/** Four times as long, in milliseconds, as the limits of a call allow, and more than a loaded machine needs. */
const HUNG = 40_000;

/** Resident memory that no command may take, in KiB. A list of 1 GiB is read object by object. */
const MEMORY = 1024 * 1024;

/** How often the memory of a process is asked, in milliseconds; its peak is the system's own. */
const PERIOD = 20;

/** A line that no message of ours has. */
const LONG = 4_000;

/** Runs a program to its end, in folders and an environment of its own. */
export async function run(programs: Programs, root: string, call: Call): Promise<Omit<Run, 'requests'>> {
  const { program, words, kubeconfig, secrets, interruptAfter, patience = HUNG } = call;
  const mark = `HOSTILE_RUN=${randomUUID()}`;
  const folder = await mkdtemp(join(root, 'run-'));
  await mkdir(join(folder, 'home'));
  await mkdir(join(folder, 'tmp'));
  const [file = '', ...before] = programs[program];
  const [name = '', value = ''] = mark.split('=');
  const child = spawn(file, [...before, ...words], {
    cwd: folder,
    env: { KUBECONFIG: kubeconfig, HOME: join(folder, 'home'), TMPDIR: join(folder, 'tmp'), [name]: value },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  let peak = 0;
  const watching = setInterval(async () => {
    const about = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/^VmHWM:\s*(\d+)/m.exec(about)?.[1] ?? 0));
  }, PERIOD);
  const hung: string[] = [];
  const impatient = setTimeout(() => {
    hung.push(`still there after ${patience / 1000} s`);
    child.kill('SIGKILL');
  }, patience);
  const interrupting =
    interruptAfter === undefined ? undefined : setTimeout(() => child.kill('SIGINT'), interruptAfter);
  const code = await new Promise<number | undefined>((resolve, reject) => {
    child.once('error', reject);
    // What is at its end listens to no signal any more.
    child.once('exit', (ended, signal) =>
      resolve(ended ?? (signal === 'SIGINT' && interrupting ? 130 : undefined)),
    );
  });
  for (const timer of [impatient, interrupting]) clearTimeout(timer);
  clearInterval(watching);
  const left = await leftBehind(mark);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  if (child.stdout.readable) await new Promise((resolve) => child.once('close', resolve));
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const texts = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')));
  await rm(folder, { recursive: true, force: true });

  const defects = hung.length > 0 ? [] : defectsOf({ code: code ?? -1, ...said }, { secrets: [], given: '' });
  const shown = said.stdout + said.stderr + texts.join('');
  return {
    code,
    ...said,
    hung,
    leaked: [
      ...secrets.filter((secret) => shown.includes(secret)).map(() => 'tells a secret'),
      ...files.map((entry) => `leaves the file ${entry.name} behind`),
      ...left.map(() => 'leaves a process behind'),
      ...(peak > MEMORY ? [`takes ${Math.round(peak / 1024)} MiB`] : []),
    ],
    traces: [
      ...defects,
      ...(said.stderr.split('\n').some((line) => line.length > LONG) ? ['writes a line of kilobytes'] : []),
    ],
  };
}

/** Processes that were started with this in their environment and are still there; a process holds every port that is open. */
async function leftBehind(mark: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) =>
      (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).split('\0').includes(mark),
    ),
  );
  return pids.filter((_, index) => found[index]).map(Number);
}
