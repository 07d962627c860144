import type { Host } from './command.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * This process as a command sees it. The first signal asks the command to end in good order, a second one ends it
 * at once. `exit` sets the exit code and leaves the process to end by itself once everything is written.
 */
export function processHost(): Host & { exit(code: number): void } {
  const interruption = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort(signal);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  // A reader that has seen enough (`| head`) closes the pipe: that is no error of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    clock: { now: () => new Date() },
    interrupted: interruption.signal,
    exit: (code) => {
      for (const signal of SIGNALS) process.off(signal, interrupt);
      process.exitCode = code;
    },
  };
}
