import { CommandError, exitCodes, type Unknown } from '../words/errors.ts';
import { printable } from '../words/text.ts';
import type { Command, Flags, Host, Program } from './command.ts';
import { connectionFlags } from './flags.ts';
import { templateOf } from './output.ts';
import { parse, seeHelp, unknownCommand } from './parse.ts';
import { tokensOf } from './tokens.ts';

/** Runs one call of a plugin to its end and gives its exit code. Whatever goes wrong becomes a message and a code. */
export async function main(program: Program, argv: string[], host: Host): Promise<number> {
  try {
    return await dispatch(program, argv, host);
  } catch (error) {
    host.stderr.write(`${await messageOf(error, program)}\n`);
    return error instanceof CommandError ? exitCodes[error.kind] : 1;
  }
}

/** The hidden command that shells call, with the words of a line: `__complete WORD… CURRENT`. */
const COMPLETE = '__complete';

/** What a person reads of an error: the message, what was meant perhaps, and what to do; never a stack. */
async function messageOf(error: unknown, { name, version }: Program): Promise<string> {
  if (error instanceof CommandError) {
    const { message, hint, unknown } = error;
    const lines = [message, unknown && (await suggestion(unknown)), hint];
    return printable(lines.filter(Boolean).join('\n'));
  }
  const { message } = error instanceof Error ? error : { message: String(error) };
  return printable(
    `error: ${name} ${version} has failed by a defect of its own: ${message}\nPlease report it with the command that you ran.`,
  );
}

/** Near misses as kubectl lists them, between empty lines; undefined where there is none. */
async function suggestion({ word, among, lead = '' }: Unknown): Promise<string | undefined> {
  const { nearMisses } = await import('./near-misses.ts');
  const near = nearMisses(word, among);
  if (near.length === 0) return undefined;
  return `\nDid you mean this?\n${near.map((name) => `\t${lead}${name}\n`).join('')}`;
}

async function dispatch(program: Program, argv: string[], host: Host): Promise<number> {
  if (argv[0] === COMPLETE)
    return (await import('./completion/complete.ts')).complete(program, argv.slice(1), host);
  const position = commandPosition(argv, program);
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
  if (rest.length > 0 && !wantsHelp(rest))
    await parse(rest, { args: [] }, connectionFlags, seeHelp(program.name));
  const { help } = await import('./help.ts');
  return help({ args: word === undefined ? [] : [word], values: {} }, host, program);
}

async function call(
  program: Program,
  command: Command,
  { rest, host }: { rest: string[]; host: Host },
): Promise<number> {
  // As in kubectl, those that need no cluster take the flags of the connection too, and have no use for them.
  const flags: Flags = { ...connectionFlags, ...command.flags };
  const parsed = await parse(rest, command, flags, seeHelp(`${program.name} ${command.name}`));
  const { output } = parsed.values;
  // What is no template must not be found out when the work is done.
  if (typeof output === 'string') await templateOf(output);
  const handle = await command.load();
  return handle(parsed, host, program);
}

/** Where the command's name stands: flags may come before it, each with its value. */
function commandPosition(argv: string[], { commands }: Program): number {
  const flags: Flags = Object.assign({}, ...commands.map((command) => command.flags), connectionFlags);
  let isValue = false;
  for (const token of tokensOf(argv, { flags })) {
    if (token.kind === 'arg' && !isValue) return token.index;
    // As in kubectl, an unknown flag is taken to have a value: what is wrong is the flag, not its value.
    isValue =
      token.kind === 'flag' &&
      token.name === undefined &&
      token.value === undefined &&
      !wantsHelp([token.shown]);
  }
  return argv.length;
}

const wantsHelp = (words: string[]): boolean => {
  const end = words.indexOf('--');
  return words.some((word, index) => (word === '--help' || word === '-h') && (end === -1 || index < end));
};
