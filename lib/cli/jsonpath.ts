import { usageError } from '../words/errors.ts';
import { printable } from '../words/text.ts';
import { type Find, findBy } from './jsonpath-path.ts';
import { QUOTED, unquoted } from './jsonpath-quoted.ts';

/** Writes of some data what a part of a template says. */
type Part = (value: unknown) => string;

/**
 * Reads a template of `kubectl get -o jsonpath=`: text, and in braces paths, quoted text, and `range PATH` … `end`. What it gives
 * fills it in as kubectl does: several values of a path are separated by a space, lists and objects are JSON, a key that is
 * not there is nothing.
 *
 * @throws {CommandError} of usage, where the template is none.
 */
export function jsonPathTemplate(template: string): (data: object) => string {
  const actions = actionsOf(template);
  const parts = partsOf(actions, template, false);
  return (data) => printable(parts.map((part) => part(data)).join(''));
}

/** What stands between braces, or the text outside of them. */
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
    else throw invalid(template, `what begins with "${rest.slice(0, 20)}" has no closing brace`);
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

/** Takes actions until the list, or the range that they are in, ends. */
function partsOf(actions: Action[], template: string, inRange: boolean): Part[] {
  const parts: Part[] = [];
  for (let action = actions.shift(); action; action = actions.shift()) {
    const { kind, text } = action;
    if (kind === 'text') parts.push(() => text);
    else if (kind === 'path') parts.push(pathPart(finderOf(text, template)));
    else if (kind === 'range')
      parts.push(rangePart(finderOf(text, template), partsOf(actions, template, true)));
    else if (inRange) return parts;
    else throw invalid(template, 'there is an end without a range');
  }
  if (inRange) throw invalid(template, 'a range has no end');
  return parts;
}

const pathPart =
  (find: Find): Part =>
  (value) =>
    find(value).map(textOf).join(' ');

const rangePart =
  (find: Find, body: Part[]): Part =>
  (value) =>
    find(value)
      .map((item) => body.map((part) => part(item)).join(''))
      .join('');

function finderOf(path: string, template: string): Find {
  const find = findBy(path);
  if (!find) throw invalid(template, `"${path}" is no path`);
  return find;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const invalid = (template: string, problem: string): Error =>
  usageError(
    `invalid jsonpath "${template}": ${problem}`,
    `Give a template such as '{range .items[*]}{.name}{"\\n"}{end}', in single quotes.`,
  );
