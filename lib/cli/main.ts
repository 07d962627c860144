import { CommandError, exitCodes } from '../errors.ts';
import { printable } from '../text.ts';
import type { Command, Flags, Host, Program } from './command.ts';
import { connectionFlags } from './flags.ts';
import { parse } from './parse.ts';
import { normalised, seeHelp, unknownCommand } from './words.ts';

/** Runs one call of a plugin to its end and gives its exit code. Whatever goes wrong becomes a message and a code. */
export async function main(program: Program, argv: string[], host: Host): Promise<number> {
  try {
    return await dispatch(program, argv, host);
  } catch (error) {
    host.stderr.write(`${messageOf(error, program)}\n`);
    return error instanceof CommandError ? exitCodes[error.kind] : 1;
  }
}

/** What a person reads of an error: the message and the line that says what to do; never a stack. */
function messageOf(error: unknown, { name, version }: Pick<Program, 'name' | 'version'>): string {
  if (error instanceof CommandError) return printable([error.message, error.mend].filter(Boolean).join('\n'));
  const { message } = error instanceof Error ? error : { message: String(error) };
  return printable(
    `error: ${name} ${version} has failed by a defect of its own: ${message}\nPlease report it with the command that you ran.`,
  );
}

async function dispatch(program: Program, argv: string[], host: Host): Promise<number> {
  const position = commandPosition(argv);
  const word = argv[position];
  const rest = argv.toSpliced(position, 1);
  if (word === undefined || wantsHelp(rest)) return callHelp(program, word, { rest, host });
  const command = program.commands.find(({ name }) => name === word);
  if (!command) throw unknownCommand(program, word);
  return call(program, command, { rest, host });
}

/** Help asked for by `--help`, or by no command at all; then nothing but connection flags may stand there. */
async function callHelp(
  program: Program,
  word: string | undefined,
  { rest, host }: { rest: string[]; host: Host },
): Promise<number> {
  if (!wantsHelp(rest)) normalised(rest, connectionFlags, seeHelp(program.name));
  const { help } = await import('./builtins.ts');
  return help({ words: word === undefined ? [] : [word], values: {} }, host, program);
}

async function call(
  program: Program,
  command: Command,
  { rest, host }: { rest: string[]; host: Host },
): Promise<number> {
  // As in kubectl, those that need no cluster take the flags of the connection too, and have no use for them.
  const flags: Flags = { ...connectionFlags, ...command.flags };
  const parsed = await parse(rest, command, flags, seeHelp(`${program.name} ${command.name}`));
  const handle = await command.load();
  return handle(parsed, host, program);
}

/** Where the command's name stands: connection flags may come before it, each with its value. */
function commandPosition(argv: string[]): number {
  const shorts = new Map(
    Object.entries(connectionFlags).map(([name, flag]) => ['short' in flag ? flag.short : '', name]),
  );
  const known: Flags = connectionFlags;
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (!word.startsWith('-')) return index;
    const name = word.startsWith('--') ? word.slice(2) : shorts.get(word.slice(1));
    if (name !== undefined && Object.hasOwn(known, name) && known[name]?.type !== 'boolean') index += 1;
  }
  return argv.length;
}

const wantsHelp = (words: string[]): boolean => {
  const end = words.indexOf('--');
  return words.some((word, index) => (word === '--help' || word === '-h') && (end === -1 || index < end));
};
