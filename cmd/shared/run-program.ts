import { type ExecFileException, execFile } from 'node:child_process';

export interface ProgramOptions {
  cwd: string;
  env: Record<string, string | undefined>;
  /** Ends the program. */
  signal: AbortSignal;
  /** What ends it; SIGTERM when absent. */
  killSignal?: NodeJS.Signals;
}

/** How a program ended by itself, and what it printed. */
export interface Ended {
  code: number;
  stdout: Buffer;
  stderr: Buffer;
}

/** Node's error for a program. One that could not be started has a `syscall`, one that was killed a `signal`. */
export type ProgramError = ExecFileException;

/**
 * Runs a program to its end.
 *
 * @throws {ProgramError} if it cannot be run, is killed, or prints more than 64 MiB; the reason of the signal if that aborts.
 */
export function runProgram(
  file: string,
  args: string[],
  { signal, killSignal = 'SIGTERM', ...where }: ProgramOptions,
): Promise<Ended> {
  const options = { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024, windowsHide: true } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, { ...where, ...options, killSignal }, (error, stdout, stderr) => {
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(signal.reason);
      else if (error && typeof error.code !== 'number') reject(error);
      else resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
    // Node's own option for this always sends SIGTERM. What the program has started may keep its pipes open.
    const stop = (): void => {
      child.kill(killSignal);
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
}
