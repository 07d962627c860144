import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { root } from '../../scripts/root.ts';

export interface ScriptEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** One of package.json's scripts while npm runs it. */
export interface RunningScript {
  /** Resolves when this line was written to stdout; rejects where the script ends without it. */
  says(line: string): Promise<void>;
  /** To the npm process alone. */
  kill(signal: NodeJS.Signals): void;
  /** To npm and all that it started, as Ctrl-C in a terminal does. */
  killAll(signal: NodeJS.Signals): void;
  /** Resolves when npm, and whatever holds its output, is gone. */
  ended: Promise<ScriptEnd>;
  /** The command lines of npm and of all that was started by it, as long as they are there. Only Linux tells. */
  processes(): Promise<string[]>;
}

/** The variable by which processes are known. */
const MARK = 'BMH_TEST_MARK';

/** Starts `npm run --silent NAME -- WORDS`, with a folder for temporary files. */
export function startScript(name: string, words: readonly string[], temporary: string): RunningScript {
  // Everything that is started inherits it, and is known by it.
  const mark = randomUUID();
  const child = spawn('npm', ['run', '--silent', name, '--', ...words], {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary, [MARK]: mark },
    // A process group of its own.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text;
    });
  const ended = new Promise<ScriptEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...written }));
  });
  return {
    ended,
    says: (line) =>
      new Promise((resolve, reject) => {
        const snapshot = () => `\n${written.stdout}`.includes(`\n${line}\n`) && resolve();
        child.stdout.on('data', snapshot);
        snapshot();
        ended.then(({ stderr }) => reject(new Error(`npm run ${name} ended: ${stderr}`)), reject);
      }),
    kill: (signal) => void child.kill(signal),
    killAll(signal) {
      try {
        process.kill(-(child.pid ?? 0), signal);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    },
    processes: () => marked(mark),
  };
}

/** The command lines of the processes that were started with this mark in their environment. */
async function marked(mark: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // A process may end while it is looked at; those of others can't be looked at.
    const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
    if ((await read('environ')).split('\0').includes(`${MARK}=${mark}`))
      found.push((await read('cmdline')).replaceAll('\0', ' '));
  }
  return found;
}
