import { matcherText } from '../../../../lib/alerts/matchers.ts';
import type { RouteView } from '../../../../lib/alerts/route-view.ts';

/** A route as data, as Alertmanager's configuration names its fields. */
export interface RouteItem {
  matchers: string[];
  receiver: string;
  integrations: string[];
  continue: boolean;
  /** `...` alone if each alert is a group of its own. */
  groupBy: string[];
  groupWaitSeconds: number;
  groupIntervalSeconds: number;
  repeatIntervalSeconds: number;
  muteTimeIntervals: string[];
  activeTimeIntervals: string[];
  mutedBy: string[];
  taken: boolean;
  routes: RouteItem[];
}

export const routeItem = ({ route, integrations, mutedBy, isTaken, routes }: RouteView): RouteItem => ({
  matchers: route.matchers.map(matcherText),
  receiver: route.receiver,
  integrations,
  continue: route.continues,
  groupBy: route.groupBy === 'all' ? ['...'] : route.groupBy,
  groupWaitSeconds: route.groupWait,
  groupIntervalSeconds: route.groupInterval,
  repeatIntervalSeconds: route.repeatInterval,
  muteTimeIntervals: route.muteIntervals,
  activeTimeIntervals: route.activeIntervals,
  mutedBy,
  taken: isTaken,
  routes: routes.map(routeItem),
});
