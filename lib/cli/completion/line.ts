import type { Call, Command, Flags, Program } from '../command.ts';
import { connectionFlags } from '../flags.ts';
import { camel } from '../parse.ts';
import { isTrue, longOf } from '../words.ts';

/** A command line that is still being written, as far as it can be understood. */
export interface Line {
  /** Undefined where none is named yet. */
  command: Command | undefined;
  /** Whether a command is named that there is not. */
  isLost: boolean;
  /** The flags that it takes. */
  flags: Flags;
  /** The values of each flag that is given, in their order; of a boolean, `true` or what was said. */
  given: Map<string, string[]>;
  words: string[];
  /** The flag whose value comes next. */
  open: string | undefined;
  /** Whether `--` has ended the flags. */
  isEnded: boolean;
}

/** Reads words as `normalised` does, but takes them as they come: nothing is refused while it is still being written. */
export function readLine(program: Program, argv: string[]): Line {
  const line: Line = {
    command: undefined,
    isLost: false,
    flags: connectionFlags,
    given: new Map(),
    words: [],
    open: undefined,
    isEnded: false,
  };
  for (const word of argv) {
    if (line.open !== undefined) give(line, line.open, word);
    else if (line.isEnded || !/^-./s.test(word)) takeWord(line, program, word);
    else if (word === '--') line.isEnded = true;
    else if (word.startsWith('--')) takeLong(line, word);
    else takeShorts(line, word.slice(1));
  }
  return line;
}

/** What a handler would get for it, with each flag's default where it is not given. */
export const callOf = ({ flags, given, words }: Line): Call => ({
  words,
  values: Object.fromEntries(
    Object.entries(flags).map(([name, { type, default: absent }]) => {
      const values = given.get(name) ?? [];
      const last = values.at(-1);
      if (type === 'list') return [camel(name), values.flatMap((value) => value.split(','))];
      if (type === 'boolean') return [camel(name), last === undefined ? absent === true : isTrue(last)];
      return [camel(name), type === 'number' && last !== undefined ? Number(last) : (last ?? absent)];
    }),
  ),
});

function takeWord(line: Line, { commands }: Program, word: string): void {
  if (line.command) {
    line.words.push(word);
    return;
  }
  line.command = commands.find(({ name }) => name === word);
  line.isLost ||= line.command === undefined;
  line.flags = { ...connectionFlags, ...line.command?.flags };
}

function takeLong(line: Line, word: string): void {
  const [, name = '', value] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  take(line, name, value);
}

function takeShorts(line: Line, letters: string): void {
  const [letter = ''] = letters;
  const rest = letters.slice(letter.length);
  const name = longOf(line.flags, letter) ?? '';
  if (line.flags[name]?.type === 'boolean' && !rest.startsWith('=')) {
    take(line, name, undefined);
    if (rest) takeShorts(line, rest);
  } else {
    take(line, name, rest ? rest.replace(/^=/, '') : undefined);
  }
}

function take(line: Line, name: string, value: string | undefined): void {
  if (!Object.hasOwn(line.flags, name)) return;
  if (value !== undefined) give(line, name, value);
  else if (line.flags[name]?.type === 'boolean') give(line, name, 'true');
  else line.open = name;
}

function give(line: Line, name: string, value: string): void {
  line.given.set(name, [...(line.given.get(name) ?? []), value]);
  line.open = undefined;
}
