import { PassThrough } from 'node:stream';
import type { Host, Output, Program, WaitClock } from '../../lib/cli/command.ts';
import { main } from '../../lib/cli/main.ts';

export interface RunOptions {
  env?: Record<string, string | undefined>;
  /** The folder that it is run in; this one, in whose repository there are no values files, when absent. */
  cwd?: string;
  /** What it reads; nothing ever comes when absent. */
  stdin?: NodeJS.ReadableStream;
  /** Whether a user answers prompts on stdin. */
  interactive?: boolean;
  /** Width of the terminal that stdout and stderr pretend to be, if any. */
  columns?: number;
  /** Its height; with it, they are the terminal of a user. */
  rows?: number;
  /** The moment at which it believes to be. */
  now?: Date;
  /** Resolves when whatever the command waits for by its clock is over; never when absent. */
  late?: Promise<void>;
  /** Asked for each wait by the clock, in place of `late`. */
  wait?: Host['clock']['after'];
  /** The clock of its waits for the operator; this machine's timers when absent. */
  waits?: WaitClock;
  /** Aborted to interrupt the command, as Ctrl-C does. */
  interrupted?: AbortSignal;
  /** Told of everything that is written to stdout, when it is. */
  onStdout?: (text: string) => void;
  /** Told of everything that is written to stderr, when it is. */
  onStderr?: (text: string) => void;
}

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** What a result begins with as JSON or YAML; a watch prints several. */
const RESULT =
  /^(\{\n {4}"apiVersion": "[a-z]+\.kubectl\/v1",(?![\s\S]*\n\}\n\{)|apiVersion: [a-z]+\.kubectl\/v1\n(?![\s\S]*\n---\n))/;

/** A command in an output. The examples of help are checked elsewhere, YAML breaks lines, and a manifest has comments. */
const PRINTED = /kubectl [a-z]/;
const SKIPPED = /^(?:completion|help|options|job|--help|-h|__complete)$|^(?:-o|--output=)?yaml$/;

/** The moment at which a command run by a test believes to be, unless it is told another. */
const NOW = new Date('2026-01-02T03:04:05.000Z');

/** Runs a command in this process, without a terminal and without this process' environment. */
export async function runCommand(
  program: Program,
  argv: string[],
  {
    env = {},
    cwd = import.meta.dirname,
    stdin = new PassThrough(),
    interactive = false,
    columns,
    rows,
    now = NOW,
    late = new Promise(() => {}),
    wait = () => late,
    waits,
    interrupted = new AbortController().signal,
    onStdout,
    onStderr,
  }: RunOptions = {},
): Promise<Ran> {
  const size = { columns, rows };
  const [stdout, stderr] = [recorder(size, onStdout), recorder(size, onStderr)];
  const host: Host = {
    stdout,
    stderr,
    stdin,
    interactive,
    env,
    cwd: () => cwd,
    clock: { now: () => now, after: wait, ...(waits && { waits }) },
    interrupted,
    leaveAtEnd: () => {},
  };
  const code = await main(program, argv, host);
  const ran = { code, stdout: stdout.text(), stderr: stderr.text() };
  if (RESULT.test(ran.stdout)) await (await import('./results.ts')).checkResult(ran.stdout);
  if (
    columns === undefined &&
    PRINTED.test(ran.stdout + ran.stderr) &&
    !argv.some((word) => SKIPPED.test(word))
  )
    await (await import('./printed-commands.ts')).checkPrinted(program, argv, ran);
  return ran;
}

/** What a command said, without what differs from run to run: addresses of loopback, and each key of `names`. */
export function plainText(text: string, names: Record<string, string>): string {
  const same = text
    .replace(/^Warning: port 8001 is taken.*\n/m, '')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT');
  return Object.entries(names).reduce((changed, [name, plain]) => changed.replaceAll(name, plain), same);
}

function recorder(
  { columns, rows }: Pick<RunOptions, 'columns' | 'rows'>,
  onText: (text: string) => void = () => {},
): Output & { text(): string } {
  const written: string[] = [];
  return {
    write: (text) => {
      written.push(text);
      onText(text);
    },
    text: () => written.join(''),
    // A prompt listens to the stream that it writes to.
    ...{ on: () => {}, removeListener: () => {} },
    ...(columns !== undefined && { columns }),
    ...(rows !== undefined && { rows, isTTY: true }),
  };
}
