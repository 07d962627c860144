import { CommandError, usageError } from '../words/errors.ts';
import type { Host } from './command.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Why standard output cannot be written, by error code. Any other code is shown itself. */
const WRITE_FAILURES: Record<string, string> = {
  ENOSPC: 'no space left on device',
  EIO: 'input/output error',
  EFBIG: 'file too large',
  EDQUOT: 'disk quota exceeded',
};

/**
 * This process as a command sees it. The first signal asks the command to stop cleanly, the second one exits at once. `exit`
 * sets the exit code and lets the process end once its output is flushed; a process that ends without it has failed.
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
  // The first two make the YAML parser print what it reads, kubeconfigs too; the third makes Node accept any certificate.
  for (const name of ['LOG_TOKENS', 'LOG_STREAM', 'NODE_TLS_REJECT_UNAUTHORIZED']) delete process.env[name];
  // A closed stderr is no reason to stop in the middle of a procedure.
  stderr.on('error', () => {});
  let hasEnded = false;
  stdout.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    // A closed pipe (`| head`) or a closed terminal window is not an error.
    if (code === 'EPIPE' || (code === 'EIO' && stdout.isTTY)) process.exit(hasEnded ? undefined : 0);
    stderr.write(`error: cannot write to standard output: ${WRITE_FAILURES[code] ?? code}\n`);
    process.exit(1);
  });
  // The command still waits, but the event loop is empty.
  const starve = (): void => {
    stderr.write(
      'error: the command ended before it finished\nRun it again with -v=6 to see its requests.\n',
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
    // Checked on the descriptor: the stream costs start-up time and only a prompt needs it.
    get interactive() {
      return process.getBuiltinModule('node:tty').isatty(0);
    },
    env: process.env,
    cwd: currentFolder(),
    clock: {
      now: () => new Date(),
      after: (milliseconds, signal) =>
        process.getBuiltinModule('node:timers/promises').setTimeout(milliseconds, undefined, { signal }),
    },
    interrupted: interruption.signal,
    leaveAtEnd: () => {
      leaves = true;
    },
    // V8 looks at it whenever it decides how far the heap may grow.
    saveMemory: () => process.getBuiltinModule('node:v8').setFlagsFromString('--optimize-for-size'),
    exit: (code) => {
      hasEnded = true;
      process.off('beforeExit', starve);
      for (const signal of SIGNALS) process.off(signal, interrupt);
      process.exitCode = code;
      if (leaves) stdout.write('', () => process.exit());
    },
  };
}

/** Under NODE_DEBUG, Node logs requests with their tokens to `process.stderr`; this discards them. */
function silenceNode(): void {
  const { Writable } = process.getBuiltinModule('node:stream');
  const value = new Writable({ write: (_chunk, _encoding, done) => done() });
  Object.defineProperty(process, 'stderr', { value, configurable: true });
}

/**
 * What tells the current folder, and throws an error of usage where it was removed. Libraries ask for it when they are loaded:
 * for them the program goes to the root then.
 */
function currentFolder(): () => string {
  try {
    process.cwd();
    return process.cwd;
  } catch {
    process.chdir('/');
    return () => {
      throw usageError(
        'the current folder no longer exists',
        'Change to another folder (cd), then run this again.',
      );
    };
  }
}
