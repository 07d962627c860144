import { CommandError } from '../words/errors.ts';
import type { Host } from './command.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Why standard output takes nothing more, by the code of the error; others are told by their code. */
const WRITE_FAILURES: Record<string, string> = {
  ENOSPC: 'no space left on device',
  EIO: 'input/output error',
  EFBIG: 'file too large',
  EDQUOT: 'disk quota exceeded',
};

/**
 * This process as a command sees it. The first signal asks the command to end in good order, a second one ends it
 * at once. `exit` sets the exit code and leaves the process to end by itself once everything is written; a process that
 * ends without it has failed.
 */
export function processHost(): Host & { exit(code: number): void } {
  process.exitCode = 1;
  const interruption = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort(new CommandError('aborted', `Interrupted (${signal}).`));
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  const { stdout, stderr } = process;
  if (process.env.NODE_DEBUG) silenceNode();
  // The YAML parser writes by two of these what it reads, kubeconfigs too; by the third Node trusts whatever certificate it is shown.
  for (const name of ['LOG_TOKENS', 'LOG_STREAM', 'NODE_TLS_REJECT_UNAUTHORIZED']) delete process.env[name];
  // Nobody is left to read messages, which is no reason to leave a procedure in its middle.
  stderr.on('error', () => {});
  let hasEnded = false;
  stdout.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    // A reader that has seen enough (`| head`) closes the pipe, as closing a window closes its terminal: no error of ours.
    if (code === 'EPIPE' || (code === 'EIO' && stdout.isTTY)) process.exit(hasEnded ? undefined : 0);
    stderr.write(`error: cannot write to standard output: ${WRITE_FAILURES[code] ?? code}\n`);
    process.exit(1);
  });
  // Nothing is left that the command could wait for, and it waits.
  const starve = (): void => {
    stderr.write(
      'error: the command ended before it was done\nRun it again; with -v=6 it shows what it asks.\n',
    );
  };
  process.once('beforeExit', starve);
  let leaves = false;
  return {
    stdout,
    stderr,
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
      hasEnded = true;
      process.off('beforeExit', starve);
      for (const signal of SIGNALS) process.off(signal, interrupt);
      process.exitCode = code;
      if (leaves) stdout.write('', () => process.exit());
    },
  };
}

/** Under NODE_DEBUG, Node writes to `process.stderr` what goes on the wire, with the tokens in it: it gets one that nobody reads. */
function silenceNode(): void {
  const { Writable } = process.getBuiltinModule('node:stream');
  const value = new Writable({ write: (_chunk, _encoding, done) => done() });
  Object.defineProperty(process, 'stderr', { value, configurable: true });
}
