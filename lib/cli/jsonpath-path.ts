import { QUOTED, unquoted } from './jsonpath-quoted.ts';

/**
 * Paths as kubectl has them, which differ from other dialects in what they escape, quote and compare. A library would take a
 * filter for a program and run it; here it is one comparison.
 */

/** The values that a path finds; none where a key is not there. */
export type Find = (value: unknown) => unknown[];

type Step = (values: unknown[]) => unknown[];

/** Undefined where the text is no path. As in kubectl, `$` and `@` are the same: what the path is asked of. */
export function findBy(path: string): Find | undefined {
  const [, start, rest = ''] = /^([$@]?)(.*)$/s.exec(path) ?? [];
  if (!start && !/^[.[]/.test(rest)) return undefined;
  const steps = rest === '.' ? [] : stepsOf(rest);
  return steps && ((value) => steps.reduce<unknown[]>((values, step) => step(values), [value]));
}

function stepsOf(path: string): Step[] | undefined {
  const steps: Step[] = [];
  for (let rest = path; rest !== ''; ) {
    const [all, dots = '', key, inside] = TOKEN.exec(rest) ?? [];
    if (all === undefined || (dots === '' && key !== undefined)) return undefined;
    const step = key === undefined ? bracketed(inside ?? '') : named(key.replaceAll(/\\(.)/g, '$1'), key);
    if (!step) return undefined;
    if (dots === '..') steps.push((values) => values.flatMap(selfAndInner));
    steps.push(step);
    rest = rest.slice(all.length);
  }
  return steps;
}

/** `.key`, `..key`, `[…]` or `..[…]`. */
const TOKEN = new RegExp(
  String.raw`^(\.{0,2})(?:((?:\\.|[^.[\]\\\s"'(){}])+)|\[((?:${QUOTED}|[^\]"'])*)\])`,
  's',
);

const named = (key: string, written: string): Step =>
  written === '*' ? every : (values) => values.flatMap((value) => member(value, key));

function bracketed(text: string): Step | undefined {
  const inside = text.trim();
  if (inside === '*') return every;
  if (inside.startsWith('?')) return filter(inside);
  if (/^-?\d+(\s*,\s*-?\d+)*$/.test(inside)) {
    const indices = inside.split(',').map(Number);
    return (values) =>
      values.flatMap((value) => indices.flatMap((index) => present(itemsOf(value).at(index))));
  }
  if (KEYS.test(inside)) {
    const keys = [...inside.matchAll(new RegExp(QUOTED, 'gs'))].map(([word]) => unquoted(word));
    return (values) => values.flatMap((value) => keys.flatMap((key) => member(value, key)));
  }
  const slice = /^(-?\d*):(-?\d*)(?::(\d+))?$/.exec(inside);
  if (!slice || slice[3] === '0') return undefined;
  const [from, to] = slice.slice(1, 3).map((word) => (word ? Number(word) : undefined));
  const stride = Number(slice[3] ?? 1);
  return (values) =>
    values.flatMap((value) =>
      itemsOf(value)
        .slice(from, to)
        .filter((_item, index) => index % stride === 0),
    );
}

const KEYS = new RegExp(`^(?:${QUOTED})(?:\\s*,\\s*(?:${QUOTED}))*$`, 's');

const every: Step = (values) => values.flatMap(membersOf);

/** `?(@.path)`, or `?(A OP B)` where each side is a path, a text in quotes, a number, true or false. */
function filter(inside: string): Step | undefined {
  const [, left = '', operator, right = ''] = FILTER.exec(inside) ?? [];
  const [first, second] = [operandOf(left), operandOf(right)];
  if (!first || (operator !== undefined && !second)) return undefined;
  const holds = operator && second ? comparison(operator, first, second) : exists(first);
  return (values) => values.flatMap(membersOf).filter(holds);
}

const OPERAND = `${QUOTED}|(?:${QUOTED}|[^\\s"'=!<>])+`;
const FILTER = new RegExp(`^\\?\\(\\s*(${OPERAND})\\s*(?:(==|!=|<=|>=|<|>)\\s*(${OPERAND}))?\\s*\\)$`, 's');

function operandOf(text: string): Find | undefined {
  if (/^["']/.test(text)) return constant(unquoted(text));
  if (/^-?\d+(\.\d+)?$/.test(text)) return constant(Number(text));
  if (text === 'true' || text === 'false') return constant(text === 'true');
  return findBy(text);
}

const constant =
  (value: unknown): Find =>
  () => [value];

type Holds = (item: unknown) => boolean;

const exists =
  (find: Find): Holds =>
  (item) =>
    find(item).length > 0;

/** False where a side is not there. */
const comparison =
  (operator: string, first: Find, second: Find): Holds =>
  (item) => {
    const [left, right] = [first(item), second(item)];
    if (left.length === 0 || right.length === 0) return false;
    return OPERATORS[operator]?.(left[0] as number, right[0] as number) ?? false;
  };

/** Numbers by their size, texts by their order; what is not of one type is not equal, and has no order. */
const OPERATORS: Record<string, (left: number, right: number) => boolean> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => typeof left === typeof right && left < right,
  '<=': (left, right) => typeof left === typeof right && left <= right,
  '>': (left, right) => typeof left === typeof right && left > right,
  '>=': (left, right) => typeof left === typeof right && left >= right,
};

const present = (value: unknown): unknown[] => (value === undefined ? [] : [value]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const member = (value: unknown, key: string): unknown[] =>
  isObject(value) && Object.hasOwn(value, key) ? present(value[key]) : [];

const membersOf = (value: unknown): unknown[] => (isObject(value) ? Object.values(value) : itemsOf(value));

const selfAndInner = (value: unknown): unknown[] => [value, ...membersOf(value).flatMap(selfAndInner)];
