import type { AlertConfig, Labels, Route } from './alert-facts.ts';
import { pathsFor, receiverOf } from './routes.ts';
import { mutedBy } from './time-intervals.ts';

/** A node of the routing tree with what a user should know of it. */
export interface RouteView {
  route: Route;
  /** Types of its receiver's integrations, such as `webhook`; none if it notifies no one. */
  integrations: string[];
  /** Time intervals because of which it notifies no one now. */
  mutedBy: string[];
  /** Whether an alert with the given labels comes by; whether its receiver is told of it. */
  isTaken: boolean;
  isReached: boolean;
  routes: RouteView[];
}

/** The tree of a configuration. Without labels, no route is taken. */
export function viewRoutes(config: AlertConfig, labels: Labels | undefined, now: Date): RouteView {
  const paths = labels ? pathsFor(config.route, labels) : [];
  const taken = new Set(paths.flat());
  const reached = new Set(paths.map((path) => path.at(-1)));
  const view = (route: Route): RouteView => ({
    route,
    integrations: receiverOf(config, route.receiver)?.integrations.map(({ type }) => type) ?? [],
    mutedBy: mutedBy(route, config.timeIntervals, now),
    isTaken: taken.has(route),
    isReached: reached.has(route),
    routes: route.routes.map(view),
  });
  return view(config.route);
}

/** The routes whose receivers are told, in the order of the tree. */
export const reachedIn = (view: RouteView): RouteView[] => [
  ...(view.isReached ? [view] : []),
  ...view.routes.flatMap(reachedIn),
];

/** Why no one is notified now of an alert that reaches these routes; undefined if someone is. */
export function whyUnnotified(reached: readonly RouteView[]): 'no-receiver' | 'muted' | undefined {
  const able = reached.filter(({ integrations }) => integrations.length > 0);
  if (able.length === 0) return 'no-receiver';
  return able.every((view) => view.mutedBy.length > 0) ? 'muted' : undefined;
}

/** What a route sets otherwise than its parent, or all of it for the root. */
export function settingsOf(
  { groupBy, groupWait, groupInterval, repeatInterval }: Route,
  parent: Route | undefined,
): Partial<Pick<Route, 'groupBy' | 'groupWait' | 'groupInterval' | 'repeatInterval'>> {
  return {
    ...(JSON.stringify(groupBy) !== JSON.stringify(parent?.groupBy) && { groupBy }),
    ...(groupWait !== parent?.groupWait && { groupWait }),
    ...(groupInterval !== parent?.groupInterval && { groupInterval }),
    ...(repeatInterval !== parent?.repeatInterval && { repeatInterval }),
  };
}
