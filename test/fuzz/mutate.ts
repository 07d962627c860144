import fc from 'fast-check';
import { hostileText, hostileValue } from './hostile.ts';

/** One change of a valid document: at the place of that number, counted round and round. */
interface Change {
  place: number;
  change: { kind: 'set' | 'add'; key: string; value: unknown } | { kind: 'remove' | 'repeat' };
}

export type Changes = Change[];

const key = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'name', 'items', '0', ''), hostileText);

export const changes = (most: number): fc.Arbitrary<Changes> =>
  fc.array(
    fc.record({
      place: fc.nat(100_000),
      change: fc.oneof(
        { arbitrary: fc.record({ kind: fc.constant('set' as const), key, value: hostileValue }), weight: 5 },
        { arbitrary: fc.record({ kind: fc.constant('add' as const), key, value: hostileValue }), weight: 1 },
        { arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'repeat' as const) }), weight: 2 },
      ),
    }),
    { minLength: 1, maxLength: most },
  );

/** A copy of a document of JSON with these changes in it. */
export function changed(document: unknown, all: Changes): unknown {
  return all.reduce((value, { place, change }) => {
    const copy: unknown = structuredClone(value);
    const slots = slotsOf(copy);
    const slot = slots[place % Math.max(slots.length, 1)];
    if (slot === undefined) return 'value' in change ? change.value : value;
    apply(slot, change);
    return copy;
  }, document);
}

interface Slot {
  in: Record<string, unknown>;
  key: string;
}

/** Every place of a document, from the top down. */
function slotsOf(value: unknown): Slot[] {
  const slots: Slot[] = [];
  const open = [value];
  for (let one = open.pop(); open.length > 0 || one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    for (const name of Object.keys(one)) {
      slots.push({ in: one as Record<string, unknown>, key: name });
      open.push((one as Record<string, unknown>)[name]);
    }
  }
  return slots;
}

function apply({ in: holder, key: at }: Slot, change: Change['change']): void {
  if (change.kind === 'set') holder[at] = change.value;
  else if (change.kind === 'add') define(holder, change.key, change.value);
  else if (Array.isArray(holder))
    holder.splice(
      Number(at),
      1,
      ...(change.kind === 'repeat' ? [holder[Number(at)], holder[Number(at)]] : []),
    );
  else delete holder[at];
}

/** As a parser does: `__proto__` is a key like any other. */
const define = (holder: object, name: string, value: unknown): void => {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
};

/** How the text of a valid file is spoilt. */
export type Spoiling =
  | { kind: 'none' | 'crlf' | 'bom' | 'utf16' | 'tabs' | 'twice' | 'reversed' }
  | { kind: 'cut'; at: number }
  | { kind: 'insert'; at: number; text: string }
  | { kind: 'line'; at: number; text: string }
  | { kind: 'bytes'; at: number; bytes: number[] };

const at = fc.nat(100_000);

/** Lines that YAML gives a meaning of its own: aliases that unfold, anchors of themselves, merges, documents, tags. */
const LINES = [
  'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: &g [*f,*f,*f,*f,*f,*f,*f,*f,*f]',
  'self: &self [*self]',
  '<<: *nowhere',
  '---',
  '...',
  '%YAML 9.9',
  '? [complex, key]\n: value',
  '!!binary x: y',
  'users: !!set {a, b}',
  'clusters: 1',
  '__proto__: {polluted: yes}',
  '- - - - - -',
  'deep: '.concat('['.repeat(20_000), ']'.repeat(20_000)),
  '- '.repeat(20_000),
  '\u0000',
  '}',
  '{"a":',
  '"',
];

export const spoiling: fc.Arbitrary<Spoiling> = fc.oneof(
  {
    arbitrary: fc
      .constantFrom('none', 'crlf', 'bom', 'utf16', 'tabs', 'twice', 'reversed')
      .map((kind) => ({ kind }) as Spoiling),
    weight: 4,
  },
  fc.record({ kind: fc.constant('cut' as const), at }),
  fc.record({ kind: fc.constant('insert' as const), at, text: hostileText }),
  fc.record({ kind: fc.constant('line' as const), at, text: fc.constantFrom(...LINES) }),
  fc.record({
    kind: fc.constant('bytes' as const),
    at,
    bytes: fc.array(fc.nat(255), { minLength: 1, maxLength: 4 }),
  }),
);

/** The bytes of a file with that text, spoilt. */
export function spoilt(text: string, how: Spoiling): Buffer {
  const plain = Buffer.from(text);
  switch (how.kind) {
    case 'none':
      return plain;
    case 'crlf':
      return Buffer.from(text.replaceAll('\n', '\r\n'));
    case 'bom':
      return Buffer.from(`\ufeff${text}`);
    case 'utf16':
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 'tabs':
      return Buffer.from(text.replaceAll('  ', '\t'));
    case 'twice':
      return Buffer.concat([plain, plain]);
    case 'reversed':
      return plain.reverse();
    case 'cut':
      return plain.subarray(0, how.at % (plain.length + 1));
    case 'insert':
      return withBytes(plain, how.at, Buffer.from(how.text));
    case 'bytes':
      return withBytes(plain, how.at, Buffer.from(how.bytes));
    case 'line': {
      const lines = text.split('\n');
      return Buffer.from(lines.toSpliced(how.at % (lines.length + 1), 0, how.text).join('\n'));
    }
  }
}

function withBytes(plain: Buffer, where: number, bytes: Buffer): Buffer {
  const cut = where % (plain.length + 1);
  return Buffer.concat([plain.subarray(0, cut), bytes, plain.subarray(cut)]);
}
