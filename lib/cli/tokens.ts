import type { Flags } from './command.ts';

/** One part of a command line. */
export type Token =
  /** `name` is undefined where there is no such flag, `value` where none follows. */
  | { kind: 'flag'; shown: string; name: string | undefined; value: string | undefined }
  /** `index` is its place in the line. */
  | { kind: 'arg'; value: string; index: number }
  /** The `--` behind which everything is an argument. */
  | { kind: 'end' };

/**
 * Reads a command line as kubectl does: `-ojson`, `-o=json`, `-yAojson`, `--yes=false`, a value that starts with a dash.
 * Refuses nothing, so that a line that is still being written can be read too. `from.flags` is asked at each flag: it may
 * change while the line is read.
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

/** The flag with that letter. */
export const longOf = (flags: Flags, letter: string): string | undefined =>
  Object.keys(flags).find((name) => flags[name]?.short === letter);

/** The value of a boolean flag; undefined where it is neither true nor false. */
export function booleanOf(value: string): boolean | undefined {
  if (/^(1|t|true)$/i.test(value)) return true;
  return /^(0|f|false)$/i.test(value) ? false : undefined;
}
