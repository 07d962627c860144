import { CommandError } from '../errors.ts';
import type { Host } from './command.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Error codes of a write to a pipe or a terminal at whose other end nobody is. */
const GONE = ['EPIPE', 'EIO'];

/**
 * This process as a command sees it. The first signal asks the command to end in good order, a second one ends it
 * at once. `exit` sets the exit code and leaves the process to end by itself once everything is written.
 */
export function processHost(): Host & { exit(code: number): void } {
  const interruption = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort(new CommandError('aborted', `Interrupted (${signal}).`));
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  // A reader that has seen enough (`| head`) closes the pipe, as closing a window closes its terminal: no error of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (GONE.includes(error.code ?? '')) process.exit();
    throw error;
  });
  // Nobody is left to read messages, which is no reason to leave a procedure in its middle.
  process.stderr.on('error', () => {});
  let leaves = false;
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    get stdin() {
      return process.stdin;
    },
    // Asked of the descriptor: the stream costs start-up time and is only needed for a question.
    get interactive() {
      return process.getBuiltinModule('node:tty').isatty(0);
    },
    env: process.env,
    cwd: process.cwd,
    clock: {
      now: () => new Date(),
      after: (milliseconds, signal) =>
        process.getBuiltinModule('node:timers/promises').setTimeout(milliseconds, undefined, { signal }),
    },
    interrupted: interruption.signal,
    leaveAtEnd: () => {
      leaves = true;
    },
    exit: (code) => {
      for (const signal of SIGNALS) process.off(signal, interrupt);
      process.exitCode = code;
      if (leaves) process.stdout.write('', () => process.exit());
    },
  };
}
