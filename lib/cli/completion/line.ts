import type { Call, Command, Flags, Program } from '../command.ts';
import { connectionFlags } from '../flags.ts';
import { camel } from '../parse.ts';
import { booleanOf, tokensOf } from '../tokens.ts';

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

/** Reads what is typed so far. Nothing is refused while it is still being written. */
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
  for (const token of tokensOf(argv, line)) {
    if (token.kind === 'end') line.isEnded = true;
    else if (token.kind === 'arg') takeWord(line, program, token.value);
    else if (token.name !== undefined && token.value === undefined) line.open = token.name;
    else if (token.name !== undefined)
      line.given.set(token.name, [...(line.given.get(token.name) ?? []), token.value ?? '']);
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
      if (type === 'boolean')
        return [camel(name), last === undefined ? absent === true : booleanOf(last) === true];
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
