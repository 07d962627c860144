/** Random texts of values files, as people write them. */

/** A source of numbers from 0 to 1: the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const KEYS = [
  'a',
  'b',
  'c',
  'list',
  'enabled',
  'name',
  'replicas',
  '"quoted key"',
  'x-y',
  'on',
  'y',
  '1',
  '1.5',
  'null',
];

/** What Go's parser, YAML 1.1 and YAML 1.2 read differently, among ordinary scalars. */
const SCALARS = [
  ...['1', '-1', '0', '007', '0755', '0o17', '0x1F', '0b11', '1_000', '+12', '12345678901234567890', '089'],
  ...['1.5', '.5', '1.', '1e3', '1.5E-3', '-1e+2', '1_0.5'],
  ...['true', 'false', 'True', 'yes', 'No', 'on', 'OFF', 'y', 'n', 'Y'],
  ...['null', '~', 'Null', ''],
  ...[
    'text',
    'a b',
    '"yes"',
    "'no'",
    '"line\\nbreak"',
    "'it''s'",
    '1:30',
    '1.2.3',
    '2020-01-01',
    '=',
    '100Gi',
    '"{{ .x }}"',
  ],
  ...['2020-01-01T00:00:00Z', '12h30m', 'http://x/y#z', '0x', '1e', '--1', 'é', '10m # comment', '"#"'],
];

/** A file of values; now and then with anchors, merges, equal keys, several documents, CRLF or a byte order mark. */
export function randomValues(random: () => number): string {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const chance = (share: number): boolean => random() < share;
  const anchors: string[] = [];
  const isSafeKey = (key: string): boolean => key !== 'null';

  const flow = (depth: number): string => {
    const items = Array.from({ length: Math.floor(random() * 3) }, () => depth);
    const scalar = (): string => pick(['1', 'text', '"a, b"', 'true', 'null', "'x'", '~']);
    const inner = (): string => (depth > 0 && chance(0.3) ? flow(depth - 1) : scalar());
    return chance(0.5)
      ? `[${items.map(inner).join(', ')}]`
      : `{${[...new Set(items.map(() => pick(KEYS.filter(isSafeKey))))].map((key) => `${key}: ${inner()}`).join(', ')}}`;
  };
  const value = (indent: string, depth: number): string => {
    if (depth > 0 && chance(0.35)) return `\n${map(`${indent}  `, depth - 1)}`;
    if (depth > 0 && chance(0.2)) return `\n${list(chance(0.5) ? indent : `${indent}  `, depth - 1)}`;
    if (chance(0.12)) return ` ${flow(1)}`;
    if (anchors.length > 0 && chance(0.08)) return ` *${pick(anchors)}`;
    if (chance(0.05)) return ` |\n${indent}  some\n${indent}   text\n`.trimEnd();
    return ` ${pick(SCALARS)}`;
  };
  const map = (indent: string, depth: number): string => {
    const keys = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(KEYS)).filter(isSafeKey);
    const own = chance(0.03) ? keys : [...new Set(keys)];
    const lines = (own.length > 0 ? own : ['a']).map((key) => {
      const comment = chance(0.15) ? `${indent}# about ${key}\n` : '';
      return `${comment}${indent}${key}:${value(indent, depth)}\n`;
    });
    return lines.join('').trimEnd();
  };
  const list = (indent: string, depth: number): string =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      chance(0.3)
        ? `${indent}- name:${value(`${indent}  `, 0)}\n${indent}  a: 1\n`
        : `${indent}-${value(`${indent}  `, depth)}\n`,
    )
      .join('')
      .trimEnd();

  const head = chance(0.2) ? 'base: &base {p: 1, q: {r: 2}}\n' : '';
  if (head) anchors.push('base');
  const merged = head && chance(0.5) ? 'merged:\n  <<: *base\n  p: 3\n' : '';
  const body = `${head}${merged}${map('', 3)}\n`;
  const marked = chance(0.1) ? `---\n${body}` : body;
  const more = chance(0.05) ? `${marked}---\nsecond: document\n` : marked;
  // Without a line feed after its last line, parsers differ on the end of a block of text.
  const ended = chance(0.15) && !more.endsWith(' text\n') ? more.trimEnd() : more;
  const lines = chance(0.15) ? ended.replaceAll('\n', '\r\n') : ended;
  return chance(0.1) ? `\uFEFF${lines}` : lines;
}
