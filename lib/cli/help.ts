import type { Command, Flag, Flags, Handler, Output, Program } from './command.ts';
import { connectionFlags } from './flags.ts';
import { unknownCommand } from './parse.ts';
import { wrapped } from './wrap.ts';

/** Columns that a text beside its term needs; with fewer it stands below the term. */
const NARROWEST = 20;

/** Help of the whole plugin: what it is for, its commands by group, and where to read on. */
function programHelp({ name, description, commands }: Program, columns: number): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const lists = [...Map.groupBy(commands, ({ group }) => group)].map(([group, members]) =>
    [
      `${group}:`,
      ...members.map((command) => listed(command.name.padEnd(width), command.summary, columns)),
    ].join('\n'),
  );
  return [
    paragraphs(description, columns),
    ...lists,
    usage(`${name} [command] [flags]`, columns),
    [
      wrapped('', `Use "${name} <command> --help" for more about a command.`, { columns }),
      ...(commands.some(({ connects }) => connects) ? [whereOptions(name, columns)] : []),
    ].join('\n'),
  ].join('\n\n');
}

/** Help of one command, in kubectl's order: description, examples, options, usage. */
function commandHelp(program: Program, command: Command, columns: number): string {
  const { description, examples, flags, connects } = command;
  return [
    paragraphs(description, columns),
    ...(examples.length > 0 ? [`Examples:\n${examplesHelp(command, columns)}`] : []),
    ...(Object.keys(flags).length > 0 ? [`Options:\n${optionsHelp(flags, columns)}`] : []),
    usage(usageOf(program, command), columns),
    ...(connects ? [whereOptions(program.name, columns)] : []),
  ].join('\n\n');
}

/** Flags as kubectl lists them: `-o, --output='':`, and the text below. */
function optionsHelp(flags: Flags, columns: number): string {
  return sorted(flags)
    .map(
      ([name, flag]) =>
        `    ${flagHead(name, flag)}:\n${wrapped('', flagText(flag), { columns, indent: 8 })}`,
    )
    .join('\n\n');
}

/** Comments are wrapped, each line being one; a call is left whole, so that it can be copied. */
const examplesHelp = ({ examples }: Command, columns: number): string =>
  examples
    .map(({ comment, command }) => {
      const lines = wrapped('', comment, { columns: columns - 4 }).split('\n');
      return [...lines.map((line) => `  # ${line}`), `  ${command}`].join('\n');
    })
    .join('\n\n');

function listed(term: string, text: string, columns: number): string {
  const lead = `${term}   `;
  if (columns - lead.length - 2 >= NARROWEST) return wrapped(lead, text, { columns, indent: 2 });
  return `  ${term.trimEnd()}\n${wrapped('', text, { columns, indent: 6 })}`;
}

const usage = (line: string, columns: number): string =>
  `Usage:\n${wrapped('', line, { columns, indent: 2 })}`;

const whereOptions = (program: string, columns: number): string =>
  wrapped('', `Use "${program} options" for the flags that every command takes.`, { columns });

const paragraphs = (text: string, columns: number): string =>
  paragraphsOf(text)
    .map((paragraph) => wrapped('', paragraph, { columns, indent: 1 }))
    .join('\n\n');

/** What help and documentation say of a command, apart from how either lays it out. */

/** How a command is called: `kubectl bmh repair HOST [options]`. */
export const usageOf = (
  { name: program }: Pick<Program, 'name'>,
  { name, args: words, flags }: Command,
): string => [program, name, ...words, ...(Object.keys(flags).length > 0 ? ['[options]'] : [])].join(' ');

/** Flags in the order of their names, as kubectl lists them. */
export const sorted = (flags: Flags): [string, Flag][] =>
  Object.entries(flags).toSorted(([a], [b]) => a.localeCompare(b, 'en'));

/** A flag with what it stands at when it is not given, as kubectl shows it: `-o, --output=''`. */
export const flagHead = (name: string, flag: Flag): string =>
  `${flag.short ? `-${flag.short}, ` : ''}--${name}=${shownDefault(flag)}`;

/** What a flag is for, and the values that it takes. */
export const flagText = ({ describe, choices }: Flag): string =>
  choices ? `${describe} One of: ${choices.join(', ')}.` : describe;

/** The paragraphs of a description, each on one line. */
export const paragraphsOf = (text: string): string[] =>
  text.split('\n\n').map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());

/** Nothing where a number has no default: it has no form for that, as `''` is one of a text. */
function shownDefault({ type, default: value }: Flag): string {
  if (type === 'list') return '[]';
  if (type === 'boolean') return String(value ?? false);
  return type === 'number' ? String(value ?? '') : `'${value ?? ''}'`;
}

const DEFAULT_COLUMNS = 80;

/** `help [COMMAND]`, which `--help` leads to as well. */
export const help: Handler = async ({ args: [word] }, { stdout }, program) => {
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
  args: ['[COMMAND]'],
  complete: ['command'],
  load: async () => help,
};

export const optionsCommand: Command = {
  ...shared,
  name: 'options',
  summary: 'List the options that every command takes',
  description: "Lists kubectl's connection flags, which every command takes that talks to a cluster.",
  args: [],
  load: async () => options,
};
