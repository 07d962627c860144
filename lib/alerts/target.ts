import type { Alert, AlertConfig, AlertGroup, Labels, Receiver, Route } from './alert-facts.ts';
import { groupLabels, pathsFor, receiverOf } from './routes.ts';
import { mutedBy } from './time-intervals.ts';

/** Where an alert goes by one route: whom it reaches, with which others, and when. */
export interface Target {
  /** From the root to the route that the alert takes. */
  path: Route[];
  route: Route;
  receiver: Receiver;
  /** The labels of the group that it joins. */
  group: Labels;
  /** Alerts that are in the group already: then it waits for the next notification of the group, not for the first one. */
  joined: number;
  /** Whether it may also join a group whose alerts have all ended, which Alertmanager keeps for a while and does not show. */
  mayJoin: boolean;
  /** The longest time until the group is notified of, in seconds. */
  wait: number;
  /** Names of the time intervals because of which the route does not notify at the end of that time. */
  muted: string[];
}

/**
 * Where an alert goes, by every route that it takes (§4.B, §6).
 *
 * @param groups those that are there, of every replica.
 * @param hasEnded whether there are groups whose alerts have all ended.
 */
export function targetsOf(
  config: AlertConfig,
  labels: Labels,
  { groups, hasEnded, now }: { groups: readonly AlertGroup[]; hasEnded: boolean; now: Date },
): Target[] {
  return pathsFor(config.route, labels).map((path) => {
    const route = path.at(-1) ?? config.route;
    const group = groupLabels(route, labels);
    const present = groups.find((one) => one.receiver === route.receiver && areEqual(one.labels, group));
    const mayJoin = !present && hasEnded;
    const wait = present || mayJoin ? Math.max(route.groupInterval, route.groupWait) : route.groupWait;
    return {
      path,
      route,
      receiver: receiverOf(config, route.receiver) ?? { name: route.receiver, integrations: [] },
      group,
      joined: present?.alerts.length ?? 0,
      mayJoin,
      wait,
      muted: mutedBy(route, config.timeIntervals, new Date(now.getTime() + wait * 1000)),
    };
  });
}

const areEqual = (one: Labels, other: Labels): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/** The receivers that alerts are notified to, as far as they are not suppressed. */
export const receiversOf = (config: AlertConfig, alerts: readonly Alert[]): Receiver[] =>
  [
    ...new Set(alerts.filter(({ state }) => state !== 'suppressed').flatMap(({ receivers }) => receivers)),
  ].flatMap((name) => receiverOf(config, name) ?? []);

/**
 * Where an alert goes by what Alertmanager says of it: as expected, or to the receivers that it names.
 *
 * @param receivers names of the receivers, as the alert has them.
 */
export function confirmed(
  config: AlertConfig,
  targets: readonly Target[],
  receivers: readonly string[],
): Target[] {
  const expected = targets.filter(({ receiver }) => receivers.includes(receiver.name));
  const others = receivers.filter((name) => !expected.some(({ receiver }) => receiver.name === name));
  return [
    ...expected,
    ...others.map((name): Target => {
      const { route } = config;
      const receiver = receiverOf(config, name) ?? { name, integrations: [] };
      return {
        ...{ path: [route], route, receiver, group: {}, joined: 0, mayJoin: false, muted: [] },
        wait: Math.max(0, ...targets.map(({ wait }) => wait)),
      };
    }),
  ];
}
