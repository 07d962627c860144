import type { AlertConfig, Labels, Receiver, Route } from './alert-facts.ts';
import { isMatch } from './matchers.ts';

/** The routes that an alert takes, in the order of the tree. */
export const routesFor = (root: Route, labels: Labels): Route[] =>
  pathsFor(root, labels).flatMap((path) => path.slice(-1));

/**
 * The same, each with the routes above it, from the root on. An alert takes the first child that matches, also the next ones while
 * those before them continue, and a route of which no child matches itself.
 */
export function pathsFor(root: Route, labels: Labels): Route[][] {
  if (!isMatch(root.matchers, labels)) return [];
  const paths: Route[][] = [];
  for (const child of root.routes) {
    const found = pathsFor(child, labels);
    for (const path of found) paths.push([root, ...path]);
    if (found.length > 0 && !child.continues) break;
  }
  return paths.length > 0 ? paths : [[root]];
}

/** All routes of a tree, each before its children. */
export function* walk(root: Route): Generator<Route> {
  yield root;
  for (const child of root.routes) yield* walk(child);
}

/** The labels of the group that an alert joins on a route: those it groups by, as far as the alert has them. */
export const groupLabels = ({ groupBy }: Pick<Route, 'groupBy'>, labels: Labels): Labels =>
  groupBy === 'all'
    ? labels
    : Object.fromEntries(Object.entries(labels).filter(([name]) => groupBy.includes(name)));

/** The receiver with a name. */
export const receiverOf = (
  { receivers }: Pick<AlertConfig, 'receivers'>,
  name: string,
): Receiver | undefined => receivers.find((receiver) => receiver.name === name);
