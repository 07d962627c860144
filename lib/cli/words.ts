import { type CommandError, usageError } from '../errors.ts';
import type { Flags, Program } from './command.ts';

/**
 * A command line with every flag as `--name=value`, read as kubectl reads it: `-ojson`, `-o=json`, `-yA`, a value that
 * begins with a dash, and nothing after `--`. Unknown flags, missing values and half-said booleans are usage errors.
 */
export function normalised(argv: string[], flags: Flags, seeHelp: string): string[] {
  const rest = [...argv];
  const words: string[] = [];

  const take = (shown: string, name: string | undefined, attached: string | undefined): void => {
    const flag = name !== undefined && Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (!flag) throw unknownFlag(shown, flags, seeHelp);
    const value = attached ?? (flag.type === 'boolean' ? 'true' : rest.shift());
    if (value === undefined) throw usageError(`flag needs an argument: ${shown}`, seeHelp);
    // A variable that is not set, most likely: left out in silence, the call would mean something else.
    if (flag.type === 'list' && value.split(',').includes(''))
      throw usageError(`invalid argument "${value}" for ${shown}: an item of it is empty`, seeHelp);
    words.push(`--${name}=${flag.type === 'boolean' ? boolean(value, shown) : value}`);
  };

  const boolean = (value: string, shown: string): boolean => {
    if (isTrue(value)) return true;
    if (/^(0|f|false)$/i.test(value)) return false;
    throw usageError(`invalid argument "${value}" for ${shown}: it takes true or false`, seeHelp);
  };

  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const long = /^--([^=]+)(?:=(.*))?$/s.exec(word);
    if (word === '--') {
      words.push('--', ...rest.splice(0));
    } else if (long) {
      take(`--${long[1]}`, long[1], long[2]);
    } else if (/^-./s.test(word)) {
      let letters = word.slice(1);
      while (letters) {
        const [letter = ''] = letters;
        const name = longOf(flags, letter);
        letters = letters.slice(letter.length);
        const takesRest = name !== undefined && (flags[name]?.type !== 'boolean' || letters.startsWith('='));
        take(`-${letter}`, name, takesRest && letters ? letters.replace(/^=/, '') : undefined);
        if (takesRest) letters = '';
      }
    } else {
      words.push(word);
    }
  }
  return words;
}

/** The flag with that letter. */
export const longOf = (flags: Flags, letter: string): string | undefined =>
  Object.keys(flags).find((name) => flags[name]?.short === letter);

/** Whether a boolean flag is set by this value. */
export const isTrue = (value: string): boolean => /^(1|t|true)$/i.test(value);

/** The line that says where the right words are to be read. */
export const seeHelp = (usage: string): string => `See '${usage} --help' for usage.`;

export const unknownCommand = ({ name, commands }: Program, word: string): CommandError =>
  usageError(`unknown command "${word}" for "${name}"`, `Run '${name} --help' for usage.`, {
    word,
    among: commands.map((command) => command.name),
  });

/** Of a letter there is nothing to say but that there is no such flag. */
function unknownFlag(shown: string, flags: Flags, seeHelp: string): CommandError {
  if (!shown.startsWith('--')) return usageError(`unknown shorthand flag: ${shown}`, seeHelp);
  const [lead, word] = [shown.slice(0, 2), shown.slice(2)];
  return usageError(`unknown flag: ${shown}`, seeHelp, { word, among: Object.keys(flags), lead });
}
