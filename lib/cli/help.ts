import type { Command, Flags, Program } from './command.ts';
import { flagHead, flagText, paragraphsOf, sorted, usageOf } from './describe.ts';
import { wrapped } from './wrap.ts';

/** Columns that a text beside its term needs; with fewer it stands below the term. */
const NARROWEST = 20;

/** Help of the whole plugin: what it is for, its commands by group, and where to read on. */
export function programHelp({ name, description, commands }: Program, columns: number): string {
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
export function commandHelp(program: Program, command: Command, columns: number): string {
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
export function optionsHelp(flags: Flags, columns: number): string {
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
