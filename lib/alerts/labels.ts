import type { Labels, Matcher, Route } from './alert-facts.ts';
import { literalsOf } from './literals.ts';
import { isMatch } from './matchers.ts';
import { routesFor } from './routes.ts';

/**
 * The given labels with those that lead an alert to a receiver, as few as its route asks for; undefined if none are found. Given
 * ones are never changed.
 */
export function labelsReaching(root: Route, receiver: string, given: Labels): Labels | undefined {
  let tries = 0;
  for (const path of pathsTo(root, receiver))
    for (const labels of candidatesFor(
      path.flatMap(({ matchers }) => matchers),
      given,
    )) {
      if (routesFor(root, labels).some((route) => route.receiver === receiver)) return labels;
      tries += 1;
      if (tries === MOST_TRIES) return undefined;
    }
  return undefined;
}

/** Alternatives multiply. */
const MOST_TRIES = 1_000;

/** The routes to a receiver, each with those above it. */
function* pathsTo(route: Route, receiver: string, above: readonly Route[] = []): Generator<Route[]> {
  const path = [...above, route];
  if (route.receiver === receiver) yield path;
  for (const child of route.routes) yield* pathsTo(child, receiver, path);
}

/** The given labels with others that fulfill all matchers, in every combination of the values to try. */
function candidatesFor(matchers: readonly Matcher[], given: Labels): Iterable<Labels> {
  const unmet = matchers.filter((matcher) => !isMatch([matcher], given)).map(({ name }) => name);
  const choices = Array.from(new Set(unmet), (name) => {
    const own = matchers.filter((matcher) => matcher.name === name);
    const values = Object.hasOwn(given, name) ? [] : own.flatMap(valuesOf);
    return [...new Set(values)].map((value) => ({ [name]: value })).filter((label) => isMatch(own, label));
  });
  return choices.some(({ length }) => length === 0) ? [] : combinations(given, choices);
}

function* combinations(labels: Labels, choices: readonly Labels[][]): Generator<Labels> {
  const [first, ...rest] = choices;
  if (first) for (const label of first) yield* combinations({ ...labels, ...label }, rest);
  else yield labels;
}

/** Values to try for a label. */
const valuesOf = ({ op, value }: Matcher): string[] =>
  op === '=' ? [value] : op === '=~' ? [...literalsOf(value), ANY] : [ANY];

/** A value that matches where any text does. */
const ANY = 'test';

/** `invalid`: no Alertmanager takes the label as it is. `needs-utf8`: only Alertmanager 0.27 and later take it. */
export interface LabelProblem {
  kind: 'invalid' | 'needs-utf8';
  message: string;
}

/** What is wrong with a label that a user gives; undefined if nothing is. */
export function labelProblem(name: string, value: string): LabelProblem | undefined {
  const invalid = (message: string): LabelProblem => ({ kind: 'invalid', message });
  const quoted = JSON.stringify(name);
  if (name === '') return invalid('a label needs a name');
  if (!name.isWellFormed()) return invalid(`the label name ${quoted} is not valid Unicode`);
  if (value === '') return invalid(`the label ${quoted} has no value: Alertmanager drops it`);
  if (!value.isWellFormed()) return invalid(`the value of the label ${quoted} is not valid Unicode`);
  return CLASSIC.test(name)
    ? undefined
    : {
        kind: 'needs-utf8',
        message: `the label name ${quoted} needs Alertmanager 0.27 or later: older ones take letters, digits and _`,
      };
}

const CLASSIC = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
