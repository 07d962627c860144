import type { Command, Flag, Flags, Program } from './command.ts';
import { wrapped } from './wrap.ts';

/** Help of the whole plugin: what it is for, its commands by group, and where to read on. */
export function programHelp({ name, description, commands }: Program, columns: number): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const groups = Map.groupBy(commands, ({ group }) => group);
  const lists = [...groups].map(([group, members]) =>
    [
      `${group}:`,
      ...members.map((command) =>
        wrapped(`${command.name.padEnd(width)}   `, command.summary, { columns, indent: 2 }),
      ),
    ].join('\n'),
  );
  return [
    paragraphs(description, columns, 1),
    ...lists,
    `Usage:\n  ${name} [command] [flags]`,
    [
      `Use "${name} <command> --help" for more about a command.`,
      commands.some(({ connects }) => connects) &&
        `Use "${name} options" for the flags that every command takes.`,
    ]
      .filter((line) => line !== false)
      .map((line) => wrapped('', line, { columns, indent: 0 }))
      .join('\n'),
  ].join('\n\n');
}

/** Help of one command, in kubectl's order: description, examples, options, usage. */
export function commandHelp(program: Program, command: Command, columns: number): string {
  const { name, description, examples, flags, words, connects } = command;
  const usage = [program.name, name, ...words].join(' ');
  return [
    paragraphs(description, columns, 1),
    examples.length > 0 &&
      `Examples:\n${examples.map(({ comment, command: line }) => `  # ${comment}\n  ${line}`).join('\n\n')}`,
    Object.keys(flags).length > 0 && `Options:\n${optionsHelp(flags, columns)}`,
    `Usage:\n  ${usage}${Object.keys(flags).length > 0 ? ' [options]' : ''}`,
    connects &&
      wrapped('', `Use "${program.name} options" for the flags that every command takes.`, {
        columns,
        indent: 0,
      }),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Flags as kubectl lists them: `-o, --output='':`, and the text below. */
export function optionsHelp(flags: Flags, columns: number): string {
  return Object.entries(flags)
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([name, flag]) => {
      const letter = flag.short ? `-${flag.short}, ` : '    ';
      return `${`    ${letter}--${name}=${shownDefault(flag)}:`}\n${wrapped('', described(flag), { columns, indent: 8 })}`;
    })
    .join('\n\n');
}

const described = ({ describe, choices }: Flag): string =>
  choices ? `${describe} One of: ${choices.join(', ')}.` : describe;

function shownDefault({ type, default: value }: Flag): string {
  if (type === 'list') return '[]';
  if (type === 'boolean') return String(value ?? false);
  return type === 'number' ? String(value ?? 0) : `'${value ?? ''}'`;
}

function paragraphs(text: string, columns: number, indent: number): string {
  return text
    .split('\n\n')
    .map((paragraph) => wrapped('', paragraph.replace(/\s+/g, ' ').trim(), { columns, indent }))
    .join('\n\n');
}
