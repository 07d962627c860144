import { CommandError, exitCodes, type UnknownWord } from '../words/errors.ts';
import { printable } from '../words/text.ts';
import type { Call, Command, Flags, Host, Program } from './command.ts';
import { commandNamed, isNamed, membersOf, unknownCommand } from './command-names.ts';
import { connectionFlags } from './flags.ts';
import { folded } from './folded.ts';
import { templateOf } from './output.ts';
import { parse, seeHelp } from './parse.ts';
import { tokensOf } from './tokens.ts';

/** Runs one call of a plugin and returns its exit code. Every error becomes a message and an exit code. */
export async function main(program: Program, argv: string[], host: Host): Promise<number> {
  try {
    return await dispatch(program, argv, host);
  } catch (error) {
    host.stderr.write(folded(`${printable(await messageOf(error, program))}\n`, host.stderr));
    return error instanceof CommandError ? exitCodes[error.kind] : 1;
  }
}

/** The message, suggestions and the hint. Never a stack trace. */
async function messageOf(error: unknown, { name, version }: Program): Promise<string> {
  if (error instanceof CommandError) {
    const { message, hint, unknown } = error;
    return [message, unknown && (await suggestion(unknown)), hint].filter(Boolean).join('\n');
  }
  const message = error instanceof Error ? error.message : String(error);
  return `error: unexpected error in ${name} ${version}: ${message}\nThis is a bug. Please report it with the command that you ran.`;
}

/** Near misses as kubectl lists them, between empty lines. */
async function suggestion({ word, among, lead = '' }: UnknownWord): Promise<string | undefined> {
  const { nearMisses } = await import('./near-misses.ts');
  const near = nearMisses(word, among);
  if (near.length === 0) return undefined;
  return `\nDid you mean this?\n${near.map((name) => `\t${lead}${name}\n`).join('')}`;
}

/** The hidden command that shells call to complete a line: `__complete WORD… CURRENT`. */
const COMPLETE = '__complete';

async function dispatch(program: Program, argv: string[], host: Host): Promise<number> {
  if (argv[0] === COMPLETE)
    return (await import('./completion/complete.ts')).complete(program, argv.slice(1), host);
  const { words, rest } = named(program, argv);
  const name = words.join(' ');
  const command = commandNamed(program, name);
  if (wantsHelp(rest) || (!command && (name === '' || membersOf(program, name).length > 0))) {
    // Without a command, only connection flags are valid.
    if (rest.length > 0 && !wantsHelp(rest))
      await parse(rest, { args: [] }, connectionFlags, seeHelp([program.name, ...words].join(' ')));
    const { help } = await import('./help.ts');
    return help({ args: words, values: {} }, host, program);
  }
  if (!command) throw unknownCommand(program, words.at(-1) ?? '', words.slice(0, -1).join(' ') || undefined);
  const parsed = await parseCall(program, command, rest);
  const handle = await command.load();
  return handle(parsed, host, program);
}

async function parseCall(program: Program, command: Command, argv: string[]) {
  const parsed = command.inner
    ? await (await import('./parse-inner.ts')).parseInner(program, command, {
        argv,
        position: commandPosition(argv, { commands: [command, ...command.inner] }),
      })
    : await parseOwn(program, command, argv);
  const { output } = parsed.values;
  // An invalid template must be found before anything is changed.
  if (typeof output === 'string') await templateOf(output);
  return parsed;
}

const parseOwn = (program: Program, command: Command, argv: string[]): Promise<Call> => {
  // As in kubectl, commands that need no cluster accept connection flags too, and ignore them.
  const flags: Flags = { ...connectionFlags, ...command.flags };
  return parse(argv, command, flags, seeHelp(`${program.name} ${command.name}`));
};

/** The words of the command's name, and what else is on the line. */
function named(program: Program, argv: string[]): { words: string[]; rest: string[] } {
  const words: string[] = [];
  let rest = argv;
  let { commands } = program;
  while (commands.length > 0) {
    const so = words.join(' ');
    const command = commandNamed(program, so);
    const position = commandPosition(rest, { commands: command ? [command, ...commands] : commands });
    const word = rest[position];
    // What follows a command's name and is not part of a longer one is its argument.
    if (word === undefined || (command && !isNamed(program, `${so} ${word}`))) break;
    words.push(word);
    rest = rest.toSpliced(position, 1);
    commands = membersOf(program, words.join(' '));
  }
  return { words, rest };
}

/** The index of the command's name. Flags may precede it, each with its value. */
function commandPosition(argv: string[], { commands }: Pick<Program, 'commands'>): number {
  const flags: Flags = Object.assign({}, ...commands.map((command) => command.flags), connectionFlags);
  let isValue = false;
  for (const token of tokensOf(argv, { flags })) {
    if (token.kind === 'arg' && !isValue) return token.index;
    // As in kubectl, an unknown flag is assumed to have a value, so that the flag is reported and not its value.
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
