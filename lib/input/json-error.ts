/** Where a text stops being JSON (RFC 8259). Line and column count from 1, in UTF-16 units. */
export interface JsonError {
  line: number;
  column: number;
  /** What stands there: `unexpected "}"`, `unexpected end of file`. */
  message: string;
}

/** Why a text is no JSON; undefined where it is. Node's own parser says the place of some errors only. */
export function jsonErrorIn(text: string): JsonError | undefined {
  const offset = errorOffset(text);
  if (offset === undefined) return undefined;
  const before = text.slice(0, offset).split('\n');
  return {
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    message: offset < text.length ? `unexpected ${excerpt(text, offset)}` : 'unexpected end of file',
  };
}

/** A token as far as it goes; what is none is told by its first character. */
const TOKEN =
  /[\t\n\r ]+|[[\]{}:,]|"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/uy;

/** What may come next. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing';

function errorOffset(text: string): number | undefined {
  const open: string[] = [];
  let expected: Expected = 'value';
  for (let offset = 0; offset < text.length; ) {
    TOKEN.lastIndex = offset;
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined) return offset;
    const next: Expected | undefined = /^[\t\n\r ]/.test(token) ? expected : after(token, expected, open);
    if (next === undefined) return offset;
    expected = next;
    offset += token.length;
  }
  return expected === 'nothing' ? undefined : text.length;
}

/** What may come after a token; undefined where the token may not stand there. `open` is kept up to date. */
function after(token: string, expected: Expected, open: string[]): Expected | undefined {
  const inside = (): Expected => (open.length > 0 ? ', or end' : 'nothing');
  const wantsValue = expected === 'value' || expected === 'value or ]';
  const wantsKey = expected === 'key' || expected === 'key or }';
  switch (token) {
    case '{':
    case '[':
      if (!wantsValue) return undefined;
      open.push(token === '{' ? '}' : ']');
      return token === '{' ? 'key or }' : 'value or ]';
    case '}':
    case ']':
      if (expected !== ', or end' && !expected.endsWith(` or ${token}`)) return undefined;
      return open.pop() === token ? inside() : undefined;
    case ':':
      return expected === ':' ? 'value' : undefined;
    case ',':
      if (expected !== ', or end') return undefined;
      return open.at(-1) === '}' ? 'key' : 'value';
    default:
      if (wantsValue) return inside();
      return wantsKey && token.startsWith('"') ? ':' : undefined;
  }
}

const excerpt = (text: string, offset: number): string =>
  JSON.stringify(/^"[^"\n]{0,20}|^[\w.+-]{1,20}|^./su.exec(text.slice(offset))?.[0] ?? '');
