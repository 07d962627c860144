import { usageError } from '../errors.ts';
import type { Call, Command, Flag, Flags } from './command.ts';
import { normalised } from './words.ts';

/** Parses a command's words and flags by its declaration; what is wrong with them is a usage error in kubectl's words. */
export async function parse(argv: string[], command: Command, flags: Flags, seeHelp: string): Promise<Call> {
  const words = normalised(argv, flags, seeHelp);
  const { default: yargs } = await import('yargs/yargs');
  const {
    _: beside,
    $0: _program,
    ...given
  } = await yargs()
    .help(false)
    .version(false)
    .exitProcess(false)
    .locale('en')
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .options(Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, option(flag)])))
    .parseAsync(words);

  const values = Object.entries(flags).map(([name, flag]) => [
    camel(name),
    valueFor(name, flag, given[name]),
  ]);
  const extra = beside[command.words.length];
  if (extra !== undefined && !takesMore(command)) throw usageError(`unexpected argument "${extra}"`, seeHelp);
  const missing = command.words[beside.length];
  if (missing && !missing.startsWith('[')) throw missingWord(missing, seeHelp);
  return { words: beside.map(String), values: Object.fromEntries(values) };
}

/** Whether a command takes any number of what its last word stands for. */
export const takesMore = ({ words }: Pick<Command, 'words'>): boolean =>
  /\.\.\.\]?$/.test(words.at(-1) ?? '');

/** A word in small letters stands for itself, or for a choice of such words; one in capitals for what the user names. */
function missingWord(word: string, seeHelp: string): Error {
  if (/[A-Z]/.test(word)) return usageError(`${word.replace(/\.+$/, '')} is missing`, seeHelp);
  const among = word.split('|');
  return usageError(
    'an argument is missing',
    `It takes${among.length > 1 ? ' one of' : ''}: ${among.join(', ')}.`,
  );
}

function option({ type, default: value }: Flag) {
  return {
    type: type === 'boolean' ? 'boolean' : 'string',
    ...(type === 'list' && { array: true, default: [] as string[] }),
    ...(type === 'boolean' && { default: value === true }),
    ...(type !== 'boolean' && value !== undefined && { default: String(value) }),
  } as const;
}

function valueFor(name: string, { type, choices }: Flag, given: unknown): unknown {
  // As in kubectl, the last of a flag that is given twice counts, but for lists, which gather.
  const texts =
    type === 'list' ? (given as string[]).flatMap((item) => item.split(',')) : [given].flat().slice(-1);
  const [value] = texts;
  if (type === 'boolean' || value === undefined) return type === 'list' ? [] : value;
  if (choices) checkChoices(name, texts.map(String), choices);
  if (type === 'list') return texts;
  if (type === 'string') return value;
  if (!/^\d+$/.test(String(value)))
    throw usageError(`invalid value "${value}" for --${name}: not a whole number`);
  return Number(value);
}

function checkChoices(name: string, texts: string[], choices: readonly string[]): void {
  const word = texts.find((text) => !choices.some((choice) => isChoice(text, choice)));
  if (word === undefined) return;
  throw usageError(`invalid value "${word}" for --${name}`, `It takes one of: ${choices.join(', ')}.`, {
    word,
    among: choices,
  });
}

const isChoice = (text: string, choice: string): boolean =>
  choice.endsWith('=') ? text.startsWith(choice) && text !== choice : text === choice;

/** The name that a flag's value has for a handler. */
export const camel = (name: string): string =>
  name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
