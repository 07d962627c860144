import { type CommandError, usageError } from '../words/errors.ts';
import type { Call, Command, Flag, Flags, Program } from './command.ts';
import { booleanOf, type Token, tokensOf } from './tokens.ts';

/** Parses a command's arguments and flags by its declaration; what is wrong with them is a usage error in kubectl's words. */
export async function parse(
  argv: string[],
  command: Pick<Command, 'args'>,
  flags: Flags,
  seeHelp: string,
): Promise<Call> {
  const tokens = [...tokensOf(argv, { flags })];
  const { default: yargs } = await import('yargs/yargs');
  // yargs keeps only the message of what a coercion throws.
  let refused: unknown;
  const coerced = (coerce: (given: unknown) => unknown) => (given: unknown) => {
    try {
      return coerce(given);
    } catch (error) {
      refused ??= error;
      throw error;
    }
  };
  const {
    _: args,
    $0: _program,
    ...values
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
    .options(
      Object.fromEntries(
        Object.entries(flags).map(([name, flag]) => [
          name,
          { ...optionOf(flag), coerce: coerced((given) => convert(name, flag, { given, seeHelp })) },
        ]),
      ),
    )
    .strictOptions()
    .fail((message) => {
      throw refused ?? failure(message, { tokens, flags, seeHelp });
    })
    .parseAsync(tokens.map(asLong));

  const extra = args[command.args.length];
  if (extra !== undefined && !takesMore(command)) throw usageError(`unexpected argument "${extra}"`, seeHelp);
  const missing = command.args[args.length];
  if (missing && !missing.startsWith('[')) throw missingWord(missing, seeHelp);
  return {
    args: args.map(String),
    values: Object.fromEntries(Object.keys(flags).map((name) => [camel(name), values[name]])),
  };
}

/** Whether a command takes any number of what its last word stands for. */
export const takesMore = ({ args: words }: Pick<Command, 'args'>): boolean =>
  /\.\.\.\]?$/.test(words.at(-1) ?? '');

/** A token in the one form that yargs reads as kubectl would. */
function asLong(token: Token): string {
  if (token.kind === 'end') return '--';
  if (token.kind === 'arg') return token.value;
  const { name, shown, value } = token;
  const flag = name === undefined ? shown : `--${name}`;
  return value === undefined ? flag : `${flag}=${value}`;
}

const optionOf = ({ type, default: absent }: Flag) =>
  ({
    type: 'string',
    ...(type === 'list' ? { array: true, default: [] as string[] } : { requiresArg: true }),
    ...(type === 'boolean' && { default: String(absent === true) }),
    ...(type !== 'boolean' && absent !== undefined && { default: String(absent) }),
  }) as const;

/** As in kubectl, the last value of a flag that is given twice counts; lists gather all of theirs. */
function convert(
  name: string,
  { type, choices }: Flag,
  { given, seeHelp }: { given: unknown; seeHelp: string },
): unknown {
  const invalid = (value: string, why: string) =>
    usageError(`invalid argument "${value}" for --${name}: ${why}`, seeHelp);
  const texts = [given].flat().map(String);
  const values = type === 'list' ? texts.flatMap((text) => text.split(',')) : texts.slice(-1);
  const [value = ''] = values;
  // Most likely a variable that is not set: without it, the call would mean something else.
  const empty = texts.find((text) => type === 'list' && text.split(',').includes(''));
  if (empty !== undefined) throw invalid(empty, 'an item of it is empty');
  if (choices) checkChoices(name, values, choices);
  if (type === 'list') return values;
  if (type === 'string') return value;
  if (type === 'boolean') {
    const set = booleanOf(value);
    if (set === undefined) throw invalid(value, 'it takes true or false');
    return set;
  }
  if (!/^\d+$/.test(value)) throw usageError(`invalid value "${value}" for --${name}: not a whole number`);
  return Number(value);
}

function checkChoices(name: string, values: string[], choices: readonly string[]): void {
  const word = values.find((value) => !choices.some((choice) => isChoice(value, choice)));
  if (word === undefined) return;
  throw usageError(`invalid value "${word}" for --${name}`, `It takes one of: ${choices.join(', ')}.`, {
    word,
    among: choices,
  });
}

const isChoice = (value: string, choice: string): boolean =>
  choice.endsWith('=') ? value.startsWith(choice) && value !== choice : value === choice;

interface Line {
  tokens: Token[];
  flags: Flags;
  seeHelp: string;
}

/** What yargs does not take, in kubectl's words. */
function failure(message: string, { tokens, flags, seeHelp }: Line): Error {
  const given = tokens.filter((token) => token.kind === 'flag');
  const unknown = given.find(({ name }) => name === undefined);
  if (unknown) return unknownFlag(unknown.shown, flags, seeHelp);
  const open = given.find(({ value }) => value === undefined);
  return open ? usageError(`flag needs an argument: ${open.shown}`, seeHelp) : new Error(message);
}

/** There is nothing to suggest for a letter. */
function unknownFlag(shown: string, flags: Flags, seeHelp: string): CommandError {
  if (!shown.startsWith('--')) return usageError(`unknown shorthand flag: ${shown}`, seeHelp);
  const [lead, word] = [shown.slice(0, 2), shown.slice(2)];
  return usageError(`unknown flag: ${shown}`, seeHelp, { word, among: Object.keys(flags), lead });
}

export const unknownCommand = ({ name, commands }: Program, word: string): CommandError =>
  usageError(`unknown command "${word}" for "${name}"`, `Run '${name} --help' for usage.`, {
    word,
    among: commands.map((command) => command.name),
  });

/** A word in small letters stands for itself, or for a choice of such words; one in capitals for what the user names. */
function missingWord(word: string, seeHelp: string): Error {
  if (/[A-Z]/.test(word)) return usageError(`${word.replace(/\.+$/, '')} is missing`, seeHelp);
  const among = word.split('|');
  return usageError(
    'an argument is missing',
    `It takes${among.length > 1 ? ' one of' : ''}: ${among.join(', ')}.`,
  );
}

/** The line that says where the right words are to be read. */
export const seeHelp = (usage: string): string => `See '${usage} --help' for usage.`;

/** The name that a flag's value has for a handler. */
export const camel = (name: string): string =>
  name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
