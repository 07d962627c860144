import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/root.ts';

/** The packed programs, as dist has them. */
export type PackedName = 'kubectl-bmh' | 'kubectl-monitoring';

export interface PackedOptions {
  /** The whole environment; an empty one when absent. */
  env?: Record<string, string>;
  cwd?: string;
  /** What stdin holds before it ends; nothing when absent. */
  input?: string;
}

/** How a run went: an exit code, or the signal that ended it. */
export interface PackedEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A packed program while it runs. */
export interface PackedRun {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Stops reading its stdout and closes our end, as `| head` does. */
  closeStdout(): void;
  /** The same with its stderr. */
  closeStderr(): void;
  /** Resolves when it and whatever holds its output are gone. */
  ended: Promise<PackedEnd>;
  /** What it has written so far. */
  said(): string;
}

/**
 * The path of a packed program.
 *
 * @throws where it was not built.
 */
export function packedFile(name: PackedName): string {
  const file = join(root, 'dist', process.platform === 'win32' ? `${name}.exe` : name);
  if (!existsSync(file)) throw new Error(`dist/${name} is not there: run "npm run build" first.`);
  return file;
}

/** Runs a packed program to its end. */
export const runPacked = (
  name: PackedName,
  args: readonly string[],
  options: PackedOptions = {},
): Promise<PackedEnd> => startPacked(name, args, options).ended;

/** Starts a packed program without a terminal. */
export function startPacked(
  name: PackedName,
  args: readonly string[],
  { env = {}, cwd, input = '' }: PackedOptions = {},
): PackedRun {
  const child = spawn(packedFile(name), args, { env, cwd });
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text;
    });
  // A program that reads no stdin may end before it has taken what there is.
  child.stdin.on('error', () => {}).end(input);
  return {
    pid: child.pid ?? 0,
    kill: (signal) => void child.kill(signal),
    said: () => written.stdout + written.stderr,
    closeStdout: () => void child.stdout.destroy(),
    closeStderr: () => void child.stderr.destroy(),
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve({ code, signal, ...written }));
    }),
  };
}
