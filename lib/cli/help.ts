import type { Command, Flag, Flags, Handler, Output, Program } from './command.ts';
import { commandNamed, isNamed, membersOf, nextWords, unknownCommand } from './command-names.ts';
import { connectionFlags } from './flags.ts';
import { wrapped } from './wrap.ts';

/** The fewest columns for a text beside its term; with fewer it goes below the term. */
const NARROWEST = 20;

const DEFAULT_COLUMNS = 80;

/** `help [COMMAND]`, and `--help`. */
export const help: Handler = async ({ args }, { stdout }, program) => {
  const columns = columnsOf(stdout);
  stdout.write(`${helpFor(program, args, columns)}\n`);
  return 0;
};

function helpFor(program: Program, words: readonly string[], columns: number): string {
  if (words.length === 0) return programHelp(program, columns);
  const known = words.findIndex((_, at) => !isNamed(program, words.slice(0, at + 1).join(' ')));
  const name = words.slice(0, known === -1 ? words.length : known).join(' ');
  const command = commandNamed(program, name);
  if (command) return commandHelp(program, command, columns);
  if (known !== -1) throw unknownCommand(program, words[known] ?? '', name || undefined);
  return listHelp(
    {
      name: `${program.name} ${name}`,
      description: `${program.groups?.[name] ?? ''}.`,
      commands: commandsBelow(program, name),
      program: program.name,
    },
    columns,
  );
}

/** The commands and groups below a name, as a list of commands shows them. */
const commandsBelow = (program: Program, name: string): Listed[] =>
  nextWords(program, name).map(({ value, description = '' }) => ({
    name: value,
    summary: description,
    group: 'Available Commands',
    connects: membersOf(program, name).some(({ connects }) => connects),
  }));

/** What a list of commands shows of one. */
type Listed = Pick<Command, 'name' | 'summary' | 'group' | 'connects'>;

/** `options`: lists the connection flags. */
const options: Handler = async (_call, { stdout }, { name }) => {
  const columns = columnsOf(stdout);
  const heading = `The following options can be passed to any ${name} command that connects to a cluster:`;
  stdout.write(`${wrapped('', heading, { columns })}\n\n${optionsHelp(connectionFlags, columns)}\n`);
  return 0;
};

const columnsOf = ({ columns }: Output): number => columns || DEFAULT_COLUMNS;

const programHelp = (program: Program, columns: number): string =>
  listHelp({ ...program, program: program.name }, columns);

/** Help for the plugin, or for commands of a group: description, commands by heading, usage. */
function listHelp(
  {
    name,
    description,
    commands,
    program,
  }: Pick<Program, 'name' | 'description'> & { commands: readonly Listed[]; program: string },
  columns: number,
): string {
  return [
    paragraphs(description, columns),
    ...listsOf(commands, columns),
    usage(`${name} [command] [flags]`, columns),
    [
      wrapped('', `Use "${name} <command> --help" for more information about a command.`, { columns }),
      ...(commands.some(({ connects }) => connects) ? [globalOptions(program, columns)] : []),
    ].join('\n'),
  ].join('\n\n');
}

/** Lists of commands, by heading. */
function listsOf(commands: readonly Listed[], columns: number): string[] {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [...Map.groupBy(commands, ({ group }) => group)].map(([group, members]) =>
    [
      `${group}:`,
      ...members.map((command) => listed(command.name.padEnd(width), command.summary, columns)),
    ].join('\n'),
  );
}

/** Help for one command, in kubectl's order: description, examples, options, usage. */
function commandHelp(program: Program, command: Command, columns: number): string {
  const { description, examples, flags, connects } = command;
  return [
    paragraphs(description, columns),
    ...(examples.length > 0 ? [`Examples:\n${examplesHelp(command, columns)}`] : []),
    ...listsOf(commandsBelow(program, command.name), columns),
    ...(Object.keys(flags).length > 0 ? [`Options:\n${optionsHelp(flags, columns)}`] : []),
    usage(usageOf(program, command), columns),
    ...(connects ? [globalOptions(program.name, columns)] : []),
  ].join('\n\n');
}

/** Flags as kubectl lists them: `-o, --output='':`, and the text below. */
const optionsHelp = (flags: Flags, columns: number): string =>
  sorted(flags)
    .map(
      ([name, flag]) =>
        `    ${flagHead(name, flag)}:\n${wrapped('', flagText(flag), { columns, indent: 8 })}`,
    )
    .join('\n\n');

/** Comments are wrapped, each line as a comment; commands only where a shell reads on. */
const examplesHelp = ({ examples }: Command, columns: number): string =>
  examples
    .map(({ comment, command }) => {
      const lines = wrapped('', comment, { columns: columns - 4 }).split('\n');
      return [...lines.map((line) => `  # ${line}`), shellLines(command, columns)].join('\n');
    })
    .join('\n\n');

/** A command on lines that a shell reads as one: they end in `|`, `&&` or a backslash. */
function shellLines(command: string, columns: number): string {
  const lines: string[] = [];
  let line = ' ';
  for (const part of command.split(/(?<= (?:\||&&)) | (?=--?[a-z])/)) {
    if (line !== ' ' && line.length + 1 + part.length + ' \\'.length > columns) {
      lines.push(/[|&]$/.test(line) ? line : `${line} \\`);
      line = '   ';
    }
    line += ` ${part}`;
  }
  return [...lines, line].join('\n');
}

function listed(term: string, text: string, columns: number): string {
  const lead = `${term}   `;
  if (columns - lead.length - 2 >= NARROWEST) return wrapped(lead, text, { columns, indent: 2 });
  return `  ${term.trimEnd()}\n${wrapped('', text, { columns, indent: 6 })}`;
}

const usage = (line: string, columns: number): string =>
  `Usage:\n${wrapped('', line, { columns, indent: 2 })}`;

const globalOptions = (program: string, columns: number): string =>
  wrapped('', `Use "${program} options" for a list of global options.`, { columns });

const ITEM = '- ';

const paragraphs = (text: string, columns: number): string =>
  paragraphsOf(text)
    .map((paragraph, index, all) => {
      const lead = paragraph.startsWith(ITEM) ? ITEM : '';
      const isNextItem = lead !== '' && all[index - 1]?.startsWith(ITEM);
      const gap = index === 0 ? '' : isNextItem ? '\n' : '\n\n';
      return gap + wrapped(lead, paragraph.slice(lead.length), { columns, indent: 1 });
    })
    .join('');

/** `kubectl bmh repair HOST [options]`. */
export const usageOf = ({ name: program }: Program, { name, args, flags }: Command): string =>
  [program, name, ...args, ...(Object.keys(flags).length > 0 ? ['[options]'] : [])].join(' ');

/** Flags in alphabetical order, as kubectl lists them. */
export const sorted = (flags: Flags): [string, Flag][] =>
  Object.entries(flags).toSorted(([a], [b]) => a.localeCompare(b, 'en'));

/** A flag with its default, as kubectl shows it: `-o, --output=''`. */
export const flagHead = (name: string, flag: Flag): string =>
  `${flag.short ? `-${flag.short}, ` : ''}--${name}=${shownDefault(flag)}`;

/** The description of a flag, and the values it accepts. */
export const flagText = ({ describe, choices }: Flag): string =>
  choices ? `${describe} One of: ${choices.join(', ')}.` : describe;

/** The paragraphs of a description, each on one line. Those of a list begin with `- `. */
export const paragraphsOf = (text: string): string[] =>
  text.split(/\n\n|\n(?= *- )/).map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());

/** Empty for a number without a default, which has no form such as `''`. */
function shownDefault({ type, default: value }: Flag): string {
  if (type === 'list') return '[]';
  if (type === 'boolean') return String(value ?? false);
  return type === 'number' ? String(value ?? '') : `'${value ?? ''}'`;
}

const shared = {
  group: 'Other Commands',
  examples: [],
  flags: {},
  connects: false,
} satisfies Partial<Command>;

export const helpCommand: Command = {
  ...shared,
  name: 'help',
  summary: 'Show help for a command',
  description: "Show a command's description, examples and options.",
  args: ['[COMMAND...]'],
  complete: ['command'],
  load: async () => help,
};

export const optionsCommand: Command = {
  ...shared,
  name: 'options',
  summary: 'List the global options',
  description: "List kubectl's connection flags. Every command that connects to a cluster accepts them.",
  args: [],
  load: async () => options,
};
