import type { Command, Flag, Flags, Program } from './command.ts';

/** What help and documentation say of a command, apart from how either lays it out. */

/** How a command is called: `kubectl bmh repair HOST [options]`. */
export const usageOf = ({ name: program }: Pick<Program, 'name'>, { name, words, flags }: Command): string =>
  [program, name, ...words, ...(Object.keys(flags).length > 0 ? ['[options]'] : [])].join(' ');

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
