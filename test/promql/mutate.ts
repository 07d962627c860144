import { CORPUS } from './corpus.ts';

/** What a mutation puts in: parts that are right in some places and wrong in others. */
const PARTS: readonly string[] = [
  ...['(', ')', '[', ']', '{', '}', ',', ':', '=', '==', '!=', '=~', '!~', '<', '<=', '>', '>=', '</', '>/'],
  ...['+', '-', '*', '/', '%', '^', '@', '#', '"', "'", '`', '\\', ' ', '\n', '.', '_', '$', '!', '~', ';'],
  ...['and', 'or', 'unless', 'atan2', 'bool', 'on', 'ignoring', 'group_left', 'group_right', 'by', 'without'],
  ...['offset', 'anchored', 'smoothed', 'start()', 'end()', 'fill(0)', 'SUM', 'sum', 'topk', 'count_values'],
  ...['rate', 'rate(', 'abs(', 'vector(1)', 'time()', 'limitk', 'info(', 'nosuch(', 'inf', 'NaN', 'step()'],
  ...['0', '1', '5m', '1h30m', '0s', '-5m', '1e3', '0x1f', '08', '1_000', '1.5.2', '5x', '1m5h', '9999999y'],
  ...['foo', 'foo[5m]', 'foo{a="b"}', 'foo[5m:]', '"x"', '{a=""}', '{a=~"("}', '{a=~".*"}', '{"a"}', 'a:b'],
  ...['by (a)', 'on (a)', 'offset 5m', '@ 5', '[5m]', '[5m:1m]', '[0]', '()', ',,', '\\x', '\u00e9'],
];

/** A part of an expression: a word, a number, a string, white space or one sign. */
const TOKENS =
  /[a-zA-Z_:][\w:]*|[\d.][\w.]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`|\s+|[=!<>]=|[=!]~|./gsu;

/** So many mutations of the corpus, the same for the same seed. */
export function mutations(count: number, seed: number): string[] {
  const random = randomFrom(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  return Array.from({ length: count }, () => {
    const tokens = pick(CORPUS).match(TOKENS) ?? [];
    // Most are changed once: the verdict on those is the hardest.
    for (let changes = 1 + Math.floor(random() ** 3 * 4); changes > 0; changes -= 1)
      change(tokens, { below, pick });
    return tokens.join('');
  });
}

interface Chance {
  below(most: number): number;
  pick<T>(all: readonly T[]): T;
}

function change(tokens: string[], { below, pick }: Chance): void {
  const at = below(tokens.length + 1);
  switch (below(7)) {
    case 0:
      tokens.splice(at, 1);
      break;
    case 1:
      tokens.splice(at, 0, tokens[at] ?? ' ');
      break;
    case 2:
      tokens.splice(at, 0, pick(PARTS));
      break;
    case 3:
      tokens.splice(at, 1, pick(PARTS));
      break;
    case 4:
      // Another expression's part, which fits more often.
      tokens.splice(at, 1, pick(pick(CORPUS).match(TOKENS) ?? [' ']));
      break;
    case 5: {
      const other = below(tokens.length);
      [tokens[at], tokens[other]] = [tokens[other] ?? '', tokens[at] ?? ''];
      break;
    }
    default: {
      const token = tokens[at] ?? '';
      const cut = below(token.length + 1);
      tokens[at] = token.slice(0, cut) + token.slice(cut + 1);
    }
  }
}

/** Numbers from 0 up to 1 (Marsaglia's xorshift of 32 bits). */
function randomFrom(seed: number): () => number {
  let state = (seed ^ 0x9e_37_79_b9) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
