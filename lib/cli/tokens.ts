import type { Flags } from './command.ts';

export type Token =
  /** `name` is undefined for an unknown flag, `value` if none follows. */
  | { kind: 'flag'; shown: string; name: string | undefined; value: string | undefined }
  /** `index` is its position in the line. */
  | { kind: 'arg'; value: string; index: number }
  /** `--`: everything after it is an argument. */
  | { kind: 'end' };

/**
 * Reads a command line as kubectl does: `-ojson`, `-o=json`, `-yAojson`, `--yes=false`, a value that starts with a dash. Never
 * fails, so that an unfinished line can be completed. `from.flags` is read at each flag and may change meanwhile.
 */
export function* tokensOf(argv: readonly string[], from: { flags: Flags }): Generator<Token> {
  const rest = [...argv];
  const typeOf = (name: string | undefined) =>
    name !== undefined && Object.hasOwn(from.flags, name) ? from.flags[name]?.type : undefined;
  const flag = (shown: string, name: string | undefined, attached: string | undefined): Token => {
    const type = typeOf(name);
    if (type === undefined) return { kind: 'flag', shown, name: undefined, value: attached };
    const value = attached ?? (type === 'boolean' ? 'true' : rest.shift());
    return { kind: 'flag', shown, name, value };
  };

  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const index = argv.length - rest.length - 1;
    const long = /^--([^=]+)(?:=(.*))?$/s.exec(word);
    if (word === '--') {
      yield { kind: 'end' };
      for (const [place, value] of rest.splice(0).entries())
        yield { kind: 'arg', value, index: index + 1 + place };
    } else if (long) {
      yield flag(`--${long[1]}`, long[1], long[2]);
    } else if (!/^-./s.test(word)) {
      yield { kind: 'arg', value: word, index };
    } else {
      let letters = word.slice(1);
      while (letters) {
        const [letter = ''] = letters;
        letters = letters.slice(letter.length);
        const name = longOf(from.flags, letter);
        const takesRest = typeOf(name) !== 'boolean' || letters.startsWith('=');
        yield flag(`-${letter}`, name, takesRest && letters ? letters.replace(/^=/, '') : undefined);
        if (takesRest) letters = '';
      }
    }
  }
}

export const longOf = (flags: Flags, letter: string): string | undefined =>
  Object.keys(flags).find((name) => flags[name]?.short === letter);

/** Undefined if the value is neither true nor false. */
export function booleanOf(value: string): boolean | undefined {
  if (/^(1|t|true)$/i.test(value)) return true;
  return /^(0|f|false)$/i.test(value) ? false : undefined;
}
