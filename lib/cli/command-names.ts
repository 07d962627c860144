import { type CommandError, usageError } from '../words/errors.ts';
import type { Candidate, Command, Program } from './command.ts';

/** The command of that name, if there is one. */
export const commandNamed = ({ commands }: Pick<Program, 'commands'>, name: string): Command | undefined =>
  commands.find((command) => command.name === name);

/** The commands whose names begin with that of a group, or of a command that has others below it. */
export const membersOf = ({ commands }: Pick<Program, 'commands'>, group: string): Command[] =>
  commands.filter(({ name }) => name.startsWith(`${group} `));

/** Words that can be the next one of a command's name, with what they stand for. */
export function nextWords({ commands, groups = {} }: Program, group?: string): Candidate[] {
  const lead = group === undefined ? '' : `${group} `;
  const words = commands
    .filter(({ name }) => name.startsWith(lead))
    .map(({ name, summary }): [string, string | undefined] => {
      const [word = '', ...rest] = name.slice(lead.length).split(' ');
      return [word, rest.length > 0 ? groups[lead + word] : summary];
    });
  // A command that has others below it comes before them, with its own summary.
  return [...Map.groupBy(words, ([word]) => word)].map(([value, [first]]) => {
    const description = first?.[1];
    return { value, ...(description && { description }) };
  });
}

/** Whether these words name a command, or begin the name of one. */
export const isNamed = (program: Pick<Program, 'commands'>, name: string): boolean =>
  commandNamed(program, name) !== undefined || membersOf(program, name).length > 0;

/** A word that names no command, or none of the group. */
export function unknownCommand(program: Program, word: string, group?: string): CommandError {
  const usage = group === undefined ? program.name : `${program.name} ${group}`;
  return usageError(`unknown command "${word}" for "${usage}"`, `Run '${usage} --help' for usage.`, {
    word,
    among: nextWords(program, group).map(({ value }) => value),
  });
}
