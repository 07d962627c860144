import { type CommandError, usageError } from '../words/errors.ts';
import type { Call, Command, Flag, Flags } from './command.ts';
import { booleanOf, type Token, tokensOf } from './tokens.ts';

/**
 * Parses a command's arguments and flags.
 *
 * @throws {CommandError} of kind usage, with kubectl's wording.
 */
export async function parse(
  argv: string[],
  command: Pick<Command, 'args'>,
  flags: Flags,
  seeHelp: string,
): Promise<Call> {
  const tokens = [...tokensOf(argv, { flags })];
  checkItems(tokens, flags, seeHelp);
  const { default: yargs } = await import('yargs/yargs');
  // yargs keeps only the message of an error that a coercion throws.
  let refused: unknown;
  const coerce = (name: string, flag: Flag) => (given: unknown) => {
    try {
      return convert(name, flag, { given, seeHelp });
    } catch (error) {
      refused ??= error;
      throw error;
    }
  };
  const options = Object.entries(flags).map(([name, flag]) => [
    name,
    { ...optionOf(flag), coerce: coerce(name, flag) },
  ]);
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
    .options(Object.fromEntries(options))
    .strictOptions()
    .fail((message) => {
      throw refused ?? failure(message, { tokens, flags, seeHelp });
    })
    .parseAsync(tokens.map(asLong));

  const extra = args[command.args.length];
  if (extra !== undefined && !takesMore(command)) throw usageError(`unexpected argument "${extra}"`, seeHelp);
  const missing = command.args[args.length];
  if (missing && !missing.startsWith('[')) throw missingArgument(missing, seeHelp);
  return {
    args: args.map(String),
    values: Object.fromEntries(Object.keys(flags).map((name) => [camel(name), values[name]])),
  };
}

/** Whether a command's last argument can be repeated. */
export const takesMore = ({ args }: Pick<Command, 'args'>): boolean => /\.\.\.\]?$/.test(args.at(-1) ?? '');

/**
 * An empty item of a list is probably an unset variable: without it, the call would mean something else. Checked before yargs, which
 * drops an empty list at the end of a line.
 */
function checkItems(tokens: readonly Token[], flags: Flags, seeHelp: string): void {
  for (const token of tokens)
    if (token.kind === 'flag' && token.name !== undefined && flags[token.name]?.type === 'list')
      if (itemsIn(token.value ?? '-', flags[token.name]).includes(''))
        throw usageError(
          `invalid argument "${token.value}" for --${token.name}: it contains an empty item`,
          seeHelp,
        );
}

/** The values that one argument of a list gives. */
const itemsIn = (text: string, flag: Flag | undefined): string[] =>
  flag?.hasCommas ? [text] : text.split(',');

/** A token in the one form that yargs reads as kubectl would. */
export function asLong(token: Token): string {
  if (token.kind === 'end') return '--';
  if (token.kind === 'arg') return token.value;
  const { name, shown, value } = token;
  const flag = name === undefined ? shown : `--${name}`;
  return value === undefined ? flag : `${flag}=${value}`;
}

function optionOf({ type, default: given }: Flag) {
  const absent = type === 'boolean' ? given === true : given;
  return {
    type: 'string' as const,
    ...(type === 'list' ? { array: true, default: [] as string[] } : { requiresArg: true }),
    ...(absent !== undefined && { default: String(absent) }),
  };
}

/** As in kubectl, the last value of a repeated flag counts; a list has all values. */
function convert(name: string, flag: Flag, { given, seeHelp }: { given: unknown; seeHelp: string }): unknown {
  const { type, choices, default: absent } = flag;
  const invalid = (value: string, why: string) =>
    usageError(`invalid argument "${value}" for --${name}: ${why}`, seeHelp);
  const texts = [given].flat().map(String);
  const values = type === 'list' ? texts.flatMap((text) => itemsIn(text, flag)) : texts.slice(-1);
  const [value = ''] = values;
  // As in kubectl, `-o ""` is the usual output.
  if (name === 'output' && value === '') return absent;
  if (choices) checkChoices(name, values, choices);
  if (type === 'list') return values;
  if (type === 'string') return value;
  if (type === 'boolean') {
    const set = booleanOf(value);
    if (set === undefined) throw invalid(value, 'it must be true or false');
    return set;
  }
  if (!/^\d+$/.test(value)) throw usageError(`invalid value "${value}" for --${name}: not a whole number`);
  return Number(value);
}

function checkChoices(name: string, values: string[], choices: readonly string[]): void {
  const word = values.find((value) => !choices.some((choice) => isChoice(value, choice)));
  if (word === undefined) return;
  throw usageError(`invalid value "${word}" for --${name}`, `Valid values: ${choices.join(', ')}.`, {
    word,
    among: choices,
  });
}

const isChoice = (value: string, choice: string): boolean =>
  choice.endsWith('=') ? value.startsWith(choice) && value !== choice : value === choice;

/** What yargs rejects, in kubectl's wording. */
function failure(
  message: string,
  { tokens, flags, seeHelp }: { tokens: Token[]; flags: Flags; seeHelp: string },
): Error {
  const given = tokens.filter((token) => token.kind === 'flag');
  const unknown = given.find(({ name }) => name === undefined);
  if (unknown) return unknownFlag(unknown.shown, flags, seeHelp);
  const open = given.find(({ value }) => value === undefined);
  return open ? usageError(`flag needs an argument: ${open.shown}`, seeHelp) : new Error(message);
}

/** A single letter has no near misses. */
function unknownFlag(shown: string, flags: Flags, seeHelp: string): CommandError {
  if (!shown.startsWith('--')) return usageError(`unknown shorthand flag: ${shown}`, seeHelp);
  const [lead, word] = [shown.slice(0, 2), shown.slice(2)];
  return usageError(`unknown flag: ${shown}`, seeHelp, { word, among: Object.keys(flags), lead });
}

/** An argument in capitals is a name that the user chooses; in small letters it lists the literal values. */
function missingArgument(name: string, seeHelp: string): Error {
  if (/[A-Z]/.test(name)) return usageError(`${name.replace(/\.+$/, '')} is missing`, seeHelp);
  const values = name.split('|');
  const others = values.slice(0, -1).join(', ');
  return usageError(`an argument is missing: ${others && `${others} or `}${values.at(-1)}`, seeHelp);
}

export const seeHelp = (usage: string): string => `See '${usage} --help' for usage.`;

/** `dry-run` as handlers get it: `dryRun`. */
export const camel = (name: string): string =>
  name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
