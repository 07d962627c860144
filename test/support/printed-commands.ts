import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { parse as shellWords } from 'shell-quote';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../cmd/kubectl-monitoring/program.ts';
import type { Command, Program } from '../../lib/cli/command.ts';
import { commandNamed } from '../../lib/cli/command-names.ts';
import { main } from '../../lib/cli/main.ts';

const PROGRAMS = [bmh, monitoring];

/** A command in a text, as it stands there. */
interface Printed {
  text: string;
  /** Whether it stands in quotation marks, as a name in a sentence and not as what to run. */
  isQuoted: boolean;
}

/**
 * Checks every command that a run printed. Each must be complete: it parses, names its hosts and their namespace, and reaches the
 * cluster that the run reached. A sentence that only names a command has it in quotation marks; a host that the user
 * chooses is in capitals.
 *
 * @throws {AssertionError} that lists what is wrong with them.
 */
export async function checkPrinted(
  { commands }: Pick<Program, 'commands'>,
  argv: string[],
  { stdout, stderr }: { stdout: string; stderr: string },
): Promise<void> {
  // Help shows forms of commands, not commands to run.
  const isHelp =
    /^Usage:$/m.test(stdout) ||
    !argv.some((word) => commands.some(({ name }) => name.split(' ')[0] === word));
  if (isHelp) return;
  const wrong: string[] = [];
  for (const text of [...textsOf(stdout), ...textsOf(stderr)])
    for (const printed of printedIn(text)) {
      const why = await faultOf(printed, argv);
      if (why !== undefined)
        wrong.push(`${why}: ${printed.text}\n  printed in: ${text.trim().slice(0, 300)}`);
    }
  assert.deepEqual([...new Set(wrong)], [], `commands printed by: ${argv.join(' ')}`);
}

/** The texts in an output: those of its JSON, or the output itself. A page has the commands of the result that it shows. */
function textsOf(output: string): string[] {
  if (!output.includes('kubectl ') || output.startsWith('<!doctype html>')) return [];
  try {
    // The record of the run has what the user typed.
    const { run: _, ...result } = JSON.parse(output);
    return textsIn(result);
  } catch {
    return [output];
  }
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** The commands in a text, each up to the end of its clause. */
export function printedIn(text: string): Printed[] {
  return [...text.matchAll(START)].map(({ 0: { length }, 1: quote = '', index }) => {
    const start = index + quote.length;
    const end = quote ? text.indexOf(quote, start) : endOf(text, index + length);
    return { text: text.slice(start, end === -1 ? undefined : end).trim(), isQuoted: quote !== '' };
  });
}

/** Not `kubectl-bmh`, and not a path. */
const START = /(?<![\w/.-])(["'`]?)kubectl (?=[a-z])/g;

/** What ends a command outside of quotes: punctuation, an operator of the shell, an arrow, the gap before the next column. */
const END = /^(?:\n|[;,.:]?(?:\s{2}|\n|$)|[;,.:] | [|&(→>]| ->|\)|`|…)/;

/** Where a command ends; an open quote ends it with the text. */
function endOf(text: string, from: number): number {
  let open = '';
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (open) open = char === open ? '' : open;
    else if (END.test(text.slice(at, at + 3))) return at;
    else if (char === "'" || char === '"') open = char;
  }
  return text.length;
}

/** What is wrong with a command; undefined if nothing is. */
async function faultOf({ text, isQuoted }: Printed, argv: string[]): Promise<string | undefined> {
  if (!isBalanced(text)) return 'a quote is not closed';
  const words = shellWords(text, (name) => `$${name}`).map(String);
  const program = PROGRAMS.find(({ name }) => name === words.slice(0, 2).join(' '));
  if (!program) return !isQuoted && WRITES.test(text) ? cutOff(words, argv) : undefined;
  const rest = words.slice(2);
  if (rest.length === 0) return undefined;
  if (isQuoted && commandNamed(program, rest.join(' '))) return undefined;
  const { code, stderr } = await parsed(program, rest);
  if (code !== 0) return stderr.trim();
  if (rest.includes('--help')) return undefined;
  const command = [2, 1]
    .map((length) => commandNamed(program, rest.slice(0, length).join(' ')))
    .find(Boolean);
  return (
    command &&
    ((isRepeated(rest, argv) ? undefined : hostFault(command, rest.slice(command.name.split(' ').length))) ??
      (command.connects && !rest.includes('-f') ? cutOff(words, argv) : undefined))
  );
}

/** Commands of kubectl that must not reach another cluster. */
const WRITES = /^kubectl (?:patch|annotate|label|delete|scale|apply) /;

/** A command for hosts says which, and where they are. */
function hostFault({ name, args }: Command, rest: string[]): string | undefined {
  if (!args[0]?.includes('HOST')) return undefined;
  const [host = ''] = rest;
  const isNamed = host !== '' && !host.startsWith('-');
  if (!isNamed)
    return name === 'list' || rest.some((word) => SELECTS.test(word)) ? undefined : 'it names no host';
  return host === host.toUpperCase() || host.includes('/') || rest.includes('-n')
    ? undefined
    : 'it does not say the namespace of the host';
}

/** Whether a command is the run itself again, on the hosts that it named: its namespace is that of the same kubeconfig. */
function isRepeated([name = '', host = '']: string[], argv: string[]): boolean {
  return [name, host].every((word) => argv.includes(word)) && flagIn(argv, 'namespace') === undefined;
}

const SELECTS = /^(?:-l|--all|--old-address|--selector)(?:=|$)/;

/** The flags of a run that its commands must repeat, to reach the same cluster and namespace. */
function cutOff(words: string[], argv: string[]): string | undefined {
  // An audit of files reaches no cluster.
  if (argv.includes('-f')) return undefined;
  const missing = [...CARRIED].filter(([flag, others]) => {
    const value = flagIn(argv, flag);
    return (
      value !== undefined &&
      !others.some((one) => words.includes(one)) &&
      !words.includes(`--${flag}=${value}`)
    );
  });
  return missing.length > 0
    ? `it lacks --${missing.map(([flag]) => flag).join(', --')} of the run`
    : undefined;
}

const CARRIED = new Map([
  ['namespace', ['-n', '-A', '--all-namespaces']],
  ['context', ['--context', '--contexts']],
  ['kubeconfig', ['--kubeconfig']],
  ['server', ['--server']],
]);

const SHORT: Record<string, string> = { namespace: '-n', server: '-s' };

function flagIn(argv: string[], flag: string): string | undefined {
  const at = argv.findIndex((word) => word === `--${flag}` || word === SHORT[flag]);
  return at === -1
    ? argv.find((word) => word.startsWith(`--${flag}=`))?.slice(flag.length + 3)
    : argv[at + 1];
}

const isBalanced = (text: string): boolean =>
  text.replaceAll(/'[^']*'|"[^"]*"|\\./g, '').search(/['"]/) === -1;

/** What the real command-line reader says about a call, with handlers that do nothing. */
async function parsed(program: Program, words: string[]): Promise<{ code: number; stderr: string }> {
  let stderr = '';
  const quiet = { write: () => {} };
  const code = await main(
    {
      ...program,
      commands: program.commands.map((command) => ({ ...command, load: async () => async () => 0 })),
    },
    words,
    {
      stdout: quiet,
      stderr: {
        write: (text) => {
          stderr += text;
        },
      },
      stdin: new PassThrough(),
      interactive: false,
      env: {},
      cwd: () => import.meta.dirname,
      clock: { now: () => new Date(0), after: () => Promise.resolve() },
      interrupted: new AbortController().signal,
      leaveAtEnd: () => {},
    },
  );
  return { code, stderr };
}
