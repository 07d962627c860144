import { oneLine } from '../../words/text.ts';

/** The expected type of an external value. `text` also allows a number: a string written in YAML without quotes. */
export type Shape =
  | keyof typeof plain
  | { list: Shape }
  | { map: Shape }
  | { fields: Readonly<Record<string, Shape>>; required?: readonly string[] };

/** The result of `read` for a shape when unknown fields are dropped. */
export type Read<S> = S extends { list: infer Item }
  ? Read<Item>[]
  : S extends { map: infer Item }
    ? Record<string, Read<Item>>
    : S extends { fields: infer Fields }
      ? { -readonly [Field in keyof Fields]?: Read<Fields[Field]> }
      : S extends 'boolean'
        ? boolean
        : S extends 'string' | 'base64'
          ? string
          : unknown;

/** Fields that all have one shape. */
export const each = <const S extends Shape, Name extends string>(
  shape: S,
  ...names: Name[]
): Record<Name, S> => Object.fromEntries(names.map((name) => [name, shape])) as Record<Name, S>;

/** Scalars, with their names in messages. */
const plain = {
  string: { words: 'a string', is: (value: unknown) => typeof value === 'string' },
  number: { words: 'a number', is: (value: unknown) => typeof value === 'number' },
  boolean: { words: 'a boolean', is: (value: unknown) => typeof value === 'boolean' },
  base64: { words: 'base64 data', is: isBase64 },
  text: { words: 'a string', is: (value: unknown) => ['string', 'number'].includes(typeof value) },
  any: { words: 'a value', is: () => true },
};

function isBase64(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const packed = value.replace(/[\r\n]/g, '');
  return packed.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(packed);
}

/**
 * A copy of a value in which every known field has its shape. Nulls are dropped, as in Go; unknown fields are kept or
 * dropped.
 *
 * @throws {Error} that names the first field of another shape, `users[0].user.token: expected a string, not a number`.
 */
export function read(
  value: unknown,
  shape: Shape,
  { at = '', unknown }: { at?: string; unknown: 'keep' | 'drop' },
): unknown {
  if (typeof shape === 'string') return plain[shape].is(value) ? value : wrong(at, plain[shape].words, value);
  if ('list' in shape) {
    if (!Array.isArray(value)) return wrong(at, 'a list', value);
    return value.map((item, index) => read(item, shape.list, { at: `${at}[${index}]`, unknown }));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return wrong(at, 'a mapping', value);
  const inside = (key: string): string => (at ? `${at}.${oneLine(key)}` : oneLine(key));
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const inner = shapeOf(shape, key);
    if (item === null && (inner !== undefined || unknown === 'drop')) return [];
    if (inner === undefined) return unknown === 'keep' ? [[key, item]] : [];
    return [[key, read(item, inner, { at: inside(key), unknown })]];
  });
  const found = Object.fromEntries(entries);
  const required = 'fields' in shape ? shape.required : undefined;
  const missing = required?.find((key) => !Object.hasOwn(found, key));
  return missing === undefined ? found : wrong(inside(missing), 'a value', null);
}

function shapeOf(shape: Exclude<Shape, string | { list: Shape }>, key: string): Shape | undefined {
  if ('map' in shape) return shape.map;
  return Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
}

/** Never includes the value: it may be a secret. */
function wrong(at: string, expected: string, value: unknown): never {
  const kind = Array.isArray(value) ? 'list' : typeof value;
  const found =
    value === null
      ? 'nothing'
      : kind === 'string'
        ? 'other text'
        : kind === 'object'
          ? 'a mapping'
          : `a ${kind}`;
  throw new Error(`${at || 'the root'}: expected ${expected}, not ${found}`);
}
