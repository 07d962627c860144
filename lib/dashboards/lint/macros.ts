/** A variable or macro of the UI in a query: `$job`, `${job:regex}`, `[[job]]`, `$__rate_interval`. */
export interface Macro {
  name: string;
  /** `regex` in `${job:regex}`. */
  format: string | undefined;
  /** Where it is written, the end exclusive, in UTF-16 units. */
  start: number;
  end: number;
  /**
   * What has to be there: part of a string, a duration, its unit or its digits, a number, a label, the value of a matcher, a whole matcher, or any
   * part of an expression.
   */
  place: 'string' | 'duration' | 'unit' | 'digits' | 'number' | 'label' | 'value' | 'matcher' | 'any';
}

/** Those that the UI sets itself; what `__` begins is never a variable of the dashboard. */
export const isBuiltIn = (name: string): boolean => name.startsWith('__');

const MACRO =
  /\$(?<plain>[A-Za-z_]\w*)|\$\{(?<braced>[A-Za-z_]\w*)(?:\.[^:}\s]{1,100})?(?::(?<format>[^}]{1,100}))?\}|\[\[(?<old>[A-Za-z_]\w*?)(?::(?<oldFormat>\w+))?\]\]/y;

/** Every macro in a text, wherever it is. `$1` is a group of `label_replace`. */
export function* macrosIn(text: string): Generator<Omit<Macro, 'place'>> {
  for (let at = text.search(/\$|\[\[/); at !== -1 && at < text.length; at += 1) {
    const macro = macroAt(text, at);
    if (!macro) continue;
    yield macro;
    at = macro.end - 1;
  }
}

function macroAt(text: string, at: number): Omit<Macro, 'place'> | undefined {
  const first = text[at];
  if (first !== '$' && first !== '[') return undefined;
  MACRO.lastIndex = at;
  const { plain, braced, format, old, oldFormat } = MACRO.exec(text)?.groups ?? {};
  const name = plain ?? braced ?? old;
  return name === undefined
    ? undefined
    : { name, format: format ?? oldFormat, start: at, end: MACRO.lastIndex };
}

/** The macros of a query in PromQL, with what has to be in their places. */
export function placedMacros(query: string): Macro[] {
  const macros: Macro[] = [];
  let quote = '';
  let around = '';
  for (let at = 0; at < query.length; at += 1) {
    const macro = macroAt(query, at);
    if (macro) {
      macros.push({ ...macro, place: placeOf(query, macro, { quote, around }) });
      at = macro.end - 1;
      continue;
    }
    const character = query.charAt(at);
    if (quote !== '') {
      if (character === '\\' && quote !== '`') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '#') {
      const end = query.indexOf('\n', at);
      if (end === -1) break;
      at = end;
    } else if (QUOTES.has(character)) quote = character;
    else if (character === '{' || character === '[') around = character;
    else if (character === '}' || character === ']') around = '';
  }
  return macros;
}

const QUOTES = new Set(['"', "'", '`']);

function placeOf(
  query: string,
  { name, start, end }: Omit<Macro, 'place'>,
  { quote, around }: { quote: string; around: string },
): Macro['place'] {
  if (quote !== '') return 'string';
  const [before, after] = [query.slice(Math.max(0, start - LOOK), start), query.slice(end, end + LOOK)];
  if (around === '[' || /\boffset\s+-?$/i.test(before)) {
    if (/^(?:ms|[smhdwy])/.test(after)) return 'digits';
    return /\d$/.test(before) ? 'unit' : 'duration';
  }
  if (around === '{') {
    if (/[=~]\s*$/.test(before)) return 'value';
    if (/\w$/.test(before) || /^\w/.test(after) || /^\s*(?:=|!)/.test(after)) return 'label';
    return /[{,]\s*$/.test(before) && /^\s*[,}]/.test(after) ? 'matcher' : 'any';
  }
  if (/@\s*$/.test(before) || NUMBERS.has(name)) return 'number';
  if (DURATIONS.has(name)) return 'duration';
  return 'any';
}

/** How far around a macro is looked. */
const LOOK = 40;

/** What the UI replaces by a number, and by a duration. */
const NUMBERS = new Set(['__interval_ms', '__range_s', '__range_ms', '__rate_interval_ms', '__from', '__to']);
const DURATIONS = new Set(['__interval', '__range', '__rate_interval']);

/** A query without macros. */
export interface Expanded {
  text: string;
  /** The offset in the query of a character of the text. What replaces a macro is where the macro is. */
  offset(at: number): number;
  /** Whether a part of the text comes from a macro, or contains one. */
  hasMacro(from: number, to: number): boolean;
}

/** What each place gets. A value without quotes is left without them: the UI adds none, unless it is asked to. */
const VALUES: Record<Exclude<Macro['place'], 'any'>, string> = {
  string: 'x',
  duration: '5m',
  unit: 'm',
  digits: '1',
  number: '1',
  label: 'x',
  value: 'x',
  matcher: 'x="x"',
};

/** Formats of a variable that write it as a text in quotes. */
export const isQuoted = ({ format }: Pick<Macro, 'format'>): boolean =>
  format === 'doublequote' || format === 'singlequote' || format === 'json';

/** Replaces the macros of a query. @param any what those get that may be any part of an expression, by name. */
export function expanded(
  query: string,
  macros: readonly Macro[],
  any: ReadonlyMap<string, string>,
): Expanded {
  let text = '';
  let read = 0;
  const parts: { at: number; length: number; start: number; isMacro: boolean }[] = [];
  const add = (written: string, start: number, isMacro: boolean): void => {
    parts.push({ at: text.length, length: written.length, start, isMacro });
    text += written;
  };
  for (const macro of macros) {
    const { name, place, start, end } = macro;
    add(query.slice(read, start), read, false);
    const isText = place === 'value' && isQuoted(macro);
    add(isText ? '"x"' : place === 'any' ? (any.get(name) ?? 'x') : VALUES[place], start, true);
    read = end;
  }
  add(query.slice(read), read, false);
  const replaced = parts.filter(({ isMacro }) => isMacro);
  return {
    text,
    offset: (at) => {
      const part = parts[countWhile(parts, (one) => one.at <= at) - 1];
      return part ? part.start + (part.isMacro ? 0 : at - part.at) : at;
    },
    hasMacro: (from, to) => {
      const first = replaced[countWhile(replaced, ({ at, length }) => at + length <= from)];
      return first !== undefined && first.at < to;
    },
  };
}

/** How many of the first items something is true of, if it is true of none after them. A query may have many thousands of parts. */
function countWhile<T>(items: readonly T[], isTrue: (item: T) => boolean): number {
  let [count, end] = [0, items.length];
  while (count < end) {
    const middle = (count + end) >> 1;
    const item = items[middle];
    if (item !== undefined && isTrue(item)) count = middle + 1;
    else end = middle;
  }
  return count;
}
