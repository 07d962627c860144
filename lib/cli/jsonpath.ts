import { usageError } from '../words/errors.ts';
import { printable } from '../words/text.ts';

/** A string in single or double quotes, as the source of a regular expression. */
const QUOTED = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;

/** Renders a part of a template from data. */
type Part = (value: unknown) => string;

/**
 * Compiles a template of `kubectl get -o jsonpath=`: text, and in braces paths, quoted text, and `range PATH` … `end`. As in kubectl,
 * several values of a path are separated by a space, lists and objects are rendered as JSON, and a missing key as nothing.
 *
 * @throws {CommandError} of kind usage if the template is invalid.
 */
export function jsonPathTemplate(template: string): (data: object) => string {
  const actions = actionsOf(template);
  const parts = partsOf(actions, template, false);
  return (data) => printable(parts.map((part) => part(data)).join(''));
}

/** The content of a pair of braces, or the text outside of them. */
interface Action {
  kind: 'text' | 'range' | 'end' | 'path';
  text: string;
}

function actionsOf(template: string): Action[] {
  const actions: Action[] = [];
  for (let rest = template; rest !== ''; ) {
    const outside = /^[^{]+/.exec(rest)?.[0];
    const braces = outside === undefined ? BRACES.exec(rest) : null;
    if (outside !== undefined) actions.push({ kind: 'text', text: outside });
    else if (braces) actions.push(...inside((braces[1] ?? '').trim()));
    else throw invalid(template, `missing closing brace after "${rest.slice(0, 20)}"`);
    rest = rest.slice(outside?.length ?? braces?.[0].length);
  }
  return actions;
}

const BRACES = new RegExp(`^\\{((?:${QUOTED}|[^{}"'])*)\\}`, 's');
const TEXT = new RegExp(`^(?:${QUOTED})$`, 's');

function inside(text: string): Action[] {
  const [, path] = /^range\s+(.+)$/s.exec(text) ?? [];
  if (path !== undefined) return [{ kind: 'range', text: path }];
  if (text === 'end') return [{ kind: 'end', text }];
  if (TEXT.test(text)) return [{ kind: 'text', text: unquoted(text) }];
  return text === '' ? [] : [{ kind: 'path', text }];
}

/** Consumes actions until the list or the current range ends. */
function partsOf(actions: Action[], template: string, inRange: boolean): Part[] {
  const parts: Part[] = [];
  for (let action = actions.shift(); action; action = actions.shift()) {
    const { kind, text } = action;
    if (kind === 'text') parts.push(() => text);
    else if (kind === 'path') {
      const find = finderOf(text, template);
      parts.push((value) => find(value).map(textOf).join(' '));
    } else if (kind === 'range') {
      const find = finderOf(text, template);
      const body = partsOf(actions, template, true);
      parts.push((value) =>
        find(value)
          .flatMap((item) => body.map((part) => part(item)))
          .join(''),
      );
    } else if (inRange) return parts;
    else throw invalid(template, '"end" without "range"');
  }
  if (inRange) throw invalid(template, '"range" without "end"');
  return parts;
}

function finderOf(path: string, template: string): Find {
  const find = findBy(path);
  if (!find) throw invalid(template, `"${path}" is not a valid path`);
  return find;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const invalid = (template: string, problem: string): Error =>
  usageError(
    `invalid jsonpath "${template}": ${problem}`,
    `Use a template such as '{range .items[*]}{.metadata.name}{"\\n"}{end}', in single quotes.`,
  );

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' };

const unquoted = (word: string): string =>
  word.slice(1, -1).replaceAll(/\\(.)/gs, (_escape, letter: string) => ESCAPES[letter] ?? letter);

/**
 * Finds the values of a path; none if a key is missing. kubectl's paths escape, quote and compare differently from other dialects,
 * and a library would evaluate a filter as a program, where here it is one comparison.
 */
type Find = (value: unknown) => unknown[];

type Step = (values: unknown[]) => unknown[];

/** Undefined if the text is not a path. As in kubectl, `$` and `@` are the same: the current value. */
function findBy(path: string): Find | undefined {
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

/** `?(@.path)`, or `?(A OP B)` with paths, quoted text, numbers, true or false. */
function filter(inside: string): Step | undefined {
  const [, left = '', operator, right = ''] = FILTER.exec(inside) ?? [];
  const [first, second] = [operandOf(left), operandOf(right)];
  if (!first || (operator !== undefined && !second)) return undefined;
  const matches = (item: unknown): boolean =>
    operator && second ? compare(operator, first(item), second(item)) : first(item).length > 0;
  return (values) => values.flatMap(membersOf).filter(matches);
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

/** Compares numbers, or text alphabetically. Values of different types are only unequal; a missing side never matches. */
function compare(operator: string, [left]: unknown[], [right]: unknown[]): boolean {
  if (left === undefined || right === undefined) return false;
  if (typeof left !== typeof right) return operator === '!=';
  return OPERATORS[operator]?.(left as number, right as number) ?? false;
}

const OPERATORS: Record<string, (left: number, right: number) => boolean> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

const present = (value: unknown): unknown[] => (value === undefined ? [] : [value]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const member = (value: unknown, key: string): unknown[] =>
  isObject(value) && Object.hasOwn(value, key) ? present(value[key]) : [];

const membersOf = (value: unknown): unknown[] => (isObject(value) ? Object.values(value) : itemsOf(value));

const selfAndInner = (value: unknown): unknown[] => [value, ...membersOf(value).flatMap(selfAndInner)];
