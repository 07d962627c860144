import type { Command, Handler, Output, Program } from './command.ts';
import { connectionFlags } from './flags.ts';
import { commandHelp, optionsHelp, programHelp } from './help.ts';
import { unknownCommand } from './parse.ts';
import { wrapped } from './wrap.ts';

const DEFAULT_COLUMNS = 80;

/** `help [COMMAND]`, which `--help` leads to as well. */
export const help: Handler = async ({ words: [word] }, { stdout }, program) => {
  const columns = columnsOf(stdout);
  stdout.write(
    `${word === undefined ? programHelp(program, columns) : aboutCommand(program, word, columns)}\n`,
  );
  return 0;
};

/** `options`: the flags that every command takes which talks to a cluster. */
const options: Handler = async (_call, { stdout }, { name }) => {
  const columns = columnsOf(stdout);
  const heading = `The following options can be passed to any command of ${name} that talks to a cluster:`;
  stdout.write(`${wrapped('', heading, { columns })}\n\n${optionsHelp(connectionFlags, columns)}\n`);
  return 0;
};

function aboutCommand(program: Program, word: string, columns: number): string {
  const command = program.commands.find(({ name }) => name === word);
  if (!command) throw unknownCommand(program, word);
  return commandHelp(program, command, columns);
}

const columnsOf = ({ columns }: Output): number => columns || DEFAULT_COLUMNS;

const shared = {
  group: 'Other Commands',
  examples: [],
  flags: {},
  connects: false,
} satisfies Partial<Command>;

export const helpCommand: Command = {
  ...shared,
  name: 'help',
  summary: 'Help about a command',
  description: 'Shows what a command does, with examples and its options.',
  words: ['[COMMAND]'],
  complete: ['command'],
  load: async () => help,
};

export const optionsCommand: Command = {
  ...shared,
  name: 'options',
  summary: 'List the options that every command takes',
  description: "Lists kubectl's connection flags, which every command takes that talks to a cluster.",
  words: [],
  load: async () => options,
};
