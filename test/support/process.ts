import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';

export interface StartOptions {
  cwd?: string;
  /** The whole environment; this process's own when absent. */
  env?: NodeJS.ProcessEnv;
  /** What `stop` asks with. */
  stopSignal?: NodeJS.Signals;
  /** How long `stop` waits, in milliseconds, before it ends the process for good. */
  patience?: number;
}

/** A program that runs beside this one until it ends by itself or is stopped. */
export interface RunningProcess {
  /** The command's file name. */
  name: string;
  pid: number;
  /**
   * Resolves when the process and what it left behind are gone, with how it went: `exit code 1`, `signal SIGKILL`;
   * `exit code 127` where there is no such program.
   */
  ended: Promise<string>;
  /** The last 16 KiB of what it wrote, stdout and stderr in the order of arrival. */
  output(): string;
  /** Ends the process and all that it started, and resolves when they are gone. */
  stop(): Promise<void>;
}

const OUTPUT_LIMIT = 16 * 1024;

/**
 * Becomes the program, with a guard beside it that waits for the end of stdin and then kills the whole group. The
 * other end is held by us alone, so that nothing outlives us, whatever ends us. The guard keeps stderr open: the
 * output is at its end when the guard has done its work.
 */
const GUARDED = `
exec 3<&0 </dev/null
( read -r _ <&3; kill -s KILL 0 ) >/dev/null &
exec 3<&-
exec "$0" "$@"
`;

/**
 * Starts a program in a process group of its own: a Ctrl-C of the terminal reaches this process alone, which then
 * stops its children in order. It ends, with all that it started, at the latest when this process does.
 */
export async function startProcess(
  command: string,
  args: readonly string[],
  { cwd, env = process.env, stopSignal = 'SIGTERM', patience = 5_000 }: StartOptions = {},
): Promise<RunningProcess> {
  const child = spawn('/bin/sh', ['-c', GUARDED, command, ...args], { cwd, env, detached: true });
  child.once('exit', () => child.stdin.destroy());
  let gone = false;
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => {
      gone = true;
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
  });
  const output = tail(child);
  await once(child, 'spawn');

  return {
    name: basename(command),
    pid: child.pid as number,
    ended,
    output,
    async stop() {
      if (gone) return;
      child.kill(stopSignal);
      const impatient = setTimeout(() => child.kill('SIGKILL'), patience);
      await ended;
      clearTimeout(impatient);
    },
  };
}

function tail({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-OUTPUT_LIMIT);
    });
  }
  return () => text;
}
