import type { Command, Flags, Handler, Output, Program, Values } from './command.ts';
import { connectionFlags } from './flags.ts';
import { commandHelp, optionsHelp, programHelp } from './help.ts';
import { unknownCommand } from './words.ts';

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
  const flags = optionsHelp(connectionFlags, columnsOf(stdout));
  stdout.write(
    `The following options can be passed to any command of ${name} that talks to a cluster:\n\n${flags}\n`,
  );
  return 0;
};

const versionFlags = {
  client: { type: 'boolean', describe: 'Shows the version of this plugin alone; it never asks the cluster.' },
  output: { type: 'string', short: 'o', choices: ['json', 'yaml'], describe: 'Output format.' },
} as const satisfies Flags;

/** `version`: of this plugin; it touches neither kubeconfig nor network. */
const version: Handler = async ({ values }, { stdout }, program) => {
  const { output } = values as Values<typeof versionFlags>;
  if (!output) {
    stdout.write(`Client Version: ${program.version}\n`);
    return 0;
  }
  const { writeDocument } = await import('./output.ts');
  await writeDocument(stdout, output, { clientVersion: { gitVersion: program.version } });
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

export const versionCommand: Command = {
  ...shared,
  name: 'version',
  summary: 'Show the version of this plugin',
  description: 'Shows the version of this plugin.',
  words: [],
  flags: versionFlags,
  load: async () => version,
};
